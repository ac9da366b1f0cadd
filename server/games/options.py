"""Reading options: what somebody chose, into a game's bounded struct, or one sentence about what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T", bound=msgspec.Struct)

SHOWN = 40
"""Characters of a wrong name or value that are said back."""


class BadOption(ValueError):
    """An option by name, and what is allowed for it."""


def read_options(kind: type[T], given: Mapping[str, Any], without: Iterable[str] = ()) -> T:
    """The options that were chosen, the others at their defaults. `without`: names that are not to be chosen here.
    Raises BadOption, for an unknown option or value, by name and with what is allowed."""
    fields = {field.encode_name: field for field in inspect.type_info(kind).fields if field.name not in without}  # type: ignore[attr-defined]
    for name, value in given.items():
        if name not in fields:
            raise BadOption(f"{str(name)[:SHOWN]!r} is no option here; there are: {', '.join(fields) or 'none'}")
        try:
            msgspec.convert({name: value}, kind)
        except msgspec.ValidationError:
            raise BadOption(f"{name}: {_short(value)} is not {_allowed(fields[name].type)}") from None
    return msgspec.convert(dict(given), kind)


def _short(value: Any) -> str:
    """The value as JSON, as far as it is short."""
    text = msgspec.json.encode(value).decode() if isinstance(value, str | int | float | bool | None) else "this"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def _is_null(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.NoneType)


def _allowed(kind: inspect.Type) -> str:
    """What values a type has, in words."""
    match kind:
        case inspect.UnionType(types=types):
            return " or ".join([_allowed(one) for one in sorted(types, key=_is_null)])
        case inspect.LiteralType(values=values) if len(values) == 1:
            return str(values[0])
        case inspect.LiteralType(values=values):
            return f"one of {', '.join([str(value) for value in values])}"
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case inspect.FloatType(ge=least, le=most):
            return f"a number from {least} to {most}"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case inspect.VarTupleType(max_length=most):
            return f"a list of at most {most}"
    return "what belongs there"
