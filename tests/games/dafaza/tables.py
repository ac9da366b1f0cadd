"""Tables of Dafaza set up by hand, and short words for what tests do at them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fudakai.server.games.api import Chosen, Event, IllegalMove, Outcome, Shuffled, Step
from fudakai.server.games.cards import in_deck_order
from fudakai.server.games.dafaza import game as dafaza
from fudakai.server.games.dafaza.plays import KASU
from fudakai.server.games.dafaza.state import DECK, Options, Phase, State


def cards(text: str) -> tuple[str, ...]:
    """Cards by month and letters for kinds, `03bk` for 03-bright 03-chaff-1: b(right), a(nimal), r(ibbon), k, l, m for
    chaff 1, 2, 3; or by full names."""
    found: list[str] = []
    kinds = {"b": "bright", "a": "animal", "r": "ribbon", "k": "chaff-1", "l": "chaff-2", "m": "chaff-3"}
    for word in text.split():
        if "-" in word:
            found.append(word)
        else:
            found.extend(f"{word[:2]}-{kinds[kind]}".replace("11-chaff-1", "11-chaff") for kind in word[2:])
    assert set(found) <= set(DECK)
    return in_deck_order(found)


def options(**chosen: Any) -> Options:
    return msgspec.convert(chosen, Options)


def playing(*hands: str, stacks: tuple[int, ...] = (0, 0, 0, 0), **fields: Any) -> State:
    """A trick in which these hands are held; seat 0 is the temporary parent and leads unless said. `stacks` are taken
    with some cards, which may also be in a hand: only their number counts."""
    state = State(
        options=Options(),
        phase=Phase.PLAY,
        candidates=(),
        parent=0,
        turn=0,
        hands=tuple(cards(hand) for hand in hands),
        tops=tuple(DECK[:count] for count in stacks),
    )
    return msgspec.structs.replace(state, **fields)


def play(state: State, seat: int, text: str) -> Step:
    return dafaza.apply(state, seat, {"type": "play", "cards": list(cards(text))})


def fold(state: State, seat: int, text: str) -> Step:
    return dafaza.apply(state, seat, {"type": "fold", "cards": list(cards(text))})


def throw(state: State, seat: int, sign: str) -> Step:
    return dafaza.apply(state, seat, {"type": "throw", "sign": sign})


def throws(state: State, *signs: str) -> Step:
    """The last step when the seats still in the janken throw these."""
    step = Step(state, ())
    for seat, sign in zip(sorted(dafaza.to_act(state)), signs, strict=True):
        step = throw(step.state, seat, sign)
    return step


def trick(state: State, *plays: str) -> Step:
    """The last step of plays clockwise from the seat to act; `-` folds the weakest cards."""
    step = Step(state, ())
    for text in plays:
        (seat,) = dafaza.to_act(step.state)
        if text == "-":
            step = dafaza.apply(step.state, seat, dafaza.timeout_moves(step.state, seat)[0])
        else:
            step = play(step.state, seat, text)
    return step


def code(state: State, seat: int, move: Any) -> str:
    with pytest.raises(IllegalMove) as refused:
        dafaza.apply(state, seat, move)
    assert refused.value.words
    return refused.value.code


def play_code(state: State, seat: int, text: str) -> str:
    return code(state, seat, {"type": "play", "cards": list(cards(text))})


def fold_code(state: State, seat: int, text: str) -> str:
    return code(state, seat, {"type": "fold", "cards": list(cards(text))})


def shown(state: State, seat: int) -> set[tuple[str, ...]]:
    """What the seat is offered to lead or to show."""
    return {offer["cards"] for offer in dafaza.legal(state, seat) if offer["type"] == "play"}


def event(step: Step, kind: str) -> Event:
    (found,) = [event for event in step.events if event["type"] == kind]
    return found


def kinds(step: Step) -> list[str]:
    return [event["type"] for event in step.events]


def ended(state: State) -> Outcome:
    outcome = dafaza.outcome(state)
    assert outcome is not None
    assert dafaza.to_act(state) == frozenset()
    return outcome


def dealing(parent: int = 0, before: int | None = None, **fields: Any) -> State:
    """Chance is to shuffle for a hand of this parent; `before`: who was parent in the finished hand, whose the other
    fields are."""
    state = dafaza.draw(dafaza.setup(options(first_parent="random"), 4), Chosen(parent)).state
    changed: State = msgspec.structs.replace(state, parent=before, **fields)
    return changed


def dealt(*hands: str, parent: int = 0, **fields: Any) -> Step:
    """The deal after which these cards are in the hands clockwise from the parent, each filled up with other cards, of
    which kasu come first: they belong to no role."""
    named = [cards(hand) for hand in hands]
    rest = [card for card in DECK if not any(card in hand for hand in named)]
    rest.sort(key=lambda card: card not in KASU)
    order: list[str] = []
    for hand in named:
        order += [*hand, *(rest.pop(0) for _ in range(10 - len(hand)))]
    return dafaza.draw(dealing(parent, **fields), Shuffled(tuple(order)))
