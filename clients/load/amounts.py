"""How amounts are typed: `5%`, `50/s`, `90s`, `2m`, `400ms`. Every reader raises BadPlan with one line for a person."""

from __future__ import annotations

import re
from typing import Final

DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h)?")
SECONDS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, None: 1.0}
NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


class BadPlan(ValueError):
    """What was asked for cannot be done. Its text is one line: which option, its value, and what would do."""


def whole(option: str, typed: str, least: int, most: int, example: str | None = None) -> int:
    """A whole number within bounds. `example`: how it is typed, where that is not the option and a number."""
    if re.fullmatch(r"-?\d{1,18}", typed.strip()) and least <= int(typed) <= most:
        return int(typed)
    example = example or f"{option} {max(least, 1)}"
    raise BadPlan(f"{option} is {typed!r}: give a whole number from {least} to {most}, as {example}")


def share(option: str, typed: str) -> float:
    """A share of all, as `5%` or `0.05`; from 0 to 1."""
    text = typed.strip()
    number = text.removesuffix("%")
    if NUMBER.fullmatch(number):
        found = float(number) / (100 if text.endswith("%") else 1)
        if found <= 1:
            return found
    raise BadPlan(f"{option} is {typed!r}: give a share from 0% to 100%, as {option} 5%")


def rate(option: str, typed: str, most: float, *, zero: bool = False) -> float:
    """So many a second, as `50/s` or `30/m`; above 0, or 0 where that is said."""
    number, slash, unit = typed.strip().partition("/")
    if NUMBER.fullmatch(number) and (not slash or unit in ("s", "m")):
        found = float(number) / (60 if unit == "m" else 1)
        if (found > 0 or zero) and found <= most:
            return found
    raise BadPlan(
        f"{option} is {typed!r}: give a rate up to {most:g} a second, as {option} {min(5, most):g}/s or {option} 30/m"
    )


def seconds(option: str, typed: str, most: float, *, zero: bool = False) -> float:
    """A time, as `400ms`, `90s`, `2m` or `1h`; bare numbers are seconds; above 0, or 0 where that is said."""
    found = DURATION.fullmatch(typed.strip())
    if found:
        value = float(found[1]) * SECONDS[found[2]]
        if (value > 0 or zero) and value <= most:
            return value
    raise BadPlan(f"{option} is {typed!r}: give a time of at most {most:g} seconds, as {option} 90s or {option} 2m")
