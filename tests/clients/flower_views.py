"""Views of Hanafuda and Koi-Koi as a client gets them, made by the games themselves."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace
from rich.console import Console, RenderableType

from fudakai.clients.bots.offers import fill
from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import view_of
from fudakai.server.games.api import CHANCE, Event, Game
from fudakai.server.games.cards import in_deck_order
from fudakai.server.games.flowers.cards import Flowers
from fudakai.server.games.flowers.match import Phase
from fudakai.server.games.hanafuda import game as hanafuda, state as hanafuda_state
from fudakai.server.games.koikoi import game as koikoi, state as koikoi_state
from fudakai.testing.play import outcome_of
from tests.clients.peer import entry, update

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")

Cards = tuple[str, ...]


def cards(words: str) -> Cards:
    """Cards by name, in deck order; `03` is the month's first chaff card."""
    return in_deck_order([f"{word}-chaff-1" if word.isdecimal() else word for word in words.split()])


def flowers(
    *hands: str, field: str = "", stock: str = "04-animal", captured: Sequence[str] = (), **rest: Any
) -> Flowers:
    """Cards on the table, by name."""
    return Flowers(
        hands=tuple(cards(hand) for hand in hands),
        captured=tuple(cards(pile) for pile in captured or ("",) * len(hands)),
        field=cards(field),
        stock=tuple(stock.split()),
        **rest,
    )


def point_game(laid: Flowers, **fields: Any) -> hanafuda_state.State:
    """A state of Hanafuda in which seat 0 plays."""
    options = hanafuda.Options(**fields.pop("options", {}))
    state = hanafuda_state.State(
        options=options, flowers=laid, scores=(0,) * len(laid.hands), phase=Phase.PLAY, dealer=0, turn=0
    )
    return replace(state, **fields)


def yaku_game(laid: Flowers, **fields: Any) -> koikoi_state.State:
    """A state of Koi-Koi in which seat 0 plays."""
    options = koikoi.Options(**fields.pop("options", {}))
    state = koikoi_state.State(options=options, flowers=laid, scores=(0, 0), phase=Phase.PLAY, dealer=0, turn=0)
    return replace(state, **fields)


def seen(game: Game, state: Any, *, seat: int | None = 0, events: Iterable[Event] = (), **fields: Any) -> View:
    """What that seat sees of the state (None: a spectator), with these events of one entry, if any."""
    table = game.table(state)
    seats = [{"seat": at, "player": f"p{at}", "name": NAMES[at]} for at in range(len(table["scores"]))]
    happened = [entry(4, *events)] if (events := tuple(events)) else []
    message = update(
        4,
        events=happened,
        state={
            "game": game.NAME,
            "table": table,
            "options": state.options,
            "seats": seats,
            "to_act": [actor for actor in game.to_act(state) if actor != CHANCE],
            "clocks": [],
            **fields,
        },
    )
    if seat is not None:
        message["you"] = {
            "seat": seat,
            "since": 4,
            "private": game.seat(state, seat),
            "offers": game.legal(state, seat),
        }
    return view_of(msgspec.msgpack.decode(msgspec.msgpack.encode(message)), known=0)


def drawn(part: RenderableType, width: int = 80) -> str:
    """A part of the screen as text, without colour."""
    file = io.StringIO()
    Console(file=file, width=width, color_system=None).print(part)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def random_steps(game: Game, options: Any, seats: int, seed: int) -> Iterable[tuple[Any, tuple[Event, ...]]]:
    """The states of a match at random, each with the events that led there."""
    rng = Random(seed)
    state = game.setup(options, seats)
    for _ in range(5000):
        actors = sorted(game.to_act(state), key=str)
        if not actors:
            return
        if actors[0] == CHANCE:
            step = game.draw(state, outcome_of(game.chance(state), rng))
        else:
            step = game.apply(state, actors[0], fill(rng.choice(game.legal(state, actors[0])), rng))
        state = step.state
        yield state, step.events
    raise AssertionError("a match does not end")
