"""The cards of January to June: what stands on each, by its kind."""

from __future__ import annotations

from scripts.cards import creatures
from scripts.cards.ink import (
    BARK,
    BLACK,
    BLUE,
    BROWN,
    DARK_GREEN,
    GREEN,
    LEAF,
    OCHRE,
    RED,
    circle,
    line,
    oval,
    path,
    placed,
    put,
)
from scripts.cards.slips import blue_slip, poem, red_slip


def january() -> dict[str, str]:
    """Pine."""
    bough = line("M94,40C80,44 70,36 56,42M94,118C84,108 74,110 64,100", BARK, 4)
    tufts = put("pine", 30, 34, 1.15) + put("pine", 68, 26, 1.1) + put("pine", 76, 62, 1.1, 8)
    low = put("pine", 34, 146, 1.25) + put("pine", 74, 150, 1.2)
    left = line("M6,124C22,122 30,108 46,106", BARK, 4)
    return {
        "bright": circle(68, 40, 25, RED)
        + put("pine", 20, 40, 1)
        + put("pine", 84, 148, 1.2)
        + put("pine", 22, 152, 1.2)
        + line("M8,60C14,54 16,48 20,42", BARK, 3.4)
        + placed(creatures.crane(), 48, 140, 1.22),
        "ribbon": bough + tufts + low + poem("あかよろし"),
        "chaff-1": bough
        + tufts
        + put("pine", 38, 76, 1.1, -8)
        + put("pine", 32, 122, 1.25)
        + put("pine", 74, 106, 1.2)
        + put("pine", 66, 150, 1.25),
        "chaff-2": left
        + line("M6,70C20,68 30,60 44,62", BARK, 4)
        + put("pine", 32, 40, 1.1)
        + put("pine", 70, 52, 1.25)
        + put("pine", 34, 92, 1.2)
        + put("pine", 72, 100, 1.2)
        + put("pine", 36, 146, 1.25)
        + put("pine", 76, 148, 1.1),
    }


def february() -> dict[str, str]:
    """Plum."""
    branch = path("M6,150C26,130 22,104 40,88C52,78 66,70 70,30L75,31C75,66 62,80 52,92C38,108 40,132 18,154H6Z", BARK)
    twigs = line("M42,88L20,60L24,36M54,80L84,92M66,56L50,34", BARK, 3)
    blossoms = put("plum", 24, 36, 1.2) + put("plum", 72, 30, 1.3) + put("plum", 84, 92, 1.2) + put("plum", 22, 68, 1.1)
    more = (
        put("plum", 50, 46, 1)
        + put("plum-white", 44, 92, 1)
        + put("plum", 36, 124, 1.25)
        + put("plum-white", 66, 66, 0.9)
    )
    mirror = f'<g transform="translate(100 0) scale(-1 1)">{branch}{twigs}</g>'
    return {
        "animal": branch
        + line("M42,88L26,58M54,80L84,92", BARK, 3)
        + put("plum", 26, 54, 1.1)
        + put("plum", 82, 96, 1.2)
        + put("plum", 30, 116, 1.25)
        + put("plum", 76, 128, 1.3)
        + put("plum-white", 54, 108, 1)
        + put("plum", 82, 30, 0.9)
        + placed(creatures.warbler(), 52, 62, 1.35),
        "ribbon": branch
        + twigs
        + blossoms
        + put("plum", 34, 128, 1.25)
        + put("plum", 74, 132, 1.3)
        + poem("あかよろし"),
        "chaff-1": branch + twigs + blossoms + more + put("plum", 78, 134, 1.1),
        "chaff-2": mirror
        + put("plum", 76, 36, 1.2)
        + put("plum", 28, 30, 1.25)
        + put("plum", 18, 94, 1.1)
        + put("plum-white", 78, 72, 1)
        + put("plum", 52, 52, 1.1)
        + put("plum", 56, 98, 1.2)
        + put("plum", 62, 134, 1.25)
        + put("plum-white", 28, 128, 1),
    }


def march() -> dict[str, str]:
    """Cherry."""
    bough = line("M6,44C28,52 60,34 94,44M30,48L38,72M66,40L74,64", BARK, 3.6)
    crown = (
        put("cherry", 22, 26, 1.05)
        + put("cherry-pale", 48, 22, 1)
        + put("cherry", 76, 26, 1.1)
        + put("cherry", 34, 50, 1.1)
        + put("cherry-pale", 64, 50, 1.05)
        + put("cherry", 86, 54, 0.9)
        + put("cherry-pale", 14, 54, 0.85)
    )
    low = (
        put("cherry", 40, 78, 1.1)
        + put("cherry", 74, 76, 1.15)
        + put("cherry-pale", 22, 96, 1.1)
        + put("cherry", 56, 104, 1.15)
    )
    lowest = (
        put("cherry-pale", 82, 108, 1.1)
        + put("cherry", 28, 132, 1.15)
        + put("cherry-pale", 58, 138, 1.05)
        + put("cherry", 82, 140, 1)
    )
    leaves = (
        oval(50, 64, 3, 7, LEAF, 30)
        + oval(26, 74, 3, 7, LEAF, -30)
        + oval(70, 96, 3, 7, LEAF, 40)
        + oval(42, 118, 3, 7, LEAF, -20)
    )
    other = f'<g transform="translate(100 160) rotate(180)">{bough}{leaves}{crown}{low}</g>'
    return {
        "bright": placed(creatures.curtain(), 6, 92)
        + bough
        + crown
        + put("cherry", 46, 74, 1.05)
        + put("cherry-pale", 20, 78, 1)
        + put("cherry", 78, 80, 1.1),
        "ribbon": bough + leaves + crown + lowest + poem("みよしの"),
        "chaff-1": bough + leaves + crown + low + lowest,
        "chaff-2": other + put("cherry", 26, 26, 1.1) + put("cherry-pale", 58, 22, 1) + put("cherry", 82, 34, 1),
    }


def april() -> dict[str, str]:
    """Wisteria."""
    vine = line("M6,28C30,16 60,34 94,18", BARK, 3)
    leaves = "".join(
        oval(x, y, 3.4, 9, GREEN if turn < 0 else DARK_GREEN, turn)
        for x, y, turn in ((18, 36, 40), (32, 38, -40), (46, 38, 38), (60, 38, -40), (74, 34, 40), (86, 32, -34))
    )
    clusters = put("wisteria", 22, 40, 1.1) + put("wisteria", 50, 44, 1.3) + put("wisteria", 78, 38, 1.15)
    low = put("wisteria", 36, 92, 1.05) + put("wisteria", 66, 98, 1.05)
    sprigs = "".join(
        oval(x, y, 3, 8, LEAF, turn)
        for x, y, turn in ((12, 96, 30), (88, 100, -30), (50, 116, 20), (14, 130, -30), (86, 136, 30))
    )
    return {
        "animal": circle(70, 46, 20, RED)
        + vine
        + placed(creatures.cuckoo(), 46, 74, 1.25)
        + leaves
        + put("wisteria", 16, 40, 0.85)
        + put("wisteria", 24, 104, 1)
        + put("wisteria", 50, 108, 0.95)
        + put("wisteria", 78, 102, 1.05)
        + line("M6,100C30,92 60,106 94,94", BARK, 2.6),
        "ribbon": vine
        + leaves
        + put("wisteria", 20, 40, 1.25)
        + put("wisteria", 80, 38, 1.25)
        + put("wisteria", 24, 100, 1.05)
        + put("wisteria", 78, 98, 1.1)
        + red_slip(),
        "chaff-1": vine + leaves + clusters + sprigs + low,
        "chaff-2": vine
        + leaves
        + put("wisteria", 34, 42, 1.35)
        + put("wisteria", 68, 40, 1.3)
        + put("wisteria", 16, 92, 1.1)
        + put("wisteria", 50, 102, 1.1)
        + put("wisteria", 84, 94, 1.1)
        + sprigs,
    }


def may() -> dict[str, str]:
    """Iris."""
    water = line("M6,140C22,134 34,146 50,140S80,134 94,140M6,150C24,144 36,154 54,148S82,146 94,150", BLUE, 2)
    blades = (
        put("flag", 18, 154, 1.3, -6)
        + put("flag-bent", 30, 154, 1.3)
        + put("flag", 44, 156, 1.5)
        + put("flag-bent", 60, 154, 1.4, 2, mirror=True)
        + put("flag", 70, 156, 1.35, 4)
        + put("flag-bent", 84, 154, 1.2, 4)
    )
    stems = line("M34,154C34,110 32,80 32,60M66,154C66,120 68,90 68,84", DARK_GREEN, 2)
    planks = "".join(
        path(f"M{x},{y}L{x + 34},{y - 12}V{y - 4}L{x},{y + 8}Z", OCHRE, BLACK, 1)
        + line(f"M{x + 3},{y + 3}L{x + 31},{y - 7}", BROWN, 0.9)
        for x, y in ((6, 128), (34, 134), (60, 126))
    )
    posts = path("M12,132V154H15V131ZM44,136V154H47V135ZM82,124V154H85V123Z", BARK)
    return {
        "animal": put("flag", 20, 120, 1.1, -8)
        + put("flag-bent", 34, 122, 1.15)
        + put("flag", 52, 124, 1.25)
        + put("flag", 72, 122, 1.1, 6)
        + put("flag-bent", 82, 122, 1, 4)
        + line("M32,120L32,58M68,120L68,72", DARK_GREEN, 2)
        + posts
        + planks
        + water
        + put("iris", 32, 50, 1.35)
        + put("iris", 70, 72, 1.2),
        "ribbon": blades + stems + put("iris", 28, 46, 1.4) + put("iris", 76, 60, 1.2) + red_slip(),
        "chaff-1": blades + stems + put("iris", 32, 50, 1.5) + put("iris", 68, 84, 1.4),
        "chaff-2": blades
        + line("M54,154L50,56M24,154L24,108M78,154L80,100", DARK_GREEN, 2)
        + put("iris", 50, 44, 1.5)
        + put("iris", 24, 100, 1.15)
        + put("iris", 80, 94, 1.15),
    }


def june() -> dict[str, str]:
    """Peony."""
    leaves = (
        put("peony-leaf", 24, 92, 1.1, -40)
        + put("peony-leaf", 78, 90, 1.1, 40)
        + put("peony-leaf", 50, 130, 1.1, 180)
        + put("peony-leaf", 26, 128, 1.1, -110)
        + put("peony-leaf", 76, 126, 1.1, 110)
    )
    stem = line("M50,154C52,130 46,110 50,80", DARK_GREEN, 2.4)
    return {
        "animal": stem
        + leaves
        + put("peony-leaf", 30, 150, 1, -20)
        + put("peony", 34, 110, 1.05)
        + put("peony", 72, 132, 0.95)
        + placed(creatures.butterfly(), 34, 40, 1.25, -24)
        + placed(creatures.butterfly(), 70, 66, 1.1, 28),
        "ribbon": stem
        + leaves
        + put("peony-leaf", 22, 44, 1, -60)
        + put("peony", 32, 48, 1.1)
        + put("peony", 74, 122, 1.05)
        + blue_slip(),
        "chaff-1": stem
        + leaves
        + put("peony-leaf", 30, 44, 1, -50)
        + put("peony-leaf", 70, 44, 1, 50)
        + put("peony", 50, 62, 1.4)
        + put("peony", 34, 124, 0.95),
        "chaff-2": stem
        + put("peony-leaf", 80, 60, 1.1, 70)
        + put("peony-leaf", 22, 104, 1.1, -80)
        + put("peony-leaf", 50, 84, 1.1, 10)
        + put("peony-leaf", 28, 146, 1.1, -60)
        + put("peony", 36, 48, 1.2)
        + put("peony", 66, 108, 1.4),
    }
