"""Tables of Hanafuda and Koi-Koi set up by hand, and short words for what tests do at them.

Cards are written short here: month, then B(right), A(nimal), R(ibbon) or c(haff) with its number: `3B` is 03-bright,
`12c3` 12-chaff-3, `11c` the storm card; `5*` is a whole month. A play is `3B`, or `3B>3c1` with a target; `take 3c1`
chooses for the turned card; `hiki 3`, `koi_koi` and `stop` are themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest

from fudakai.server.games.api import CHANCE, Choose, Chosen, Event, Game, IllegalMove, Outcome, Shuffled, Step
from fudakai.server.games.cards import HANAFUDA, in_deck_order
from fudakai.server.games.flowers.cards import Flowers
from fudakai.server.games.flowers.match import Phase
from fudakai.server.games.hanafuda import game as hanafuda, state as hanafuda_state
from fudakai.server.games.koikoi import game as koikoi, state as koikoi_state

State = hanafuda_state.State | koikoi_state.State

KINDS = {"B": "bright", "A": "animal", "R": "ribbon", "c": "chaff"}

PLAIN_FIELD = "1c1 2c1 3c1 4c1 5c1 6c1 7c1 8c1"
"""Eight cards of eight months."""
PLAIN_HAND = "9A 9R 10A 10R 11B 11A 12B 1B"
"""A hand of eight that wins nothing at once."""
OTHER_HAND = "2A 2R 3B 3R 4A 4R 5A 6A"
"""One more, beside it."""
PAIRS = "1B 1R 2A 2R 3B 3R 4A 4R"
"""Four pairs."""
SMALL_HANDS = ("8A 8B", "9A 9R", "10A 10R", "11B 11A", "12B 1B", "2A 2R", "3B 3R")
"""Hands for the table of seven."""


# --- cards in short --------------------------------------------------------------------------------------------------


def cards(text: str) -> tuple[str, ...]:
    """The cards of a line in short writing, in its order. Raises ValueError for a word that is no card."""
    return tuple(card for word in text.split() for card in _read(word))


def _read(word: str) -> Iterator[str]:
    found = re.fullmatch(r"(\d+)(?:(\*)|([BARc])(\d?))", word)
    if found is None:
        raise ValueError(f"{word} is no card")
    month, whole, kind, number = found.groups()
    if whole:
        yield from [card for card in HANAFUDA if int(card[:2]) == int(month)]
        return
    card = f"{int(month):02d}-{KINDS[kind]}" + (f"-{number}" if number else "")
    if card not in HANAFUDA:
        raise ValueError(f"{word} is no card")
    yield card


def card(text: str) -> str:
    (found,) = cards(text)
    return found


def short(name: str) -> str:
    """A card's short writing."""
    month, kind, *number = name.split("-")
    letter = "c" if kind == "chaff" else kind[0].upper()
    return f"{int(month)}{letter}{''.join(number)}"


def shorts(names: Iterable[str]) -> str:
    return " ".join(short(name) for name in names)


# --- moves in short --------------------------------------------------------------------------------------------------


def move(text: str) -> dict[str, Any]:
    """A move from its short writing."""
    word, _, rest = text.partition(" ")
    if word == "hiki":
        return {"type": "hiki", "month": int(rest)}
    if word == "take":
        return {"type": "choose", "target": card(rest)}
    if text in ("koi_koi", "stop"):
        return {"type": text}
    played, _, target = text.partition(">")
    return {"type": "play", "card": card(played), **({"target": card(target)} if target else {})}


def said(offer: Any) -> str:
    """An offer in short writing."""
    match offer["type"]:
        case "hiki":
            return f"hiki {offer['month']}"
        case "choose":
            return f"take {short(offer['target'])}"
        case "play":
            return short(offer["card"]) + (f">{short(offer['target'])}" if "target" in offer else "")
    return str(offer["type"])


def game_of(state: State) -> Game:
    return hanafuda if isinstance(state, hanafuda_state.State) else koikoi


def do(state: State, seat: int, text: str) -> Step:
    return game_of(state).apply(state, seat, move(text))


def after(state: State, *moves: tuple[int, str]) -> Step:
    """The last step of these moves."""
    step = Step(state, ())
    for seat, text in moves:
        step = do(step.state, seat, text)
    return step


def refusal(state: State, seat: int, asked: Any) -> IllegalMove:
    """How a move, in short or as it would come from the wire, is refused; the state must be as it was."""
    before = msgspec.json.encode(state)
    with pytest.raises(IllegalMove) as refused:
        game_of(state).apply(state, seat, move(asked) if isinstance(asked, str) else asked)
    assert msgspec.json.encode(state) == before
    return refused.value


def code(state: State, seat: int, asked: Any) -> str:
    return refusal(state, seat, asked).code


def offered(state: State, seat: int) -> list[str]:
    return [said(offer) for offer in game_of(state).legal(state, seat)]


def actor(state: State) -> Any:
    """Who is to act, which is one at most."""
    found = list(game_of(state).to_act(state))
    assert len(found) <= 1
    return found[0] if found else None


def event(step: Step, kind: str) -> Event:
    (found,) = [event for event in step.events if event["type"] == kind]
    return found


def kinds(step: Step) -> list[str]:
    return [event["type"] for event in step.events]


# --- what is seen ----------------------------------------------------------------------------------------------------


def field(state: State) -> str:
    return shorts(game_of(state).table(state)["field"])


def hand(state: State, seat: int) -> str:
    return shorts(game_of(state).seat(state, seat)["hand"])


def captured(state: State, seat: int) -> str:
    piles = game_of(state).table(state)["captured"][seat]
    return shorts(in_deck_order(card for pile in piles.values() for card in pile))


def table(state: State) -> dict[str, Any]:
    return dict(game_of(state).table(state))


def ended(state: State) -> Outcome:
    outcome = game_of(state).outcome(state)
    assert outcome is not None
    assert actor(state) is None
    return outcome


# --- tables under way ------------------------------------------------------------------------------------------------


def hana(*hands: str, field: str = "", stock: str = "", captured: Iterable[str] = (), **fields: Any) -> Any:
    """A round of Hanafuda in which these cards lie so; seat 0 deals and is to play unless said. Fields of Options may
    be given among the state's. What is not named lies nowhere."""
    options, fields = _split(hanafuda.Options, fields)
    flowers = _flowers(hands, field, stock, tuple(captured))
    state = hanafuda.setup(options, len(hands))
    usual = {"flowers": flowers, "phase": Phase.PLAY, "dealer": 0, "turn": 0, "candidates": ()}
    return msgspec.structs.replace(state, **{**usual, **fields})


def koi(*hands: str, field: str = "", stock: str = "", captured: Iterable[str] = (), **fields: Any) -> Any:
    """The same for Koi-Koi."""
    options, fields = _split(koikoi.Options, fields)
    flowers = _flowers(hands, field, stock, tuple(captured))
    usual = {"scores": (0, 0), "phase": Phase.PLAY, "dealer": 0, "turn": 0}
    return koikoi_state.State(options=options, flowers=flowers, **{**usual, **fields})


def _split(kind: type[msgspec.Struct], fields: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    names = {option.name for option in msgspec.structs.fields(kind)}
    options = {name: value for name, value in fields.items() if name in names}
    return msgspec.convert(options, kind), {name: value for name, value in fields.items() if name not in names}


def _flowers(hands: tuple[str, ...], field: str, stock: str, captured: tuple[str, ...]) -> Flowers:
    piles = tuple(in_deck_order(cards(pile)) for pile in captured) or ((),) * len(hands)
    return Flowers(
        hands=tuple(in_deck_order(cards(hand)) for hand in hands),
        captured=piles,
        field=in_deck_order(cards(field)),
        stock=cards(stock),
    )


# --- tables from the deal --------------------------------------------------------------------------------------------


def to_deal(game: Game, seats: int, dealer: int = 0, **options: Any) -> Any:
    """Chance is to shuffle, and this seat deals."""
    state = game.setup(msgspec.convert(options, game.Options), seats)
    if actor(state) == CHANCE and isinstance(game.chance(state), Choose):
        state = game.draw(state, Chosen(dealer)).state
    return state


def deal(state: Any, *hands: str, field: str = PLAIN_FIELD, stock: str = "") -> Step:
    """Deals by a shuffle written by hand: the field, these hands by seat (dealt in playing order), this stock; the
    rest follows in deck order."""
    game = game_of(state)
    dealer, seats = game.table(state)["next_dealer"], len(hands)
    order = [cards(field)] + [cards(hands[(dealer - turn) % seats]) for turn in range(seats)] + [cards(stock)]
    return game.draw(state, Shuffled(tuple(card for part in order for card in part)))
