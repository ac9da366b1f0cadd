"""The few signs that are written on cards, as strokes of a brush: so no font is needed to show them."""

from __future__ import annotations

from typing import Final

from scripts.cards.ink import line, placed

STROKES: Final = {
    "あ": "M-4,-3.5H3.5M-.8,-5.5C-1,-1 -.8,2 0,5M2,-1.5C1,3 -2,5 -3.5,4C-4.5,2 -1,-1 2,-.5C5,.5 4,4.5 1,5",
    "か": "M-4.4,-2H1C3,-2 2,4 .4,4.4L-1,3.6M-1.4,-5.4C-1.4,0 -3,3 -4.4,5M3,-4L4.8,-1",
    "よ": "M0,-5.4V2C0,5.4 -4,5.4 -4,3.2C-4,1 0,1 4.4,4.4M0,-2.2H3.8",
    "ろ": "M-3,-4.6H2.5L-3.8,1C0,-1.5 4.2,-1 4.2,2C4.2,5.2 0,5.2 -1.5,4.2",
    "し": "M-2,-5.4V2C-2,6 3,5 4.4,1.6",
    "み": "M-3,-4.4H1C1,-1 -2,4 -4,3C-5,1 -1,0 4.6,2.5M3,-1C3,2 2,4 0,5.5",
    "の": "M.6,-4C-1,2 -3,4 -4,2C-5,-1 -2,-5 1,-4.4C5.4,-3 5.4,3.4 1,5",
    "寿": "M-4,-4H4M-3.2,-1.7H3.2M-5,.6H5M0,-6C0,-1 -2,3 -5,6M-2,3H5M3,1.4V6L1.4,5.4M-.6,4.2L.6,5.4",
}
"""Each sign about the origin, 11 high."""


def written(sign: str, x: float, y: float, size: float, fill: str) -> str:
    """One sign with its middle at that place, `size` high. Raises KeyError for a sign that has no strokes."""
    return placed(line(STROKES[sign], fill, 1.7), x, y, size / 11)
