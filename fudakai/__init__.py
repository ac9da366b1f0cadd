"""Fudakai, a card-room server and its clients. Authors of clients import from here: `from fudakai import connect`.

The names are those of `fudakai.clients.sdk`. They are loaded when one is first asked for, so that the
server loads no client.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fudakai.clients.sdk import *  # noqa: F403

PARTS = ("clients", "protocol", "server", "testing")


def __getattr__(name: str) -> object:
    if not name.startswith("_") and name not in PARTS:
        sdk = importlib.import_module("fudakai.clients.sdk")
        if hasattr(sdk, name):
            return getattr(sdk, name)
    raise AttributeError(f"module 'fudakai' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *vars(importlib.import_module("fudakai.clients.sdk"))})
