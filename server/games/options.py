"""Options as a bounded struct: reading what somebody chose, or saying in one sentence what is wrong with it;
and describing what there is to choose, for programs and people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T", bound=msgspec.Struct)

SHOWN = 40
"""Characters of a wrong name or value that are said back."""


Kind: TypeAlias = Literal["boolean", "integer", "number", "choice", "list"]


class DescribedOption(NamedTuple):
    """What may be chosen for one option: a value of that kind, from `least` to `most` (of a list its length), or one of
    `choices`; or null, if `nullable`. `words` say what it is for."""

    name: str
    kind: Kind
    default: object
    words: str
    nullable: bool = False
    least: float | None = None
    most: float | None = None
    choices: tuple[object, ...] = ()


class Described(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A struct of options. `WORDS`: what each one that may be chosen is for, in words for people."""

    WORDS: ClassVar[Mapping[str, str]] = MappingProxyType({})


class BadOption(ValueError):
    """An option by name, and what is allowed for it."""


def read_options(kind: type[T], given: Mapping[str, object], without: Iterable[str] = ()) -> T:
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


def describe(defaults: Described, without: Iterable[str] = ()) -> tuple[DescribedOption, ...]:
    """The options of a struct in its order, with the defaults of this one."""
    chosen = msgspec.to_builtins(defaults)
    fields = inspect.type_info(type(defaults)).fields  # type: ignore[attr-defined]
    names = [field for field in fields if field.name not in without]
    return tuple(_described(field.name, field.type, chosen[field.name], defaults.WORDS[field.name]) for field in names)


def _described(name: str, kind: inspect.Type, default: object, words: str) -> DescribedOption:
    nullable = isinstance(kind, inspect.UnionType)
    if isinstance(kind, inspect.UnionType):
        (kind,) = [one for one in kind.types if not _is_null(one)]
    match kind:
        case inspect.LiteralType(values=values):
            return DescribedOption(name, "choice", default, words, nullable, choices=values)
        case inspect.IntType(ge=least, le=most):
            return DescribedOption(name, "integer", default, words, nullable, least, most)
        case inspect.FloatType(ge=least, le=most):
            return DescribedOption(name, "number", default, words, nullable, least, most)
        case inspect.BoolType():
            return DescribedOption(name, "boolean", default, words, nullable)
        case inspect.VarTupleType(min_length=least, max_length=most):
            return DescribedOption(name, "list", default, words, nullable, least, most)
    raise AssertionError(f"option {name} is of a type that cannot be described")


def _short(value: object) -> str:
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
