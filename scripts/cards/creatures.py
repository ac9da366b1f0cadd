"""The animals, people and things that stand on the dear cards. Each is a drawing in card units, placed by its card."""

from __future__ import annotations

from scripts.cards.ink import (
    BARK,
    BLACK,
    BLUE,
    BROWN,
    CRIMSON,
    DARK_GREEN,
    GREY,
    LEAF,
    NIGHT,
    OCHRE,
    ORANGE,
    PALE,
    PAPER,
    PINK,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    around,
    box,
    circle,
    line,
    oval,
    path,
    placed,
)
from scripts.cards.writing import written


def crane() -> str:
    """A crane that stands and looks to the right; 44 wide, 78 high, its feet at (0, 0)."""
    legs = line("M-3,-26L-4,-1L-9,0M-4,-1L1,0M4,-26L4,-1L-1,0M4,-1L9,0", BLACK, 1.5)
    tail = path(
        "M-12,-38C-24,-38 -27,-28 -26,-20C-21,-23 -19,-24 -16,-24C-17,-21 -17,-19 -16,-17C-12,-22 -7,-26 -4,-30Z", BLACK
    )
    body = path("M-14,-38C-8,-48 6,-50 13,-44C17,-36 8,-26 -2,-26C-10,-26 -15,-31 -14,-38Z", WHITE, BLACK, 1)
    wing = path("M-13,-37C-7,-44 3,-46 8,-42C4,-34 -4,-30 -12,-30C-8,-33 -10,-35 -13,-37Z", WHITE, GREY, 0.9)
    neck = path(
        "M5,-46C4,-56 15,-58 10,-70C9,-74 13,-78 17,-75C21,-66 14,-58 15,-46C14,-40 6,-40 5,-46Z", WHITE, BLACK, 1
    )
    throat = path(
        "M6.5,-47C7,-56 16,-58 12.6,-69C16,-70 17.6,-68 16.6,-65C14,-58 12,-56 12.5,-46C11,-43 8,-44 6.5,-47Z", BLACK
    )
    head = circle(14, -73.5, 4.6, WHITE, BLACK, 0.8) + path("M9.6,-75A5,5 0 0 1 17,-77.6L14,-74Z", RED)
    bill = path("M18,-75L31,-72L18,-71.4Z", OCHRE) + circle(15, -73.5, 0.9, BLACK)
    return legs + tail + body + wing + neck + throat + head + bill


def warbler() -> str:
    """A bush warbler that looks to the left; 38 wide, about the origin."""
    tail = path("M10,2L27,12L24,15L8,8Z", DARK_GREEN)
    body = path("M-14,-6C-10,-16 4,-13 11,-3C14,3 10,9 2,10C-8,10 -15,3 -14,-6Z", LEAF, BLACK, 0.8)
    belly = path("M-13,-3C-10,6 -3,10 4,9.6C0,4 -6,0 -13,-3Z", PAPER)
    wing = path("M-3,-5C5,-6 14,1 19,9C10,9 1,6 -3,-5Z", DARK_GREEN) + line("M2,-2L13,6M1,1L9,7", LEAF, 0.8)
    head = circle(-9, -8.5, 6.2, LEAF, BLACK, 0.8) + path("M-15,-9L-22,-7L-14.4,-5.6Z", OCHRE)
    eye = circle(-11, -9.4, 1.5, WHITE) + circle(-11.2, -9.4, 0.9, BLACK)
    legs = line("M-2,10L-3,15M3,10L3,15", BLACK, 1)
    return tail + legs + body + belly + wing + head + eye


def cuckoo() -> str:
    """A cuckoo in flight to the lower left; 54 wide, about the origin."""
    far = path("M0,-2C4,-14 14,-22 27,-25C24,-16 16,-4 7,2Z", NIGHT)
    tail = path("M9,-2L28,2L26,6L29,9L8,5Z", BLACK)
    body = path("M-17,7C-12,-2 2,-6 12,-2C14,3 6,8 -4,9Z", GREY, BLACK, 0.8)
    belly = path("M-14,8C-6,4 4,4 11,1C8,8 -4,11 -14,8Z", WHITE) + line(
        "M-6,7.4V5M-2,7.8V4.8M2,7V4.2M6,5.6V3.4", BLACK, 0.7
    )
    near = path("M-4,0C-8,-12 -6,-22 1,-31C6,-22 9,-10 6,-1Z", BLACK) + line("M0,-3L0,-22M3,-3L3.6,-15", GREY, 1)
    head = circle(-16, 6.4, 5, GREY, BLACK, 0.8) + path("M-20,5L-27,9.4L-19,9.6Z", OCHRE)
    eye = circle(-17.4, 5.4, 1.4, YELLOW) + circle(-17.4, 5.4, 0.7, BLACK)
    return far + tail + body + belly + near + head + eye


def butterfly() -> str:
    """A butterfly seen from above; 30 across, about the origin, its head up."""
    wing = path("M1,-1C6,-14 16,-15 16,-8C16,-3 9,0 1,0Z", YELLOW, BLACK, 0.9)
    under = path("M1,0C8,0 13,5 10,10C7,13 2,8 1,2Z", ORANGE, BLACK, 0.9)
    spots = circle(11, -8.4, 2, RED) + circle(6.6, -5, 1.3, WHITE) + circle(7.4, 6, 1.5, YELLOW)
    half = wing + under + spots
    feelers = line("M-0.6,-6Q-2,-12 -5,-13M0.6,-6Q2,-12 5,-13", BLACK, 0.8)
    return half + f'<g transform="scale(-1 1)">{half}</g>' + oval(0, 0, 1.6, 7, BLACK) + feelers


def boar() -> str:
    """A boar that runs to the left; 66 wide, its hooves at y 0."""
    legs = path(
        "M-18,-12L-25,-1H-19L-12,-10ZM-9,-10L-10,0H-4L-3,-10ZM12,-11L11,0H17L19,-11ZM20,-14L28,-3L32,-5L27,-17Z", BARK
    )
    body = path(
        "M-30,-14C-28,-28 -14,-36 4,-36C20,-36 32,-28 31,-17"
        "C30,-9 20,-7 10,-8C-4,-7 -12,-5 -20,-7C-26,-8 -30,-10 -30,-14Z",
        BROWN,
        BLACK,
        1,
    )
    ridge = path(
        "M-20,-29L-19,-36L-14,-33L-11,-40L-6,-36L-2,-42L3,-37L9,-42L13,-36L20,-38L21,-32L27,-32C18,-36 -8,-38 -20,-29Z",
        BARK,
    )
    stripes = line("M-2,-28C6,-30 14,-28 20,-24M-4,-21C6,-24 16,-21 22,-17M0,-14C8,-16 14,-15 18,-12", OCHRE, 1.5)
    snout = path("M-27,-21L-38,-13C-40,-10 -38,-7 -34,-7L-22,-8Z", BROWN, BLACK, 1) + oval(-36.6, -10.4, 2.4, 3.2, PINK)
    tusk = path("M-31,-8C-34,-12 -33,-15 -31,-16C-31,-13 -30,-11 -28,-9Z", WHITE, BLACK, 0.5)
    eye = circle(-24, -18, 1.9, WHITE) + circle(-24.4, -18, 1.1, BLACK)
    ear = path("M-20,-25L-16,-36L-11,-26Z", BARK, BLACK, 0.8)
    tail = line("M31,-22Q37,-26 35,-31", BARK, 2)
    return legs + tail + body + ridge + stripes + snout + tusk + eye + ear


def goose() -> str:
    """A goose in flight to the left; 34 wide, about the origin."""
    far = path("M-1,-1C2,-8 8,-12 15,-13C12,-7 8,-2 4,1Z", GREY)
    body = path("M-10,-1C-4,-5 6,-4 13,2C6,6 -4,5 -10,2Z", BROWN, BLACK, 0.7)
    neck = path("M-9,-2L-18,1C-21,1 -21,5 -18,5L-8,3Z", BROWN, BLACK, 0.7) + path("M-20,2L-25,4.4L-19,5Z", ORANGE)
    near = path("M-3,0C-4,8 0,14 6,18C8,11 8,5 6,1Z", BARK) + line("M0,3L4,13M3,3L5,9", GREY, 0.8)
    belly = path("M-8,2C-2,5 5,5 11,2C6,7 -4,7 -8,2Z", WHITE)
    return far + body + belly + neck + near + circle(-18, 2.4, 0.8, BLACK)


def cup() -> str:
    """A red sake cup with the sign of long life; 46 wide, about the origin."""
    foot = path("M-10,15L-13,22H13L10,15Z", CRIMSON, BLACK, 0.9)
    bowl = path("M-25,-8C-24,8 -14,17 0,17C14,17 24,8 25,-8Z", RED, BLACK, 1)
    rim = f'<ellipse cx="0" cy="-8" rx="25" ry="7" fill="{CRIMSON}" stroke="{BLACK}" stroke-width="1"/>' + oval(
        0, -7.4, 20, 4.6, YELLOW
    )
    sign = written("寿", 0, 6.5, 15, YELLOW)
    return foot + bowl + rim + sign


def deer() -> str:
    """A deer that stands to the right and looks back to the left; 52 wide, its hooves at y 0."""
    legs = path(
        "M-16,-24L-19,0H-14.6L-11,-22ZM-9,-22L-8,0H-3.6L-4,-22ZM12,-22L11,0H15.4L17,-22ZM17,-24L21,0H25L22,-26Z",
        BROWN,
        BLACK,
        0.6,
    )
    body = path(
        "M-19,-36C-10,-44 10,-43 22,-38C28,-32 24,-22 16,-20C4,-17 -10,-18 -16,-22C-21,-26 -22,-31 -19,-36Z",
        OCHRE,
        BLACK,
        1,
    )
    belly = path("M-15,-23C-6,-19 8,-19 16,-21C8,-15 -8,-16 -15,-23Z", WHITE)
    spots = "".join(
        circle(x, y, 1.7, WHITE)
        for x, y in ((-10, -34), (-3, -37), (4, -35), (11, -37), (16, -32), (-5, -30), (8, -29), (-13, -29))
    )
    neck = path("M8,-38C8,-50 2,-54 -2,-60L6,-66C12,-60 20,-50 20,-38C17,-32 10,-33 8,-38Z", OCHRE, BLACK, 1)
    head = path("M8,-68C2,-72 -5,-68 -10,-61C-13,-58 -11,-55 -8,-55C-3,-55 5,-56 9,-60Z", OCHRE, BLACK, 1)
    ear = path("M6,-67C11,-72 16,-71 18,-69C15,-65 10,-63 6,-63Z", OCHRE, BLACK, 0.7)
    antlers = line("M2,-69L-1,-82L-6,-86M-0.4,-78L5,-85M6,-69L9,-80L6,-89M8.4,-77L15,-84", BARK, 1.8)
    eye = circle(-1, -64, 1.3, BLACK) + circle(-10, -58, 1.3, BLACK)
    tail = path("M22,-38L30,-34L24,-29Z", WHITE, BLACK, 0.6)
    return legs + tail + body + belly + spots + neck + head + ear + antlers + eye


def swallow() -> str:
    """A swallow in flight to the lower left; 48 wide, about the origin."""
    tail = path("M10,-4L34,-14L22,-4L33,4L9,2Z", NIGHT)
    far = path("M0,-4C6,-16 8,-24 8,-34C14,-24 14,-12 10,-2Z", NIGHT)
    body = path("M-18,6C-12,-4 2,-8 12,-4C14,0 6,6 -4,9C-10,10 -16,10 -18,6Z", WHITE, BLACK, 0.8)
    back = path("M-19,5C-13,-6 2,-9 12,-4C4,-3 -6,1 -12,7Z", NIGHT)
    near = path("M-4,1C-2,14 8,24 22,28C20,16 14,4 6,-1Z", BLACK) + line("M1,4L14,20M5,3L15,14", BLUE, 1)
    head = (
        path("M-22,4A5,5 0 0 1 -13,2L-15,7Z", NIGHT)
        + path("M-20,5C-20,9 -16,11 -12,9L-15,4Z", RED)
        + path("M-22,3L-28,7L-21,7Z", BLACK)
    )
    return tail + far + body + back + near + head + circle(-17.6, 3, 0.9, WHITE)


def poet() -> str:
    """The rain man under his umbrella, who walks to the left; 50 wide, 84 high, his feet at y 0."""
    umbrella = path(
        "M-27,-60C-22,-82 22,-84 28,-62C20,-66 14,-66 9,-62C4,-66 -4,-66 -8,-61C-14,-65 -20,-65 -27,-60Z",
        YELLOW,
        BLACK,
        1.1,
    )
    ribs = line("M0,-79L-8,-61M0,-79L9,-62M0,-79L-20,-64M0,-79L21,-65M0,-79V-84", BLACK, 0.9) + line(
        "M0,-64L4,-26", BARK, 1.6
    )
    feet = path("M-12,-4L-18,0H-6L-5,-5ZM8,-4L4,0H15L14,-5Z", BLACK)
    trousers = path("M-14,-22L-13,-4H-3L0,-12L6,-4H16L15,-22Z", PURPLE, BLACK, 0.8)
    coat = path("M-13,-46C-19,-36 -20,-26 -20,-18H20C20,-30 16,-40 10,-46C4,-50 -8,-50 -13,-46Z", RED, BLACK, 1)
    folds = line("M-6,-44L-10,-19M5,-44L9,-19", CRIMSON, 1.2) + path("M-3,-47L0,-38L4,-47Z", WHITE)
    sleeve = path("M2,-42C10,-42 18,-36 20,-28L8,-25C6,-30 3,-33 -1,-34Z", CRIMSON, BLACK, 0.8) + circle(
        4.6, -28, 2.6, PALE, BLACK, 0.6
    )
    head = circle(-1, -52.5, 6, PALE, BLACK, 0.8)
    hat = path("M-7,-54C-7,-60 4,-61 6,-55L4,-52C1,-55 -3,-55 -7,-54ZM0,-58L4,-66H8L5,-57Z", BLACK)
    face = circle(-3.4, -52, 0.7, BLACK) + circle(0.2, -52, 0.7, BLACK) + line("M-3,-49.4H-0.6", RED, 0.8)
    return umbrella + ribs + feet + trousers + coat + folds + head + hat + face + sleeve


def frog() -> str:
    """A frog that sits up and looks to the right; 16 wide, its feet at y 0."""
    legs = path("M-8,0C-9,-5 -5,-8 -1,-5L-1,0ZM2,0L4,-5L8,0Z", DARK_GREEN)
    body = path("M-6,-2C-6,-8 0,-13 5,-13C9,-12 9,-8 6,-6C4,-2 0,0 -6,-2Z", LEAF, BLACK, 0.7)
    return legs + body + circle(4.4, -12, 1.8, WHITE, BLACK, 0.5) + circle(4.9, -12, 0.8, BLACK)


def phoenix() -> str:
    """A phoenix with long tail feathers, in flight to the left; 78 wide, about the origin."""
    plume = path("M0,0C14,2 26,8 34,22C24,22 10,14 0,5Z", RED, BLACK, 0.7) + line("M3,3C14,6 24,12 31,20", YELLOW, 1.4)
    blue = path("M0,0C14,2 26,8 34,22C24,22 10,14 0,5Z", BLUE, BLACK, 0.7) + line("M3,3C14,6 24,12 31,20", WHITE, 1.2)
    tails = placed(plume, 8, 0, 1.1, -18) + placed(blue, 8, 2, 1.1, 4) + placed(plume, 6, 3, 1.1, 28)
    far = path(
        "M-2,-4C2,-16 12,-26 26,-30C24,-24 26,-22 20,-18C22,-14 16,-12 17,-9C12,-6 6,-3 2,0Z", ORANGE, BLACK, 0.8
    )
    body = path("M-16,-2C-12,-10 6,-8 12,0C12,7 2,10 -6,9C-12,7 -17,3 -16,-2Z", YELLOW, BLACK, 0.9)
    near = path(
        "M-6,-1C-10,-12 -10,-22 -4,-32C0,-29 0,-25 3,-24C1,-19 6,-18 6,-14C5,-10 8,-8 8,-4C4,-1 -2,1 -6,-1Z",
        RED,
        BLACK,
        0.8,
    )
    barbs = line("M-3,-4C-5,-12 -5,-20 -3,-26M0,-4C0,-10 0,-14 1,-19M4,-5C3,-8 4,-10 4,-12", YELLOW, 1.2)
    scales = around(line("M0,-3.4A3.4,3.4 0 0 1 3,-1.6", ORANGE, 0.9), 4)
    neck = path("M-14,0C-22,-2 -18,-14 -24,-19L-19,-22C-14,-16 -14,-10 -9,-6Z", YELLOW, BLACK, 0.8)
    head = circle(-23, -20, 4.4, YELLOW, BLACK, 0.8) + path("M-27,-21L-33,-17.4L-26,-17.6Z", RED, BLACK, 0.5)
    crest = line(
        "M-21,-24C-20,-29 -16,-31 -13,-30M-22.4,-24.4C-23,-30 -20,-33 -17,-34M-24,-24C-26,-28 -25,-32 -23,-34", RED, 1.5
    )
    eye = circle(-24, -20.6, 1, BLACK)
    return tails + far + body + placed(scales, -2, 3) + near + barbs + neck + crest + head + eye


def curtain() -> str:
    """The cherry viewers' curtain: 88 wide and 62 high, its top left at the origin."""
    cloth = path("M0,0Q22,9 44,3T88,2V62H0Z", RED)
    bands = path("M12,3.6Q18,5 26,5V62H12ZM42,3.4Q50,1.6 58,1V62H42ZM74,0.9Q80,1 84,1.6V62H74Z", WHITE)
    crests = circle(34, 36, 9, NIGHT) + circle(66, 34, 9, NIGHT)
    petals = placed(around(circle(0, -4, 2.6, WHITE), 5), 34, 36) + placed(around(circle(0, -4, 2.6, WHITE), 5), 66, 34)
    rope = line("M0,0Q22,9 44,3T88,2", PURPLE, 3.4)
    return cloth + bands + crests + petals + rope


def strip(fill: str, text: str = "") -> str:
    """A slip of paper for poems, 20 by 92, its middle at the origin, leaning as on the cards."""
    paper = box(-10, -46, 20, 92, fill, 1) + path("M-10,-46H10V-40H-10ZM-10,46H10V40H-10Z", BLACK, fill_opacity="0.18")
    step = 76 / max(len(text), 1)
    glyphs = "".join(written(sign, 0, -38 + step * (place + 0.5), 13, BLACK) for place, sign in enumerate(text))
    return paper + glyphs


def moon() -> str:
    """A full moon, 56 across, about the origin."""
    return circle(0, 0, 28, WHITE, PALE, 1.2)
