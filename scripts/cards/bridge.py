"""The 52 bridge cards, three jokers and their back."""

from __future__ import annotations

from typing import Final

from scripts.cards.ink import (
    BLACK,
    BLUE,
    BROWN,
    CRIMSON,
    DARK_GREEN,
    GREEN,
    HEIGHT,
    NIGHT,
    OCHRE,
    PALE,
    PINK,
    PURPLE,
    RED,
    WHITE,
    WIDTH,
    YELLOW,
    box,
    circle,
    line,
    outline,
    oval,
    path,
    placed,
    put,
    words,
)

SUITS: Final = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
INKS: Final = {"C": DARK_GREEN, "D": "#b4540f", "H": RED, "S": BLACK}
"""A colour for each suit of its own; the shape says it too."""
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

LEFT, MIDDLE, RIGHT = 35.0, 50.0, 65.0
PIPS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "2": ((MIDDLE, 36), (MIDDLE, 124)),
    "3": ((MIDDLE, 36), (MIDDLE, 80), (MIDDLE, 124)),
    "4": ((LEFT, 36), (RIGHT, 36), (LEFT, 124), (RIGHT, 124)),
    "5": ((LEFT, 36), (RIGHT, 36), (MIDDLE, 80), (LEFT, 124), (RIGHT, 124)),
    "6": ((LEFT, 36), (RIGHT, 36), (LEFT, 80), (RIGHT, 80), (LEFT, 124), (RIGHT, 124)),
    "7": ((LEFT, 36), (RIGHT, 36), (MIDDLE, 58), (LEFT, 80), (RIGHT, 80), (LEFT, 124), (RIGHT, 124)),
    "8": ((LEFT, 36), (RIGHT, 36), (MIDDLE, 58), (LEFT, 80), (RIGHT, 80), (MIDDLE, 102), (LEFT, 124), (RIGHT, 124)),
    "9": (
        (LEFT, 36),
        (RIGHT, 36),
        (LEFT, 65),
        (RIGHT, 65),
        (MIDDLE, 80),
        (LEFT, 95),
        (RIGHT, 95),
        (LEFT, 124),
        (RIGHT, 124),
    ),
    "10": (
        (LEFT, 36),
        (RIGHT, 36),
        (MIDDLE, 50),
        (LEFT, 65),
        (RIGHT, 65),
        (LEFT, 95),
        (RIGHT, 95),
        (MIDDLE, 110),
        (LEFT, 124),
        (RIGHT, 124),
    ),
}
"""Where the signs of the suit stand; those of the lower half are upside down."""


def motifs() -> dict[str, str]:
    """The four suits, each about its own middle, 22 high."""
    heart = path("M0,11C-5,4 -11,0 -11,-5.5C-11,-12 -2.5,-13 0,-6.5C2.5,-13 11,-12 11,-5.5C11,0 5,4 0,11Z", INKS["H"])
    diamond = path("M0,-12Q3.5,-4.5 9,0Q3.5,4.5 0,12Q-3.5,4.5 -9,0Q-3.5,-4.5 0,-12Z", INKS["D"])
    spade = path(
        "M0,-11.5C4,-5 10.5,-2 10.5,3.6C10.5,9 3.6,9.4 1.4,5.4Q1.8,9.4 4.6,11.5H-4.6"
        "Q-1.8,9.4 -1.4,5.4C-3.6,9.4 -10.5,9 -10.5,3.6C-10.5,-2 -4,-5 0,-11.5Z",
        INKS["S"],
    )
    leaves = circle(0, -6, 5, INKS["C"]) + circle(-5.6, 2, 5, INKS["C"]) + circle(5.6, 2, 5, INKS["C"])
    club = leaves + path("M-1.4,0Q-1.4,8 -4.6,11.5H4.6Q1.4,8 1.4,0Z", INKS["C"])
    return {"heart": heart, "diamond": diamond, "spade": spade, "club": club}


def corner(label: str, suit: str) -> str:
    """Rank and suit, as they stand in the corner of a fanned card."""
    return words(
        label, 13, 25, 17 if label == "10" else 22, INKS[suit], font_family="Georgia,serif", font_weight="700"
    ) + put(SUITS[suit], 13, 38, 0.74)


def king(robe: str) -> str:
    """The upper half of a king, about the card's middle."""
    crown = path("M-13,-47L-15,-61L-8,-54L0,-64L8,-54L15,-61L13,-47Z", YELLOW, BLACK, 1) + circle(0, -54, 1.8, RED)
    beard = path("M-11,-36C-11,-16 11,-16 11,-36C6,-30 -6,-30 -11,-36Z", BROWN, BLACK, 0.8)
    hair = path("M-13,-47C-16,-38 -15,-30 -12,-26L-9,-40ZM13,-47C16,-38 15,-30 12,-26L9,-40Z", BROWN)
    ermine = path("M-14,-22C-8,-14 8,-14 14,-22L17,0H-17Z", WHITE, BLACK, 0.8) + "".join(
        circle(x, y, 1.2, BLACK) for x, y in ((-8, -10), (0, -13), (8, -10), (-4, -4), (5, -4))
    )
    sceptre = line("M24,0V-44", OCHRE, 2.4) + circle(24, -47, 4, YELLOW, BLACK, 0.9)
    return bust(robe) + ermine + hair + head() + beard + mouth(-27) + crown + sceptre


def queen(robe: str) -> str:
    """The upper half of a queen, about the card's middle."""
    hair = path("M0,-52C-20,-52 -18,-30 -16,-14L-8,-18V-40H8V-18L16,-14C18,-30 20,-52 0,-52Z", OCHRE, BLACK, 0.8)
    crown = path("M-11,-48L-13,-57L-6,-52L0,-60L6,-52L13,-57L11,-48Q0,-52 -11,-48Z", YELLOW, BLACK, 1) + circle(
        0, -60, 1.8, RED
    )
    collar = path("M-10,-20Q0,-8 10,-20L14,-14Q0,0 -14,-14Z", WHITE, BLACK, 0.8)
    flower = (
        line("M-22,0C-22,-12 -24,-20 -23,-28", GREEN, 1.6)
        + circle(-23, -31, 5, PINK, CRIMSON, 0.8)
        + circle(-23, -31, 1.8, YELLOW)
    )
    return bust(robe) + hair + head() + mouth(-29) + collar + crown + flower


def jack(robe: str) -> str:
    """The upper half of a jack, about the card's middle."""
    hair = path("M-12,-46C-16,-36 -14,-28 -11,-25L-8,-40ZM12,-46C16,-36 14,-28 11,-25L8,-40Z", BARK_HAIR)
    cap = path("M-15,-46C-16,-58 6,-62 16,-52C18,-48 16,-45 14,-45Q0,-50 -15,-46Z", robe, BLACK, 1) + path(
        "M10,-52C16,-66 24,-66 27,-60C22,-60 18,-56 14,-50Z", WHITE, BLACK, 0.8
    )
    collar = path("M-8,-21L0,-10L8,-21L12,-16L0,-2L-12,-16Z", YELLOW, BLACK, 0.8)
    staff = line("M-24,0V-50", BROWN, 2.2) + path("M-24,-62L-29,-48L-24,-51L-19,-48Z", OCHRE, BLACK, 0.8)
    return bust(robe) + hair + head() + mouth(-29) + collar + cap + staff


BARK_HAIR: Final = "#4a3229"


def bust(robe: str) -> str:
    """Shoulders down to the card's middle."""
    return path("M-30,0C-30,-16 -18,-22 -8,-23H8C18,-22 30,-16 30,0Z", robe, BLACK, 1) + line(
        "M-18,0V-12M18,0V-12", YELLOW, 1.6
    )


def head() -> str:
    """A face that looks straight ahead."""
    eyes = (
        circle(-4, -38, 1.1, BLACK)
        + circle(4, -38, 1.1, BLACK)
        + line("M-6.4,-41Q-4,-42.4 -2,-41M2,-41Q4,-42.4 6.4,-41", BLACK, 0.8)
    )
    return oval(0, -36, 10, 13, PALE) + eyes + line("M0,-38L-1.4,-33H0.6", BROWN, 0.8)


def mouth(y: float) -> str:
    """A red mouth."""
    return line(f"M-2.4,{y:g}Q0,{y + 1.6:g} 2.4,{y:g}", RED, 1.3)


ROBES: Final = {"C": GREEN, "D": "#d9812c", "H": CRIMSON, "S": NIGHT}


def court(rank: str, suit: str) -> str:
    """A court card: the figure upright and upside down."""
    figure = {"J": jack, "Q": queen, "K": king}[rank](ROBES[suit])
    half = placed(figure, 50, 80, 1) + put(SUITS[suit], 72, 32, 0.5)
    frame = (
        '<rect x="24" y="14" width="52" height="132" rx="3" fill="none" stroke="'
        + INKS[suit]
        + '" stroke-width="0.8"/>'
    )
    return frame + half + f'<g transform="rotate(180 50 80)">{half}</g>' + line("M20,80H80", YELLOW, 1.6)


def joker(stars: int, coat: str, cap: str) -> str:
    """A joker; the stars say which one."""
    hat = path(
        "M-16,-6C-34,-10 -36,6 -38,16C-28,10 -22,12 -16,8ZM16,-6C34,-10 36,6 38,16C28,10 22,12 16,8Z", cap, BLACK, 1
    )
    middle = path("M-18,2C-16,-20 -6,-26 2,-44C8,-30 18,-20 18,2Q0,-6 -18,2Z", coat, BLACK, 1)
    bells = (
        circle(-38, 18, 3.6, YELLOW, BLACK, 0.8)
        + circle(38, 18, 3.6, YELLOW, BLACK, 0.8)
        + circle(2, -46, 3.6, YELLOW, BLACK, 0.8)
    )
    face = (
        oval(0, 12, 14, 17, PALE)
        + circle(-5, 8, 1.7, BLACK)
        + circle(5, 8, 1.7, BLACK)
        + line("M-7,17Q0,25 7,17", RED, 1.8)
    )
    cheeks = circle(-8, 15, 2.2, PINK) + circle(8, 15, 2.2, PINK)
    collar = path("M-26,34L-18,26L-10,33L0,26L10,33L18,26L26,34L18,44L8,38L0,46L-8,38L-18,44Z", coat, BLACK, 1)
    star = path("M0,-7L2,-2.2L7,-2L3,1.2L4.4,6L0,3.2L-4.4,6L-3,1.2L-7,-2L-2,-2.2Z", coat, BLACK, 0.6)
    row = "".join(placed(star, 50 + (place - (stars - 1) / 2) * 18, 136) for place in range(stars))
    letters = "".join(
        words(letter, 14, 24 + place * 13, 13, coat, font_family="Georgia,serif", font_weight="700")
        for place, letter in enumerate("JOKER")
    )
    return letters + placed(hat + middle + bells + face + cheeks + collar, 56, 72, 0.92) + row


def card(rank: str, suit: str) -> str:
    """One of the 52."""
    if rank == "A":
        middle = put(SUITS[suit], 50, 80, 2.6)
    elif rank in PIPS:
        middle = "".join(put(SUITS[suit], x, y, 0.8, 180 if y > HEIGHT / 2 else 0) for x, y in PIPS[rank])
    else:
        middle = court(rank, suit)
    label = corner(rank, suit)
    return middle + label + f'<g transform="rotate(180 50 80)">{label}</g>'


def framed(drawing: str) -> str:
    """A card with a thin border."""
    return outline(0.8, 7, BLACK, 1.6, WHITE) + drawing


def back() -> str:
    """A blue back with waves, as on cloth."""
    waves = "".join(
        circle(x + (10 if row % 2 else 0), y, 10, NIGHT if (row + x) % 3 else BLUE, WHITE, 0.8)
        + circle(x + (10 if row % 2 else 0), y, 5, BLUE, WHITE, 0.8)
        for row, y in enumerate(range(18, 160, 9))
        for x in range(0, 110, 20)
    )
    border = outline(4, 5, WHITE, 8) + outline(8, 3, NIGHT, 1.4)
    cloth = f'<g clip-path="url(#edge)">{box(0, 0, WIDTH, HEIGHT, BLUE)}{waves}{border}</g>'
    return cloth + outline(0.8, 7, BLACK, 1.6)


def drawings() -> dict[str, str]:
    """Every card of the deck by its id, and `back`."""
    cards = {rank + suit: framed(card(rank, suit)) for rank in RANKS for suit in SUITS}
    jokers = {"JK1": joker(1, RED, YELLOW), "JK2": joker(2, BLUE, GREEN), "JK3": joker(3, PURPLE, OCHRE)}
    return cards | {name: framed(drawing) for name, drawing in jokers.items()} | {"back": back()}
