"""The examples of Dafaza that GAMES.md shows, played by the engine: `python -m tests.protocol.dafaza_examples`
prints them as the page has them.

Each example is a block: a view (`table`, `private`, `offers` of the seat to move), or a move, an offer or an event a
line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from fudakai.server.games.api import Event, Move, Shuffled, Step
from fudakai.server.games.dafaza import game as dafaza
from tests.protocol.session import wrapped

FIRST_DEAL: Final = (
    *("01-bright", "02-animal", "03-ribbon", "07-ribbon", "09-ribbon", "10-animal"),
    *("12-bright", "12-chaff-1", "12-chaff-2", "12-chaff-3"),
    *("02-ribbon", "02-chaff-1", "06-chaff-1", "07-animal", "07-chaff-1", "08-chaff-1"),
    *("09-chaff-1", "10-ribbon", "10-chaff-1", "11-chaff"),
    *("01-ribbon", "01-chaff-1", "03-bright", "06-animal", "07-chaff-2", "08-animal"),
    *("08-chaff-2", "09-chaff-2", "10-chaff-2", "11-animal"),
)
"""The hands of seats 0, 1 and 2. Seat 0 has three of one suit; seat 2 may beat a 7 in three ways."""

FIVE_LIGHTS: Final = ("06-animal", "07-animal", "09-ribbon", "10-ribbon", "11-animal")
"""Beside the lights, the hand of the parent of the second hand."""

LIGHTS: Final = ("01-bright", "03-bright", "08-bright", "11-bright", "12-bright")


class Table:
    """A match of two hands and its events."""

    def __init__(self) -> None:
        self.state: Any = dafaza.setup(dafaza.Options(official_hands=1), 4)
        self.events: list[Event] = []

    def goes(self, step: Step) -> list[Event]:
        """Takes a step. Returns its events."""
        self.state = step.state
        self.events += step.events
        return list(step.events)

    def plays(self, move: Move) -> list[Event]:
        """Makes a move of the seat to act, of several the first. Returns its events. Raises Refused."""
        return self.goes(dafaza.apply(self.state, min(dafaza.to_act(self.state)), move))

    def by_clock(self) -> list[Event]:
        """The clock plays the hand to its end. Returns the events of the last move."""
        last: list[Event] = []
        while self.state.turn is not None:
            last = self.plays(dafaza.timeout_moves(self.state, self.state.turn)[0])
        return last

    def view(self) -> Mapping[str, Any]:
        """What the seat to move is shown."""
        seat = self.state.turn
        return {
            "table": dafaza.table(self.state),
            "private": dafaza.seat(self.state, seat),
            "offers": dafaza.legal(self.state, seat),
        }


def second_trick() -> Table:
    """Seat 2 to follow in the second trick; seat 0 has won the first with three of one suit."""
    table = Table()
    for sign in ("paper", "rock", "rock", "rock"):
        table.plays({"type": "throw", "sign": sign})
    table.goes(dafaza.draw(table.state, Shuffled(FIRST_DEAL)))
    table.plays({"type": "play", "cards": ["12-chaff-1", "12-chaff-2", "12-chaff-3"]})
    table.plays({"type": "fold", "cards": ["10-ribbon", "10-chaff-1", "11-chaff"]})
    table.plays({"type": "fold", "cards": ["09-chaff-2", "10-chaff-2", "11-animal"]})
    table.plays(dafaza.timeout_moves(table.state, 3)[0])
    table.plays({"type": "play", "cards": ["12-bright"]})
    table.plays({"type": "play", "cards": ["07-animal"]})
    return table


def examples() -> dict[str, str]:
    """The blocks by name, in the order in which the page has them."""
    table = second_trick()
    view = table.view()
    signs = dafaza.legal(Table().state, 0)
    events = list(table.events)
    won = [*table.plays({"type": "fold", "cards": ["08-chaff-2"]}), *table.by_clock()]
    winner = table.state.next_parent
    away = Table()
    left = away.goes(dafaza.leave(away.state, 3))
    returned = away.goes(dafaza.give_back(away.state, 3))
    ended = table.goes(dafaza.draw(table.state, Shuffled((*LIGHTS, *FIVE_LIGHTS))))
    assert winner == 1, "seat 1 has won the first hand"
    shown = [*_firsts(events), *[event for event in won if event["type"] in ("hand_over", "parent")]]
    shown += [*left, *returned, *[event for event in ended if event["type"] in ("dealt_win", "match_over")]]
    moves = [
        {"type": "throw", "sign": "paper"},
        {"type": "play", "cards": ["03-bright"]},
        {"type": "fold", "cards": ["08-chaff-2"]},
    ]
    return {
        "moves": _lines(*moves),
        "offers": _lines(signs[0], *view["offers"][-2:]),
        "view": wrapped([_json(view)]),
        "events": _lines(*shown),
    }


def _firsts(events: list[Event]) -> list[Event]:
    """The first event of each kind."""
    found: dict[str, Event] = {}
    for event in events:
        found.setdefault(event["type"], event)
    return list(found.values())


def _lines(*values: Mapping[str, Any]) -> str:
    return wrapped([_json(value) for value in values])


def _json(value: Any) -> str:
    """As Python's json writes it, with spaces to fold at."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


if __name__ == "__main__":
    for name, block in examples().items():
        print(f"{name}\n```json\n{block}\n```\n")  # noqa: T201 - this is what the program is for
