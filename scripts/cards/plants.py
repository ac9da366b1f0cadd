"""The plants of the twelve months, as motifs about their own origin. Each is drawn once a file, and used by its id."""

from __future__ import annotations

import math
from typing import Final

from scripts.cards.ink import (
    BLACK,
    CRIMSON,
    DARK_GREEN,
    GREEN,
    LEAF,
    LILAC,
    NIGHT,
    OCHRE,
    ORANGE,
    PALE,
    PINK,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    around,
    circle,
    line,
    number,
    oval,
    path,
    polar,
    polygon,
)


def pine() -> str:
    """A tuft of needles: a fan with its foot at the origin, 22 high."""
    teeth = [polar(22 if step % 2 == 0 else 14, -84 + step * 7) for step in range(25)]
    ribs = "".join("M0,0L" + "{},{}".format(*map(number, polar(18, angle))) for angle in range(-70, 71, 14))
    crown = path("M-9,0A9,9 0 0 1 9,0Z", RED) + path("M-6,0A6,6 0 0 1 6,0Z", YELLOW)
    return polygon([(-4, 1), *teeth, (4, 1)], DARK_GREEN) + line(ribs, LEAF, 0.7) + crown


def plum(petal: str, heart: str) -> str:
    """A blossom of five round petals, 22 across."""
    petals = around(circle(0, -6, 5.4, petal), 5)
    stamens = around(line("M0,0V-7", heart, 0.7) + circle(0, -7, 1, heart), 10, 18)
    return petals + stamens + circle(0, 0, 2.4, heart)


def cherry(petal: str, edge: str) -> str:
    """A blossom of five notched petals, 25 across."""
    leaf = path("M0,-1C-7,-4 -7,-11 -3,-13L0,-10.5L3,-13C7,-11 7,-4 0,-1Z", petal, edge, 0.6)
    stamens = around(line("M0,0V-5", CRIMSON, 0.6) + circle(0, -5.2, 0.8, YELLOW), 5, 36)
    return around(leaf, 5) + stamens + circle(0, 0, 1.8, CRIMSON)


def wisteria() -> str:
    """A hanging cluster of flowers, 46 long, its top at the origin."""
    rows = []
    for row in range(9):
        half = 8.5 - row * 0.85
        y = 4 + row * 4.8
        rows.append(oval(-half * 0.55, y, half * 0.55, 3, PURPLE, 24))
        rows.append(oval(half * 0.55, y, half * 0.55, 3, LILAC if row % 2 else PURPLE, -24))
    return line("M0,-4V44", DARK_GREEN, 1) + "".join(rows)


def blade(length: float, lean: float, fill: str) -> str:
    """A long leaf from the origin upwards, bent sideways by `lean`."""
    track = f"M-2.4,0Q{number(lean * 0.2 - 2)},{number(-length * 0.6)} {number(lean)},{number(-length)}"
    return path(f"{track}Q{number(lean * 0.3 + 3)},{number(-length * 0.5)} 2.4,0Z", fill)


def iris() -> str:
    """A flower with three hanging petals and three upright ones, 30 across."""
    hanging = path("M0,0C-9,2 -12,10 -8,17C-3,17 1,10 0,0Z", PURPLE, WHITE, 0.6)
    side = path("M0,0C6,-5 15,-4 17,3C12,9 4,7 0,0Z", PURPLE, WHITE, 0.6)
    upright = path("M0,1C-6,-4 -5,-13 0,-16C5,-13 6,-4 0,1Z", NIGHT, WHITE, 0.6)
    left = f'<g transform="scale(-1 1)">{side}</g>'
    throats = oval(0, 6, 1.4, 4, YELLOW) + oval(6, 1, 3.6, 1.2, YELLOW, 10) + oval(-6, 1, 3.6, 1.2, YELLOW, -10)
    return (
        placed_twice(upright, 28)
        + left
        + side
        + f'<g transform="rotate(-20)">{hanging}</g><g transform="scale(-1 1) rotate(-20)">{hanging}</g>'
        + throats
    )


def placed_twice(drawing: str, angle: float) -> str:
    """A drawing leaning to both sides."""
    return f'<g transform="rotate({number(-angle)})">{drawing}</g><g transform="rotate({number(angle)})">{drawing}</g>'


def scallops(radius: float, lobes: int, fill: str, edge: str) -> str:
    """A round shape with a wavy edge."""
    tips = [polar(radius, 360 * lobe / lobes) for lobe in range(lobes + 1)]
    bow = number(radius * math.pi / lobes)
    track = "M" + "{},{}".format(*map(number, tips[0]))
    track += "".join(f"A{bow},{bow} 0 0 1 {number(x)},{number(y)}" for x, y in tips[1:])
    return path(track + "Z", fill, edge, 0.7)


def peony() -> str:
    """A full blossom, 48 across."""
    rings = ((19, 8, RED), (13.5, 7, CRIMSON), (9, 6, RED))
    layers = "".join(
        f'<g transform="rotate({turn})">{scallops(radius, lobes, fill, PALE)}</g>'
        for turn, (radius, lobes, fill) in zip((0, 20, 8), rings, strict=True)
    )
    stamens = around(line("M0,0V-5", YELLOW, 0.9) + circle(0, -5, 1.1, YELLOW), 9)
    return layers + stamens + circle(0, 0, 2.6, OCHRE)


def peony_leaf() -> str:
    """A leaf of three lobes from the origin upwards, 30 long."""
    lobe = path("M0,0C-7,-8 -6,-19 0,-26C6,-19 7,-8 0,0Z", GREEN) + line("M0,-2V-22", DARK_GREEN, 0.8)
    side = path("M0,-3C-5,-9 -5,-15 0,-21C5,-15 5,-9 0,-3Z", DARK_GREEN) + line("M0,-5V-17", LEAF, 0.7)
    return placed_twice(side, 48) + lobe


def clover(flowers: bool) -> str:
    """A stem of bush clover from the origin upwards and over to the right, 60 high."""
    stem = line("M0,0C-2,-24 4,-48 26,-58", DARK_GREEN, 1.4)
    places = ((-1, -12), (0, -24), (4, -36), (11, -47), (21, -55))
    parts = [stem]
    for step, (x, y) in enumerate(places):
        for side in (-1, 1):
            parts.append(oval(x + side * 4.6, y - 2, 4.2, 2.3, GREEN if side < 0 else LEAF, side * -35 + step * 6))
        parts.append(oval(x + 1, y - 6, 2.3, 3.6, DARK_GREEN, step * 10))
        if flowers:
            parts.append(circle(x + 6, y + 3, 2.1, RED) + circle(x - 5, y + 3.4, 2.1, PURPLE))
            parts.append(circle(x + 2.5, y + 5.2, 1.7, PINK))
    return "".join(parts)


def grass() -> str:
    """A plume of pampas grass from the origin upwards and over to the right, 50 high."""
    stem = line("M0,0C0,-18 1,-28 6,-40", OCHRE, 1.2)
    strands = [
        f"M{number(2 + step * 0.7)},{number(-26 - step * 2)}q{number(7 + step)},{number(-9 - step * 0.4)} "
        f"{number(19 + step * 0.6)},{number(-5 + step * 0.7)}"
        for step in range(9)
    ]
    plume = line("".join(strands), OCHRE, 2.2) + line("".join(strands[::2]), YELLOW, 1.3)
    return stem + plume + line("M0,-4C-4,-16 -8,-22 -14,-26", DARK_GREEN, 1.1)


def chrysanthemum(petal: str, edge: str) -> str:
    """A blossom with two rings of petals, 34 across."""
    outer = path("M0,-4C-3.6,-8 -3.4,-15 0,-16.5C3.4,-15 3.6,-8 0,-4Z", petal, edge, 0.7)
    inner = path("M0,-2C-2.6,-5 -2.4,-9.5 0,-10.5C2.4,-9.5 2.6,-5 0,-2Z", petal, edge, 0.7)
    return around(outer, 14) + around(inner, 10, 18) + circle(0, 0, 3, edge) + circle(0, 0, 1.6, YELLOW)


def chrysanthemum_leaf() -> str:
    """A notched leaf from the origin upwards, 24 long."""
    half = "C-5,-3 -10,-4 -9,-9C-7,-9 -8,-11 -9,-14C-6,-14 -5,-17 -4,-20C-2,-21 -1,-23 0,-25"
    other = "C1,-23 2,-21 4,-20C5,-17 6,-14 9,-14C8,-11 7,-9 9,-9C10,-4 5,-3 0,0Z"
    return path("M0,0" + half + other, DARK_GREEN) + line("M0,-2V-20M0,-7L-5,-10M0,-7L5,-10", LEAF, 0.8)


def maple(fill: str, vein: str) -> str:
    """A leaf with seven points about the origin, 26 across, its stalk downwards."""
    tips = ((-122, 9), (-80, 13), (-40, 15), (0, 16.5), (40, 15), (80, 13), (122, 9))
    shape = [polar(2.2, 180)]
    for angle, length in tips:
        shape += [polar(length * 0.68, angle - 13), polar(length, angle), polar(length * 0.68, angle + 13)]
        shape.append(polar(7, angle + 20))
    veins = "".join("M0,0L" + "{},{}".format(*map(number, polar(length * 0.8, angle))) for angle, length in tips)
    return line("M0,0V11", BLACK, 1) + polygon(shape[:-1], fill) + line(veins, vein, 0.6)


def willow(length: float) -> str:
    """A hanging twig with narrow leaves, its top at the origin."""
    parts = [line(f"M0,0Q3,{number(length / 2)} 0,{number(length)}", DARK_GREEN, 0.9)]
    step = 7.0
    for place in range(int(length / step)):
        y = 5 + place * step
        x = 1.5 * math.sin(math.pi * y / length)
        parts.append(oval(x - 3, y + 3, 1.5, 5, GREEN, 26) + oval(x + 3, y + 5, 1.5, 5, LEAF, -26))
    return "".join(parts)


def paulownia_leaf() -> str:
    """A broad leaf from the origin downwards, 34 across."""
    edge = "M0,0C-6,-7 -17,-5 -18,4C-15,6 -16,10 -17,14C-11,14 -9,17 -7,21C-4,20 -2,24 0,30"
    edge += "C2,24 4,20 7,21C9,17 11,14 17,14C16,10 15,6 18,4C17,-5 6,-7 0,0Z"
    veins = "M0,2V24M0,8L-12,3M0,8L12,3M0,14L-10,12M0,14L10,12"
    return path(edge, DARK_GREEN, BLACK, 0.8) + line(veins, LEAF, 1)


def paulownia_flower(height: float) -> str:
    """A spike of bells from the origin upwards."""
    parts = [line(f"M0,0V{number(-height)}", DARK_GREEN, 1.2)]
    rows = int(height / 7)
    for row in range(rows):
        y = -4 - row * 7
        for side in (-1, 1):
            fill = PURPLE if (row + side) % 3 else LILAC
            parts.append(oval(side * 4, y, 2.5, 4, fill, side * 38))
    return "".join(parts) + oval(0, -height - 2, 2.4, 4, PURPLE)


MOTIFS: Final = {
    "pine": pine(),
    "plum": plum(RED, YELLOW),
    "plum-white": plum(WHITE, CRIMSON),
    "cherry": cherry(PINK, CRIMSON),
    "cherry-pale": cherry(PALE, RED),
    "wisteria": wisteria(),
    "iris": iris(),
    "peony": peony(),
    "peony-leaf": peony_leaf(),
    "clover": clover(flowers=True),
    "grass": grass(),
    "kiku": chrysanthemum(YELLOW, RED),
    "kiku-red": chrysanthemum(RED, CRIMSON),
    "kiku-leaf": chrysanthemum_leaf(),
    "maple": maple(RED, YELLOW),
    "maple-gold": maple(YELLOW, RED),
    "maple-orange": maple(ORANGE, CRIMSON),
    "willow": willow(60),
    "willow-short": willow(38),
    "kiri-leaf": paulownia_leaf(),
    "kiri-tall": paulownia_flower(40),
    "kiri-short": paulownia_flower(26),
    "flag": blade(60, 0, GREEN) + line("M0,-4V-50", DARK_GREEN, 0.7),
    "flag-bent": blade(52, 14, DARK_GREEN),
}
"""Every motif of the hanafuda deck by its id, each drawn about its own origin."""
