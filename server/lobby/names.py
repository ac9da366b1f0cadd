"""Names of people: what may stand in one."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST: Final = 24
"""Characters of a name, after normalisation."""
MOST_MARKS: Final = 2
"""Combining marks in a row: enough for every living language's spelling, too few to pile up over the neighbours."""

# Letters and symbols that show nothing: Hangul fillers, the empty Braille cell, Khmer inherent vowels, Mongolian and
# other variation selectors, the grapheme joiner (Unicode, Default_Ignorable_Code_Point outside the category Cf).
_BLANK: Final = frozenset("\u115f\u1160\u2800\u034f\u17b4\u17b5") | frozenset(
    chr(code)
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
)


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
    if not name.isprintable() or not _BLANK.isdisjoint(name):
        raise BadName("a name has no control characters, line breaks, or invisible ones")
    marks = 0
    seen = False
    for sign in name:
        if unicodedata.category(sign).startswith("M"):
            marks += 1
            if marks > MOST_MARKS:
                raise BadName(f"a name has at most {MOST_MARKS} accents on one letter")
        else:
            marks = 0
            seen = seen or sign != " "
    if not seen:
        raise BadName("a name has at least one character that can be seen")
    return name
