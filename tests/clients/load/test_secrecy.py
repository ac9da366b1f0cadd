"""Hidden cards in frames: told by card, by whose it is and to whom; and nothing where the rules show a card."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from fudakai.clients.load.cards import Deck
from fudakai.clients.load.secrecy import Leak, Secrecy
from fudakai.clients.load.wire import ENCODINGS, SeenEntry, Update
from fudakai.server.games.registry import GAMES

PATTERNS = {name: game.CARDS.pattern for name, game in GAMES.items() if game.CARDS is not None}
ENCODE = {False: msgspec.msgpack.encode, True: msgspec.json.encode}
"""By whether it is text."""
HANDS = {0: ["2C", "9D"], 1: ["3H", "KS"]}


class Room:
    """A made-up room in one encoding."""

    def __init__(self, game: str = "agurk", encoding: str = "json") -> None:
        self.encoding = ENCODINGS[encoding]
        self.secrecy = Secrecy(game, PATTERNS[game], self.encoding)
        self.take(2, "dealt")

    def take(self, version: int, kind: str, *cards: str) -> list[tuple[str, Leak]]:
        """The next entry of the room."""
        return list(self.secrecy.take(SeenEntry(version, 0, [{"type": kind, "cards": list(cards)}])))

    def look(self, seat: int | None, version: int, **more: Any) -> list[Leak]:
        """An update to a seat, or to who watches."""
        hand = more.pop("hand", HANDS.get(seat if seat is not None else -1, []))
        state = {
            "status": more.pop("status", "playing"),
            "host": None,
            "options": {},
            "seats": [],
            "match": "ABCDEF-1",
            "table": more.pop("table", {}),
            "result": None,
        }
        message: dict[str, Any] = {"type": "update", "room": "ABCDEF", "version": version, "state": state, "events": []}
        if seat is not None:
            message["you"] = {"seat": seat, "since": 1, "private": {"hand": hand}, "offers": more.pop("offers", [])}
        frame = self.encoding.pack({**message, **more})
        update = self.encoding.read(frame)
        assert isinstance(update, Update)
        return list(self.secrecy.look("somebody", update, frame))


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
def test_own_cards_and_shown_ones_are_no_leak(encoding: str) -> None:
    room = Room(encoding=encoding)
    assert room.look(0, 2, offers=[{"type": "play", "cards": ["2C"]}]) == []
    room.take(3, "played", "10H")
    assert room.look(0, 3, table={"table": ["10H"]}) == []
    assert room.look(None, 3, table={"table": ["10H"]}) == []


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
@pytest.mark.parametrize("seat", [1, None])
def test_another_seats_card_is_a_leak_and_told_once(encoding: str, seat: int | None) -> None:
    room = Room(encoding=encoding)
    assert room.look(0, 2) == []
    assert room.look(seat, 2, table={"burnt": ["9D"]}) == [Leak("9D", 2, 0)]
    assert room.look(seat, 2, table={"burnt": ["9D"]}) == []


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
def test_a_card_of_the_stock_is_a_leak(encoding: str) -> None:
    room = Room(encoding=encoding)
    assert room.look(1, 2, table={"next": "JK1"}) == [Leak("JK1", 2, None)]


def test_a_card_that_is_shown_later_was_a_leak_before() -> None:
    room = Room()
    room.take(3, "played", "2C")
    assert room.look(1, 2, table={"table": ["2C"]}) == [Leak("2C", 2, None)]
    assert Room().look(1, 2) == []


def test_a_card_told_to_all_while_it_is_held_is_a_leak() -> None:
    room = Room()
    room.take(3, "peek", "9D")
    assert room.look(0, 3) == [Leak("9D", 3, 0, shown=True)]


def test_a_card_in_two_hands_is_a_leak() -> None:
    room = Room()
    assert room.look(0, 2) == []
    assert room.look(1, 2, hand=["3H", "9D"]) == [Leak("9D", 2, 0)]


def test_a_frame_that_is_ahead_waits_for_its_events() -> None:
    room = Room()
    assert room.look(1, 3, table={"table": ["2C"], "next": ["JK1"]}) == []
    assert room.take(3, "played", "2C") == [("somebody", Leak("JK1", 3, None))]


def test_a_new_deal_hides_all_again_but_what_stays_on_the_table() -> None:
    room = Room()
    room.take(3, "penalties", "AH")
    room.take(4, "played", "2C")
    room.take(5, "dealt")
    assert room.look(1, 5, table={"penalties": ["AH"], "table": ["2C"]}) == [Leak("2C", 5, None)]


def test_events_of_before_a_deal_may_name_what_is_hidden_after_it() -> None:
    room = Room()
    played = {"version": 4, "by": 0, "events": [{"type": "played", "cards": ["2C"]}]}
    dealt = {"version": 5, "by": "chance", "events": [{"type": "dealt"}]}
    room.take(4, "played", "2C")
    room.take(5, "dealt")
    assert room.look(1, 5, events=[played, dealt]) == []
    assert room.look(1, 5, events=[played, dealt], table={"table": ["2C"]}) == [Leak("2C", 5, None)]


def test_hands_of_a_match_that_is_over_may_be_known() -> None:
    room = Room()
    room.take(3, "turned", "9D")
    assert room.look(0, 3, status="finished") == []


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
def test_sets_that_koikoi_names_are_no_leak_but_the_same_card_elsewhere_is(encoding: str) -> None:
    room = Room("koikoi", encoding)
    missing = [{"moon_viewing": {"need": 1, "cards": ["08-bright"]}}, {}]
    assert room.look(0, 2, hand=["01-bright"], table={"missing": missing}) == []
    table = {"missing": missing, "last": ["08-bright"]}
    assert room.look(0, 2, hand=["01-bright"], table=table) == [Leak("08-bright", 2, None)]


def test_no_other_game_has_sets_in_which_cards_may_stand() -> None:
    assert Room().look(0, 2, table={"missing": [{"aces": {"need": 1, "cards": ["3H"]}}]}) == [Leak("3H", 2, None)]


@pytest.mark.parametrize("hand", [{"left": ["2C"], "right": ["9D"]}, [["2C"], ["9D"]], ["2C", "9D", "no card"]])
def test_a_hand_may_have_parts(hand: object) -> None:
    room = Room()
    assert room.look(0, 2, hand=hand) == []
    assert room.look(1, 2, table={"table": ["2C"]}) == [Leak("2C", 2, 0)]


def test_what_was_folded_is_its_players_own() -> None:
    room = Room("dafaza")
    private = {"hand_cards": ["01-bright"], "folded": ["02-animal"]}
    you = {"seat": 0, "since": 1, "private": private, "offers": []}
    assert room.look(None, 2, you=you) == []
    assert room.look(None, 2, table={"table": ["02-animal"]}) == [Leak("02-animal", 2, 0)]


def test_a_refusal_that_names_a_hidden_card_is_a_leak() -> None:
    room = Room()
    frame = json.dumps({"type": "refused", "words": "no", "cards": ["KS"]}).encode()
    assert list(room.secrecy.look_at(frame, ["2C"])) == [Leak("KS", 2, None)]
    assert list(room.secrecy.look_at(frame, ["KS"])) == []


def test_nothing_is_said_where_events_were_missed() -> None:
    room = Room()
    room.secrecy.hole(9)
    assert room.look(1, 9, table={"table": ["2C"]}) == []
    room.take(10, "dealt")
    assert room.look(1, 10, table={"table": ["2C"]}) == [Leak("2C", 10, None)]


@pytest.mark.parametrize("text", [False, True])
def test_every_card_of_both_decks_is_found_in_bytes(text: bool) -> None:
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    bridge = [f"{rank}{suit}" for rank in ranks for suit in "CDHS"] + ["JK1", "JK2", "JK3"]
    flower = ["01-bright", "02-animal", "11-chaff", "11-ribbon", "12-chaff-3", "10-ribbon"]
    for game, cards in (("agurk", bridge), ("hanafuda", flower)):
        deck = Deck(PATTERNS[game], text)
        frame = ENCODE[text]({"x": cards, "y": "2CX", "room": "2C9DKS"})
        assert sorted(deck.candidates(frame)) == sorted(deck.of_frame(frame)) == sorted(cards)
        assert deck.of({"a": [{"b": cards}], "room": "2C9DKS"}) == cards


LONG = "a-very-long-name-of-a-card-that-needs-two-bytes-for-its-length"
NAMED = {
    PATTERNS["agurk"]: ("2C", "10H", "JK1"),
    PATTERNS["dafaza"]: ("01-bright", "11-chaff", "11-chaff-1"),
    "^(A|AB|t1?2)$": ("A", "AB", "t2", "t12"),
    "^a$|^bc$": ("a", "bc"),
    f"^({LONG}|x)$": (LONG, "x"),
    "^[a-z]+:[0-9]{1,2}$": ("red:1", "blue:12"),
    "^[\u677e\u6850][0-9]$": ("\u677e1", "\u68502"),
    r"^([a-c])\1$": ("aa", "bb"),
    '^"[a-z]$': ('"a',),
}
"""Patterns, each with some of the cards that it names. The first ones are searched for in bytes."""


def values(cards: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """What frames hold: cards, strings and numbers that look like them, in lists and maps."""
    card = st.sampled_from(cards)
    around = st.sampled_from(["", "x", " ", "1", '"', "\\", "\n", "\x02", "\x03", "\xa2", "\xa3", "\u00e9"])
    strings = st.one_of(card, st.builds("{}{}{}".format, around, card, around))
    numbers = st.one_of(st.sampled_from([2, 50, 67]), st.integers(-(2**63), 2**64 - 1), st.floats(allow_nan=False))
    leaves = st.one_of(strings, numbers, st.none())
    return st.recursive(leaves, lambda parts: st.lists(parts) | st.dictionaries(strings, parts), max_leaves=20)


@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize("pattern", NAMED)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_a_search_misses_no_card_of_any_pattern_and_the_exact_one_names_no_other(
    pattern: str, text: bool, data: st.DataObject
) -> None:
    deck, value = Deck(pattern, text), data.draw(values(NAMED[pattern]))
    frame, there = ENCODE[text](value), Counter(deck.of(value))
    assert Counter(deck.of_frame(frame)) == there
    assert Counter(deck.candidates(frame)) >= there


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
def test_numbers_and_strings_that_look_like_a_card_are_no_leak(encoding: str) -> None:
    room = Room(encoding=encoding)
    table = {"scores": [2, 50, 67], "title": "\xa22C \x022C", "other": "2CX"}
    assert room.look(1, 2, table=table) == []
    assert list(room.secrecy.look_at(room.encoding.pack({"type": "said", **table}), ())) == []
    assert room.look(1, 2, table={**table, "burnt": ["2C"]}) == [Leak("2C", 2, None)]
