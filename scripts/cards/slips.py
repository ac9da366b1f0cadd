"""The slips of paper for poems: red with words, plain red, and blue with clouds."""

from __future__ import annotations

from scripts.cards import creatures
from scripts.cards.ink import BLUE, RED, YELLOW, line, placed


def poem(text: str) -> str:
    """A red slip with a poem."""
    return placed(creatures.strip(RED, text), 50, 84, 1, 12)


def red_slip() -> str:
    """A red slip without words."""
    return placed(creatures.strip(RED), 50, 84, 1, 12)


def blue_slip() -> str:
    """A blue slip, with clouds of gold as its sign."""
    gold = line("M-5,-22q5,-5 10,0M-5,0q5,-5 10,0M-5,22q5,-5 10,0", YELLOW, 1.6)
    return placed(creatures.strip(BLUE) + gold, 50, 84, 1, 12)
