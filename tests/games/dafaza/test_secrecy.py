"""D9: nobody ever learns a folded card of another, nor a held one. What a viewer may know is worked out here from the
entries alone: the own dealt cards, and every card played face up. Whatever leaves the game is searched for more."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from fudakai.server.games.cards import HANAFUDA
from fudakai.server.games.dafaza import game as dafaza
from fudakai.server.games.dafaza.state import NOTHING, Phase, State
from fudakai.testing.laws import answer
from fudakai.testing.play import Habits, Played, match
from tests.games.dafaza.tables import options

VIEWERS = (None, 0, 1, 2, 3)
NAMES = ("ann", "bob", "cid", "dora")


def named_in(value: Any) -> set[str]:
    """Every card whose name stands anywhere in the bytes that would travel, or in a text."""
    sent = msgspec.json.encode(value).decode()
    return {card for card in HANAFUDA if card in sent}


def random_match(seed: int) -> list[Played]:
    habits = Habits(leaving=0.01 * (seed % 2), clock=0.1)
    return list(match(dafaza, options(official_hands=3), 4, Random(seed), habits))


def view_of(state: State, viewer: int | None) -> set[str]:
    """The cards in all that a viewer is sent about a state."""
    seen = named_in(dafaza.table(state))
    if viewer is not None:
        seen |= named_in(dafaza.seat(state, viewer)) | named_in(dafaza.legal(state, viewer))
    return seen


def shown_by(played: Played) -> set[str]:
    """The cards that an entry lays open by the rules: a play's, and those of a dealt hand that wins (D21-D24)."""
    move = played.entry.get("move", {})
    if move.get("type") == "play":
        return set(move["cards"])
    return {card for event in played.step.events if event["type"] == "dealt_win" for card in event["cards"]}


@pytest.mark.parametrize("seed", range(6))
def test_d9_no_view_or_event_names_a_folded_or_held_card_of_another(seed: int) -> None:
    open_cards: set[str] = set()
    own: dict[int | None, set[str]] = {viewer: set() for viewer in VIEWERS}
    folds = 0
    for played in random_match(seed):
        state = played.step.state
        if "shuffle" in played.entry:
            open_cards = set()
            own = {viewer: set() if viewer is None else set(state.hands[viewer]) for viewer in VIEWERS}
        open_cards |= shown_by(played)
        folds += played.entry.get("move", {}).get("type") == "fold"
        said = " ".join(dafaza.words(event, NAMES) for event in played.step.events)
        assert named_in(played.step.events) | named_in(said) <= open_cards
        for viewer in VIEWERS:
            assert view_of(state, viewer) <= open_cards | own[viewer], (viewer, played.entry)
    assert folds > 50


@pytest.mark.parametrize("seed", range(6))
def test_d9_a_fold_says_nothing_of_its_cards_whichever_they_are(seed: int) -> None:
    rng = Random(seed)
    tried = 0
    for played in random_match(seed):
        state, move = played.before, played.entry.get("move", {})
        if move.get("type") != "fold":
            continue
        seat = played.entry["by"]
        other = sorted(rng.sample(state.hands[seat], len(move["cards"])), key=HANAFUDA.index)
        step = dafaza.apply(state, seat, {"type": "fold", "cards": other})
        tried += step.state != played.step.state
        assert step.events == played.step.events
        for viewer in VIEWERS:
            if viewer != seat:
                assert _sent(step.state, viewer) == _sent(played.step.state, viewer)
    assert tried > 20


def _sent(state: State, viewer: int | None) -> bytes:
    private = None if viewer is None else (dafaza.seat(state, viewer), dafaza.legal(state, viewer))
    return msgspec.json.encode((dafaza.table(state), private))


@pytest.mark.parametrize("seed", range(6))
def test_d9_a_refusal_names_no_card_that_its_sender_did_not_name(seed: int) -> None:
    refusals = [
        (named, refused)
        for played in random_match(seed)[::7]
        for seat in range(4)
        for kind in ("play", "fold")
        for named in ((), ("01-bright",), ("12-bright", "12-chaff-1"), ("09-animal",) * 5)
        if (refused := answer(dafaza.apply, played.before, seat, {"type": kind, "cards": list(named)})) is not None
    ]
    assert len(refusals) > 100
    for named, refused in refusals:
        assert named_in(str(refused)) <= set(named)


@pytest.mark.parametrize("seed", range(6))
def test_d9_folded_cards_are_forgotten_with_their_hand(seed: int) -> None:
    for played in random_match(seed):
        state = played.step.state
        if state.phase is not Phase.PLAY:
            assert (state.hands, state.folded, state.table) == (NOTHING, NOTHING, ())
            assert all(dafaza.seat(state, seat)["folded"] == () for seat in range(4))


def test_d9_the_swap_law_swaps_folded_cards_too() -> None:
    for played in random_match(1):
        state = played.step.state
        zones = [play for play in state.table if play.folded]
        if len(zones) == 2 and any(state.folded):
            break
    hidden_of = [dafaza.swapped(state, viewer) for viewer in VIEWERS]
    assert any(other.folded != state.folded for found in hidden_of for other in found)
    assert any(other.table != state.table for found in hidden_of for other in found)
    for viewer, found in zip(VIEWERS[1:], hidden_of[1:], strict=True):
        assert viewer is not None
        assert all(other.folded[viewer] == state.folded[viewer] for other in found)
        assert all(other.hands[viewer] == state.hands[viewer] for other in found)
