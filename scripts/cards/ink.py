"""The inks and the shapes that every drawing is made of.

A drawing is a string of SVG elements. Lengths are in card units: a card is 100 wide and 160 high, the origin at its top
left. Angles are degrees, clockwise. Numbers are written with at most one decimal, which keeps the files small.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

WIDTH: Final = 100
HEIGHT: Final = 160

PAPER: Final = "#f7f0dc"
BLACK: Final = "#211d22"
RED: Final = "#cf3527"
CRIMSON: Final = "#a3202a"
PINK: Final = "#ee9aa6"
PALE: Final = "#f9d3d2"
YELLOW: Final = "#eebc3d"
OCHRE: Final = "#c98b2b"
ORANGE: Final = "#e2762f"
GREEN: Final = "#4f8a3f"
DARK_GREEN: Final = "#23512f"
LEAF: Final = "#7fae4b"
BLUE: Final = "#3f5aa6"
NIGHT: Final = "#2c3c78"
PURPLE: Final = "#77499a"
LILAC: Final = "#b592cc"
BROWN: Final = "#7d5030"
BARK: Final = "#4a3229"
GREY: Final = "#8d8a8c"
WHITE: Final = "#fffdf6"

Point = tuple[float, float]


def number(value: float) -> str:
    """A number as it is written: one decimal at most, and no zero that says nothing."""
    return f"{round(value, 1):g}"


def polar(radius: float, angle: float, centre: Point = (0, 0)) -> Point:
    """The point at that distance from the centre; angle 0 is up."""
    turn = math.radians(angle - 90)
    return centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)


def points(places: Iterable[Point]) -> str:
    """Points as a path or a polygon writes them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


def ink(fill: str = "none", stroke: str = "", width: float = 0, **more: str) -> str:
    """The attributes of a shape: what fills it, and the line around it when it has a width."""
    line = f' stroke="{stroke}" stroke-width="{number(width)}"' if width else ""
    return f'fill="{fill}"{line}' + "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())


def path(track: str, fill: str = "none", stroke: str = "", width: float = 0, **more: str) -> str:
    """A path by its commands."""
    return f'<path d="{track}" {ink(fill, stroke, width, **more)}/>'


def line(track: str, stroke: str, width: float) -> str:
    """An open line with round ends."""
    return path(track, "none", stroke, width, stroke_linecap="round", stroke_linejoin="round")


def polygon(places: Iterable[Point], fill: str, stroke: str = "", width: float = 0) -> str:
    """A closed shape with corners."""
    return f'<polygon points="{points(places)}" {ink(fill, stroke, width)}/>'


def circle(x: float, y: float, radius: float, fill: str, stroke: str = "", width: float = 0) -> str:
    """A disc."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {ink(fill, stroke, width)}/>'


def oval(x: float, y: float, across: float, down: float, fill: str, turn: float = 0) -> str:
    """An ellipse by its two radii, turned about its centre."""
    turned = f' transform="rotate({number(turn)} {number(x)} {number(y)})"' if turn else ""
    return f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(across)}" ry="{number(down)}" {ink(fill)}{turned}/>'


def box(x: float, y: float, wide: float, high: float, fill: str, corner: float = 0) -> str:
    """A rectangle."""
    round_ = f' rx="{number(corner)}"' if corner else ""
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"{round_} {ink(fill)}/>'


def outline(inset: float, corner: float, stroke: str, width: float, fill: str = "none") -> str:
    """A line around the card, its middle `inset` from the card's edge."""
    place = f'x="{number(inset)}" y="{number(inset)}" rx="{number(corner)}"'
    size = f'width="{number(WIDTH - 2 * inset)}" height="{number(HEIGHT - 2 * inset)}"'
    return f"<rect {place} {size} {ink(fill, stroke, width)}/>"


def words(text: str, x: float, y: float, size: float, fill: str, **more: str) -> str:
    """Text with its middle at x and its foot at y."""
    rest = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="middle"'
    return f'<text {place} fill="{fill}"{rest}>{text}</text>'


def put(motif: str, x: float, y: float, scale: float = 1, turn: float = 0, *, mirror: bool = False) -> str:
    """A motif of the file, by its id, set down at that place."""
    turned = f" rotate({number(turn)})" if turn else ""
    size = f"{round(-scale if mirror else scale, 2):g}" + (f" {round(scale, 2):g}" if mirror else "")
    scaled = f" scale({size})" if scale != 1 or mirror else ""
    return f'<use href="#{motif}" transform="translate({number(x)} {number(y)}){turned}{scaled}"/>'


def placed(drawing: str, x: float, y: float, scale: float = 1, turn: float = 0, *, mirror: bool = False) -> str:
    """A drawing, set down at that place."""
    turned = f" rotate({number(turn)})" if turn else ""
    size = f"{round(-scale if mirror else scale, 2):g} {round(scale, 2):g}"
    return f'<g transform="translate({number(x)} {number(y)}){turned} scale({size})">{drawing}</g>'


def around(drawing: str, times: int, start: float = 0) -> str:
    """A drawing, repeated around the origin."""
    return "".join(
        f'<g transform="rotate({number(start + 360 * turn / times)})">{drawing}</g>' for turn in range(times)
    )
