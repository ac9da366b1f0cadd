"""Validates display names."""

from __future__ import annotations

import unicodedata
from typing import Final

from fudakai.server.signs import BLANK, MOST_MARKS, piled, seen

LONGEST: Final = 24
"""Characters of a name, after normalisation."""


class BadName(ValueError):
    """A name that nobody may have. `words`: why, for the person."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


def clean_name(raw: str) -> str:
    """The name as it is kept and shown: NFKC, outer spaces dropped, inner ones single. Raises BadName.

    1 to LONGEST printable characters: no control, bidirectional, zero-width or other invisible ones, so that no name
    can hide, turn round the line it stands in, or look empty. Length counts code points.
    """
    # NFKC makes one character 18 at most; an input that long is too long whatever it becomes.
    if len(raw) > 18 * LONGEST:
        raise BadName(f"a name has at most {LONGEST} characters")
    name = " ".join(unicodedata.normalize("NFKC", raw).split(" ")).strip(" ")
    while "  " in name:
        name = name.replace("  ", " ")
    if not name:
        raise BadName("a name has at least one character that can be seen")
    if len(name) > LONGEST:
        raise BadName(f"a name has at most {LONGEST} characters")
    if not name.isprintable() or not BLANK.isdisjoint(name):
        raise BadName("a name has no control characters, line breaks, or invisible ones")
    if piled(name):
        raise BadName(f"a name has at most {MOST_MARKS} accents on one letter")
    if not seen(name):
        raise BadName("a name has at least one character that can be seen")
    return name
