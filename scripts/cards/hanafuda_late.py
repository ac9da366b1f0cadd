"""The cards of July to December: what stands on each, by its kind."""

from __future__ import annotations

from scripts.cards import creatures
from scripts.cards.ink import (
    BARK,
    BLACK,
    BLUE,
    CRIMSON,
    DARK_GREEN,
    GREY,
    HEIGHT,
    LEAF,
    OCHRE,
    PAPER,
    RED,
    WHITE,
    WIDTH,
    YELLOW,
    box,
    circle,
    line,
    path,
    placed,
    put,
)
from scripts.cards.slips import blue_slip, red_slip


def july() -> dict[str, str]:
    """Bush clover."""
    low = put("clover", 16, 156, 1.15) + put("clover", 84, 156, 1.15, mirror=True)
    return {
        "animal": put("clover", 14, 104, 1.15)
        + put("clover", 86, 104, 1.15, mirror=True)
        + put("clover", 46, 96, 1.15, 4)
        + path("M6,154V136C30,126 66,128 94,138V154Z", YELLOW)
        + placed(creatures.boar(), 52, 148, 1.2),
        "ribbon": low + put("clover", 20, 94, 1.15) + put("clover", 80, 94, 1.15, mirror=True) + red_slip(),
        "chaff-1": low
        + put("clover", 44, 152, 1.7)
        + put("clover", 22, 92, 1.1)
        + put("clover", 84, 88, 1.05, mirror=True),
        "chaff-2": put("clover", 60, 156, 1.8, 0, mirror=True)
        + put("clover", 74, 154, 1.3, 4)
        + put("clover", 22, 156, 1.3, -4)
        + put("clover", 82, 82, 1, mirror=True)
        + put("clover", 40, 84, 1),
    }


def august() -> dict[str, str]:
    """Pampas grass."""
    hill = path("M6,160V112C28,84 72,80 94,100V160Z", BLACK)
    tufts = line(
        "".join(
            f"M{x},{y}q4,-12 12,-16M{x},{y}q-1,-10 2,-17"
            for x, y in ((16, 122), (34, 108), (54, 104), (74, 108), (26, 140), (48, 132), (68, 134), (82, 128))
        ),
        GREY,
        1,
    )
    plumes = put("grass", 18, 112, 1.15) + put("grass", 40, 98, 1.5) + put("grass", 66, 98, 1.1)
    return {
        "bright": box(0, 0, WIDTH, 112, RED) + placed(creatures.moon(), 50, 50) + hill + tufts,
        "animal": hill
        + tufts
        + placed(creatures.goose(), 38, 32, 1.1)
        + placed(creatures.goose(), 68, 52, 1.1)
        + placed(creatures.goose(), 34, 74, 1.1),
        "chaff-1": plumes + hill + tufts,
        "chaff-2": put("grass", 82, 106, 1.25, mirror=True)
        + put("grass", 54, 96, 1.3, mirror=True)
        + put("grass", 60, 98, 1.2)
        + put("grass", 30, 104, 0.9, mirror=True)
        + hill
        + tufts,
    }


def september() -> dict[str, str]:
    """Chrysanthemum."""
    stem = line("M40,154C42,120 36,90 38,56M64,154C62,130 70,110 68,96", DARK_GREEN, 2.4)
    leaves = (
        put("kiku-leaf", 38, 100, 1.1, -70)
        + put("kiku-leaf", 40, 122, 1.1, 70)
        + put("kiku-leaf", 42, 144, 1.1, -60)
        + put("kiku-leaf", 64, 138, 1.1, 60)
    )
    return {
        "animal": stem
        + leaves
        + put("kiku-leaf", 62, 120, 1, 80)
        + put("kiku", 34, 42, 1.4)
        + put("kiku-red", 72, 58, 1.05)
        + placed(creatures.cup(), 52, 110, 1.35),
        "ribbon": stem
        + leaves
        + put("kiku", 32, 42, 1.35)
        + put("kiku-red", 74, 54, 1.05)
        + put("kiku", 74, 126, 1.15)
        + blue_slip(),
        "chaff-1": stem
        + leaves
        + put("kiku-leaf", 68, 84, 1, 40)
        + put("kiku", 36, 46, 1.6)
        + put("kiku-red", 68, 94, 1.4),
        "chaff-2": stem
        + leaves
        + put("kiku-red", 36, 52, 1.35)
        + put("kiku", 70, 40, 1.15)
        + put("kiku", 62, 92, 1.5)
        + put("kiku-red", 28, 124, 1),
    }


def october() -> dict[str, str]:
    """Maple."""
    branch = line("M94,30C70,30 54,44 30,40M60,36L44,62L20,70M94,84C80,84 70,92 58,90", BARK, 3)
    crown = (
        put("maple", 28, 38, 1.15, 20)
        + put("maple-gold", 58, 30, 1.1, -16)
        + put("maple", 80, 44, 1.1, 40)
        + put("maple-orange", 44, 62, 1.1, -30)
    )
    low = (
        put("maple", 22, 84, 1.1, 30)
        + put("maple-gold", 72, 78, 1.15, 10)
        + put("maple", 52, 98, 1.2, -20)
        + put("maple-orange", 82, 112, 1.15, 30)
    )
    lowest = put("maple-gold", 24, 118, 1.1, -40) + put("maple", 44, 138, 1.2, 16) + put("maple", 74, 142, 1.1, -20)
    turned = f'<g transform="translate(100 0) scale(-1 1)">{branch}</g>'
    return {
        "animal": branch
        + crown
        + put("maple", 18, 68, 0.9, 10)
        + put("maple-gold", 84, 76, 0.9, 60)
        + path("M6,154V144C34,136 70,138 94,146V154Z", LEAF)
        + placed(creatures.deer(), 50, 148, 1.16),
        "ribbon": branch
        + crown
        + put("maple-gold", 20, 76, 1, 0)
        + lowest
        + put("maple-orange", 82, 104, 1.05, 30)
        + blue_slip(),
        "chaff-1": branch + crown + low + lowest,
        "chaff-2": turned
        + put("maple", 70, 36, 1.2, -10)
        + put("maple-orange", 36, 28, 1.05, 24)
        + put("maple-gold", 22, 58, 1.1, -30)
        + put("maple", 52, 64, 1.2, 30)
        + put("maple-gold", 82, 76, 1.05, 0)
        + put("maple", 30, 92, 1.2, -14)
        + put("maple-orange", 66, 106, 1.15, 18)
        + put("maple-gold", 28, 130, 1.15, 20)
        + put("maple", 62, 140, 1.15, -24),
    }


def november() -> dict[str, str]:
    """Willow."""
    bough = line("M6,24C34,8 60,26 94,14", BARK, 3.4)
    twigs = (
        put("willow", 16, 22)
        + put("willow-short", 30, 20)
        + put("willow", 72, 20)
        + put("willow-short", 58, 20)
        + put("willow", 86, 18)
    )
    stream = path("M6,154V138C24,128 34,146 54,138S80,130 94,136V154Z", BLUE) + line(
        "M10,146C26,138 36,152 54,146S82,138 92,144", WHITE, 1.2
    )
    rain = line("M24,98L18,114M40,104L34,120M62,98L56,114M80,102L74,118M30,128L26,138M70,126L66,136", GREY, 1)
    bolt = path("M58,44L30,94H48L34,140L74,82H54L70,44Z", YELLOW, BLACK, 1.6)
    drum = (
        circle(24, 124, 13, OCHRE, BLACK, 1.2)
        + circle(24, 124, 8, PAPER, BLACK, 1)
        + path("M24,124m-4,0a4,4 0 0 1 4,-4a2,2 0 0 1 0,4a2,2 0 0 0 0,4a4,4 0 0 1 -4,-4Z", RED)
    )
    storm = box(0, 0, WIDTH, HEIGHT, CRIMSON) + path(
        "M6,62C14,40 32,50 38,42C46,30 66,34 70,44C84,40 92,50 94,60V6H6Z", BLACK
    )
    return {
        "bright": bough
        + put("willow-short", 14, 22, 1.05)
        + put("willow-short", 84, 18, 1.2)
        + put("willow-short", 92, 16, 0.9)
        + stream
        + placed(creatures.poet(), 54, 140, 1.24)
        + placed(creatures.frog(), 18, 142, 1.1),
        "animal": bough
        + put("willow", 16, 22, 1.2)
        + put("willow-short", 32, 20)
        + put("willow", 78, 20, 1.3)
        + put("willow-short", 60, 20)
        + put("willow", 90, 18, 1.5)
        + placed(creatures.swallow(), 46, 100, 1.35),
        "ribbon": bough
        + twigs
        + put("willow", 18, 80, 1.1)
        + put("willow", 82, 80, 1.15)
        + put("willow-short", 44, 20)
        + red_slip(),
        "chaff": storm + put("willow-short", 16, 50, 1) + put("willow-short", 86, 48, 1.1) + rain + bolt + drum,
    }


def december() -> dict[str, str]:
    """Paulownia."""
    leaves = put("kiri-leaf", 28, 96, 1.2, 14) + put("kiri-leaf", 72, 96, 1.2, -14) + put("kiri-leaf", 50, 108, 1.3)
    flowers = put("kiri-tall", 50, 100, 1.3) + put("kiri-short", 28, 94, 1.4, -10) + put("kiri-short", 72, 94, 1.4, 10)
    low = put("kiri-leaf", 28, 118, 1.1, 10) + put("kiri-leaf", 72, 118, 1.1, -10) + put("kiri-leaf", 50, 122, 1.05)
    ground = box(0, 128, WIDTH, 32, YELLOW)
    shifted = placed(flowers + leaves, 0, -18)
    return {
        "bright": placed(creatures.phoenix(), 46, 58, 1.02)
        + put("kiri-short", 26, 122, 1, -8)
        + put("kiri-short", 76, 122, 1, 8)
        + put("kiri-short", 50, 122, 1)
        + low,
        "chaff-1": ground + shifted + line("M50,120V154", DARK_GREEN, 2.4),
        "chaff-2": flowers + leaves + line("M50,140V154", DARK_GREEN, 2.4),
        "chaff-3": placed(flowers + leaves, 26, -12, 0.8)
        + placed(flowers + leaves, -4, 40, 0.86)
        + line("M66,84V154", DARK_GREEN, 2.2),
    }
