"""The examples of Hanafuda and Koi-Koi that GAMES.md shows, played by the engines: `python -m
tests.protocol.flower_examples` prints them as the page has them.

Each example is a block: a view (`table`, `private`, `offers` of the seat to move), or a move or an event a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fudakai.server.games.api import Choose, Chosen, Event, Game, Move, Shuffled
from fudakai.server.games.hanafuda import game as hanafuda
from fudakai.server.games.koikoi import game as koikoi
from tests.protocol.session import wrapped

HANAFUDA_DEAL = (
    *("01-ribbon", "01-chaff-1", "03-chaff-1", "05-ribbon", "08-animal", "08-chaff-1", "09-animal", "10-chaff-1"),
    *("01-bright", "03-ribbon", "04-ribbon", "07-animal", "08-bright", "08-chaff-2", "11-chaff", "12-bright"),
    *("02-animal", "02-ribbon", "06-animal", "09-ribbon", "09-chaff-1", "09-chaff-2", "11-animal", "12-chaff-1"),
    *("10-ribbon", "01-chaff-2"),
)
"""The field, the hand of seat 0 (the dealer), that of seat 1, the top of the stock. Seat 0 has a hiki of August, seat 1
one of September."""

FOUR_ON_THE_FIELD = ("12-bright", "12-chaff-1", "12-chaff-2", "12-chaff-3", *HANAFUDA_DEAL[:4])

FOUR_PAIRS = (
    *("01-bright", "02-animal", "03-bright", "04-animal", "05-animal", "06-animal", "07-animal", "08-bright"),
    *("09-animal", "09-ribbon", "10-animal", "10-ribbon", "11-bright", "11-animal", "12-bright", "12-chaff-1"),
)

KOIKOI_DEAL = (
    *("01-chaff-1", "02-chaff-1", "03-chaff-1", "05-chaff-1", "06-chaff-1", "08-chaff-1", "09-chaff-1", "10-chaff-1"),
    *("01-ribbon", "02-ribbon", "03-bright", "04-ribbon", "07-animal", "08-bright", "11-bright", "12-bright"),
    *("02-animal", "04-animal", "05-animal", "06-ribbon", "07-ribbon", "10-ribbon", "11-ribbon", "12-chaff-1"),
    *("09-animal", "03-ribbon", "05-ribbon"),
)
"""As above. Seat 0 makes cherry viewing in its first turn, and moon viewing in its second."""


class Table:
    """A match and its events."""

    def __init__(self, game: Game, players: int, **options: Any) -> None:
        self.game = game
        self.state = game.setup(msgspec.convert(options, game.Options), players)
        self.events: list[Event] = []

    def dealt(self, *deck: str) -> list[Event]:
        """Seat 0 is drawn as the first dealer, if that is due, and this deck is dealt. Returns the events."""
        before = len(self.events)
        if self.game.chance(self.state) == Choose((0, 1)):
            self._took(self.game.draw(self.state, Chosen(0)))
        self._took(self.game.draw(self.state, Shuffled(deck)))
        return self.events[before:]

    def plays(self, seat: int, move: Move) -> list[Event]:
        """Makes an offered move. Returns its events. Raises Refused."""
        assert move in self.game.legal(self.state, seat), f"{move} is not offered"
        return self._took(self.game.apply(self.state, seat, move))

    def goes(self, step: Any) -> list[Event]:
        """Takes a departure or a return. Returns the events."""
        return self._took(step)

    def by_clock(self) -> list[Event]:
        """The clock plays the round to its end. Returns the events of the last move."""
        last: list[Event] = []
        while self.game.table(self.state)["stock"]:
            (seat,) = self.game.to_act(self.state)
            last = self._took(self.game.apply(self.state, seat, self.game.timeout_moves(self.state, seat)[0]))
        return last

    def view(self) -> str:
        """What the seat to move is shown."""
        (seat,) = self.game.to_act(self.state)
        shown = {
            "table": self.game.table(self.state),
            "private": self.game.seat(self.state, seat),
            "offers": self.game.legal(self.state, seat),
        }
        return wrapped([_json(shown)])

    def _took(self, step: Any) -> list[Event]:
        self.state = step.state
        self.events += step.events
        return list(step.events)


CHOICE: Move = {"type": "choose", "target": "01-ribbon"}


def first_turns() -> Table:
    """Hanafuda with seat 0 to move for the second time, which has every kind of offer."""
    table = Table(hanafuda, 2)
    table.dealt(*HANAFUDA_DEAL)
    table.plays(0, {"type": "play", "card": "03-ribbon"})
    table.plays(1, {"type": "play", "card": "12-chaff-1"})
    table.plays(1, CHOICE)
    return table


def examples() -> dict[str, str]:
    """The blocks by name, in the order in which the page has them."""
    found: dict[str, str] = {}
    choosing = Table(hanafuda, 2)
    choosing.dealt(*HANAFUDA_DEAL)
    choosing.plays(0, {"type": "play", "card": "03-ribbon"})
    choosing.plays(1, {"type": "play", "card": "12-chaff-1"})
    found["choosing view"] = choosing.view()
    table = first_turns()
    dealer, dealt, *turns = [event for event in table.events if event.get("card") != "12-chaff-1"]
    found["hanafuda view"] = table.view()
    branch = table.state
    (storm, *_) = table.plays(0, {"type": "play", "card": "11-chaff", "target": "05-ribbon"})
    table.state = branch
    (hiki, *_) = table.plays(0, {"type": "hiki", "month": 8})
    *_, scored = table.by_clock()

    void = Table(hanafuda, 2).dealt(*FOUR_ON_THE_FIELD)[-1]
    lucky = Table(hanafuda, 2).dealt(*FOUR_PAIRS)[2]
    three = Table(hanafuda, 3)
    left = three.goes(hanafuda.leave(three.state, 2))
    returned = three.goes(hanafuda.give_back(three.state, 2))
    over = Table(hanafuda, 2, rounds=1).dealt(*FOUR_PAIRS)[-1]
    found["flower moves"] = _lines(
        {"type": "play", "card": "01-bright"}, {"type": "play", "card": "08-bright", "target": "08-animal"}, CHOICE
    )
    found["flower events"] = _lines(dealer, *turns, void, lucky, *left, *returned, over)
    found["hanafuda moves"] = _lines(
        {"type": "play", "card": "11-chaff", "target": "05-ribbon"}, {"type": "hiki", "month": 8}
    )
    found["hanafuda events"] = _lines(dealt, storm, hiki, scored)

    table = Table(koikoi, 2)
    (_, dealt) = table.dealt(*KOIKOI_DEAL)
    (*_, yaku) = table.plays(0, {"type": "play", "card": "03-bright"})
    found["koikoi view"] = table.view()
    called = table.plays(0, {"type": "koi_koi"})
    table.plays(1, {"type": "play", "card": "12-chaff-1"})
    table.plays(0, {"type": "play", "card": "08-bright"})
    found["koikoi moves"] = _lines({"type": "stop"}, {"type": "koi_koi"})
    found["koikoi events"] = _lines(dealt, yaku, *called, *table.plays(0, {"type": "stop"}))
    return found


def _lines(*values: Mapping[str, Any]) -> str:
    return wrapped([_json(value) for value in values])


def _json(value: Any) -> str:
    """As Python's json writes it, with spaces to fold at."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


if __name__ == "__main__":
    for name, block in examples().items():
        print(f"{name}\n```json\n{block}\n```\n")  # noqa: T201 - this is what the program is for
