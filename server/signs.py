"""Checks text that people write for others: visible characters, and no piles of accents."""

from __future__ import annotations

import unicodedata
from typing import Final

MOST_MARKS: Final = 2
"""Combining marks in a row: enough for every living language's spelling, too few to pile up over the neighbours."""

# Letters and symbols that show nothing: Hangul fillers, the empty Braille cell, Khmer inherent vowels, Mongolian and
# other variation selectors, the grapheme joiner (Unicode, Default_Ignorable_Code_Point outside the category Cf).
BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5") | frozenset(
    chr(code)
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
)


def seen(text: str) -> bool:
    """Whether anything of it can be seen."""
    return any(sign != " " and sign not in BLANK and not _is_mark(sign) for sign in text)


def piled(text: str) -> bool:
    """Whether more than MOST_MARKS marks stand on one sign."""
    marks = 0
    for sign in text:
        marks = marks + 1 if _is_mark(sign) else 0
        if marks > MOST_MARKS:
            return True
    return False


def readable(text: str) -> bool:
    """Whether a line may be shown to others: printable, with something to see, and nothing that spills over. (The blank
    signs may be in it: some pictures are written with them.)"""
    return text.isprintable() and seen(text) and not piled(text)


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign).startswith("M")
