"""A whole server with dealt decks: `python -m fudakai.server.rehearsal FOLDER`, as `fudakai check-client` starts it.

It is the real server, put together as always, but for chance: decks are stacked so that what a client has to be able
to do is sure to come up in a short match. It prints one line of JSON with its port, and ends when its standard input
does, so that it does not outlive who started it. It keeps nothing that lasts: its Redis need not reach the disk.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from pathlib import Path
from typing import Final

import msgspec
import uvloop

from fudakai.server import app, log
from fudakai.server.config.settings import load
from fudakai.server.games.api import Chosen, Draw, Drawn, Shuffle, Shuffled
from fudakai.server.games.cards import HANAFUDA

SETTINGS: Final = {
    "host": "127.0.0.1",
    "port": 0,
    "redis_fsync": "no",
    "turn_seconds": 600,
    "reconnect_grace": 600,
    "cycle_delay": 0,
    "round_delay": 0,
    "bot_delay": 0,
    "credits": 1000,
    "credits_per_second": 500,
}
"""Nothing to wait for, and time for a client to be slow; more credits than a turn-by-turn player can spend."""

STOCK: Final = 24
"""Where the stock begins when two play with flower cards: after eight on the field and twice eight in hand."""
PAIRED: Final = ("04", "05", "07")
"""Months of which two cards lie on the field, none is in a hand, and the next ones are turned first: whoever turns one
has to choose (H9)."""


class StackedDeck:
    """Draws as scripted; what is not scripted is drawn by a generator that begins with `seed`."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = random.Random(seed)  # noqa: S311  # it is to be repeatable

    def __call__(self, draw: Draw) -> Drawn:
        if not isinstance(draw, Shuffle):
            return Chosen(self._rng.choice(draw.among))
        if set(draw.deck) == set(HANAFUDA):
            return Shuffled(flowers(draw.deck))
        if any(card.startswith("JK") for card in draw.deck):
            return Shuffled(low_cards(draw.deck))
        deck = list(draw.deck)
        self._rng.shuffle(deck)
        return Shuffled(tuple(deck))


def low_cards(deck: tuple[str, ...]) -> tuple[str, ...]:
    """Agurk: the ranks two to eight, suit by suit: no hand of the first round has two of a rank, and nobody is out in
    fewer than three rounds (A4, A14), so that every seat has many turns."""
    return tuple(card for suit in "CDHS" for card in deck if card[-1] == suit and card[0] in "2345678")


def flowers(deck: tuple[str, ...]) -> tuple[str, ...]:
    """The games with flower cards, for two: three pairs on the field and hands without pairs, so nothing is void and
    no hand lucky; the first three cards of the stock match two each. The storm card comes last."""
    paired = [card for month in PAIRED for card in deck if card.startswith(month)]
    shown = [card for at, card in enumerate(paired) if at % 4 < 2]  # two of each of the months, in deck order
    turned = [card for at, card in enumerate(paired) if at % 4 == 2]
    rest = [card for card in deck if card not in paired and card != "11-chaff"]
    months = sorted({card[:2] for card in rest})
    by_month = {month: [card for card in rest if card.startswith(month)] for month in months}
    turns = [by_month[month][nth] for nth in range(4) for month in months if nth < len(by_month[month])]
    single, hands = turns[:2], turns[2 : STOCK - len(shown)]
    return (*shown, *single, *hands, *turned)


def main() -> None:
    """The program."""
    settings = load(**SETTINGS, data_dir=Path(sys.argv[1])).settings
    log.set_up(settings.log_level, settings.log_format)

    def started(facts: app.Startup) -> None:
        sys.stdout.write(msgspec.json.encode({"port": facts.port}).decode() + "\n")
        sys.stdout.flush()
        threading.Thread(target=_end_with_input, daemon=True).start()

    raise SystemExit(uvloop.run(app.serve(settings, started, StackedDeck())))


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
