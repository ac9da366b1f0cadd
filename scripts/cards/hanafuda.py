"""The 48 hanafuda cards and their back, each composed of its month's plant and what stands on it."""

from __future__ import annotations

from typing import Final

from scripts.cards.hanafuda_early import april, february, january, june, march, may
from scripts.cards.hanafuda_late import august, december, july, november, october, september
from scripts.cards.ink import BLACK, CRIMSON, HEIGHT, PAPER, WIDTH, box, outline, path, placed

FRAME: Final = 6
"""The dark border that a pasted card has, in card units."""

MONTHS: Final = (january, february, march, april, may, june, july, august, september, october, november, december)


def framed(drawing: str) -> str:
    """A card: paper, its drawing, and the border over all that stands out."""
    return f'<g clip-path="url(#edge)">{box(0, 0, WIDTH, HEIGHT, PAPER)}{drawing}</g>' + outline(
        FRAME / 2, 6, BLACK, FRAME
    )


def back() -> str:
    """The back: plain dark red, as the pasted paper is, with a small crest."""
    crest = "".join(
        placed(path("M0,-2C-5,-7 -5,-15 0,-20C5,-15 5,-7 0,-2Z", CRIMSON), 50, 80, 1, 72 * turn) for turn in range(5)
    )
    return box(0, 0, WIDTH, HEIGHT, CRIMSON, 8) + box(5, 5, WIDTH - 10, HEIGHT - 10, "#8d1a24", 5) + crest


def drawings() -> dict[str, str]:
    """Every card of the deck by its id, and `back`."""
    cards = {
        f"{number:02d}-{kind}": framed(drawing)
        for number, month in enumerate(MONTHS, start=1)
        for kind, drawing in month().items()
    }
    return cards | {"back": back()}
