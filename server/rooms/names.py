"""Names at one table: made distinct when they are shared."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable
from typing import Final

LONGEST: Final = 24
"""Characters of a name, also of one that was made distinct."""


def look(name: str) -> str:
    """What two names have in common that people would take for the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, or with a number behind it (`ann (2)`) if one of the others looks like it."""
    looks = {look(other) for other in others}
    if look(name) not in looks:
        return name
    for number in itertools.count(2):
        suffix = f" ({number})"
        numbered = name[: LONGEST - len(suffix)].rstrip() + suffix
        if look(numbered) not in looks:
            return numbered
    raise AssertionError("there are more numbers than names at a table")
