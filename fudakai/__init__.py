"""Fudakai, a card-room server and its clients. What an author of a client needs stands here: `from fudakai import connect`.

The names are those of `fudakai.clients.sdk`. They are loaded when they are first asked for, so that the server does not
load a client.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fudakai.clients.sdk import *  # noqa: F403


def __getattr__(name: str) -> object:
    from fudakai.clients import sdk  # noqa: PLC0415  # only when a name of the SDK is asked for

    if name in sdk.__all__:
        return getattr(sdk, name)
    raise AttributeError(f"module 'fudakai' has no attribute {name!r}")


def __dir__() -> list[str]:
    from fudakai.clients import sdk  # noqa: PLC0415

    return sorted({*globals(), *sdk.__all__})
