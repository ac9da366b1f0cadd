"""Options as they are typed and shown."""

from __future__ import annotations

import json
from typing import Any

import msgpack  # type: ignore[import-untyped]  # the package has no types


class BadValue(ValueError):
    """What was typed is no value; the text says why."""


def value_of(typed: str) -> Any:
    """A value that is JSON is what it says (3, true, null), any other a word. The server judges it. Raises BadValue."""
    try:
        value = json.loads(typed)
    except ValueError:
        value = typed
    except RecursionError:
        raise BadValue("nested too deep") from None
    try:
        msgpack.packb(value)
    except (OverflowError, UnicodeEncodeError):
        raise BadValue("there are only numbers of at most 64 bits, and words of whole characters") from None
    return value


def shown(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else json.dumps(value)
