"""The scan knows exactly what may be shown in every game, and catches what may not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

import msgpack  # type: ignore[import-untyped]  # the package has no types
import pytest

from fudakai.protocol.codec import CODECS
from fudakai.protocol.from_server import Update
from fudakai.server.games.api import UNSEEN, Chosen, Drawn, Shuffled
from fudakai.server.games.cards import HANAFUDA
from fudakai.server.games.dafaza.state import DECK
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.effects import Denied
from fudakai.server.rooms.entries import Moved
from fudakai.server.rooms.handle import RETURN_PAUSE
from tests.rooms.table import NAMES, Table
from tests.soak.kit.games import SETUPS, Setup, move_of
from tests.soak.kit.knowledge import Known, known
from tests.soak.kit.knowledge_dafaza import LIGHTS, SIGNS
from tests.soak.kit.leaks import cards_in, leaks
from tests.soak.kit.logs import match_of
from tests.soak.kit.moments import Cards

TABLES = [table for tables in SETUPS.values() for table in tables]
SPECTATOR = "a spectator"


class Sent(NamedTuple):
    """An update for a seat, or for a spectator (None)."""

    seat: int | None
    update: Any


class Watched(NamedTuple):
    """A match at random: the table after its end, all that was sent, and what might be known."""

    table: Table
    sent: list[Sent]
    moments: Known


def watched(setup: Setup, seed: int, *draws: Drawn, leaving: float = 0.0) -> Watched:
    """A random match: the updates of all its commands to every seat and to a spectator. `draws`: the first outcomes of
    chance; `leaving`: how likely somebody leaves before any move."""
    rng = random.Random(seed)
    people = NAMES[: setup.seats]
    table = Table(*people, seed=seed, game=setup.game, options=dict(setup.options))
    table.decks += draws
    table.start()
    sent: list[Sent] = []
    told = table.room.version - len(table.stored)
    while True:
        events, _ = table.room.events_after(told)
        told = table.room.version
        for player in (*people, SPECTATOR):
            you = views.yours(table.room).get(player)
            update = Update("ROOM", told, views.state(table.room, table.now, 0), events, you)
            sent.append(Sent(None if you is None else you.seat, update))
        if table.room.status == "finished":
            break
        match = table.room.match
        assert match is not None
        if rng.random() < leaving and len(table.room.people) > 1:
            table.do(ask.Leave(rng.choice(table.room.people)))
        elif rng.random() < leaving and match.bots:
            table.now += RETURN_PAUSE
            table.do(ask.Resume(match.players[rng.choice(match.bots)], 0))
        else:
            play(table, rng)
    base, entries = table.log()
    stored = match_of(base, entries)
    return Watched(table, sent, known(stored.game, stored.first, stored.before, entries))


def play(table: Table, rng: random.Random) -> None:
    """Any person to act makes any move; where only stand-ins are to act they go on."""
    match = table.room.match
    assert match is not None
    people = [seat for seat in match.seats_to_act if seat not in match.bots]
    if not people:
        table.wait(0)
        return
    seat = rng.choice(people)
    offers = rng.sample(match.offers[seat], len(match.offers[seat]))
    while True:
        move = move_of(offers.pop(), rng)
        try:
            table.do(ask.Play(match.players[seat], f"r{table.room.version}", table.room.version, move))
        except Denied as denied:
            if denied.code == UNSEEN and offers:
                continue
            raise
        return


@pytest.mark.parametrize("setup", TABLES, ids=str)
@pytest.mark.parametrize("leaving", [0.0, 0.03])
def test_what_the_server_sends_is_exactly_what_may_be_known(setup: Setup, leaving: float) -> None:
    exact(watched(setup, 1, leaving=leaving))


def exact(match: Watched) -> None:
    """Nobody was shown a card that they may not know, and events showed all that became known."""
    table, sent, moments = match
    for number, one in enumerate(sent):
        for entry in one.update.events:
            moment, before = moments[entry.version], moments.get(entry.version - 1)
            known_before = frozenset() if before is None else before.table & moment.table
            shown = cards_in(entry.events)
            assert shown - known_before == moment.shown - known_before, "events show all that became known"
        codec = list(CODECS.values())[number % len(CODECS)]
        assert list(leaks(codec.encode(one.update), one.seat, moments)) == []
    assert {entry.version for one in sent for entry in one.update.events} == set(moments)
    assert len(moments) == len(table.stored)


PAIRS = [f"{month:02d}-chaff-{number}" for month in (5, 6, 7, 8) for number in (1, 2)]
MIXED = [*PAIRS[:-1], "09-ribbon"]
FOUR_PAIRS = [f"{month:02d}-chaff-{number}" for month in (1, 2, 3, 4) for number in (1, 2)]
TWO_MONTHS = [card for card in HANAFUDA if card[:2] in ("01", "02")]
NINE_AND_ELEVEN = [card for card in HANAFUDA if card[:2] in ("09", "11")]
WHOLE_MONTH = [*[card for card in HANAFUDA if card[:2] == "10"], *PAIRS[:4]]


def spread(*top: list[str]) -> Shuffled:
    """A deck of flower cards with these on top, below which no two in a row are of one month."""
    first = [card for cards in top for card in cards]
    rest = [card for card in HANAFUDA if card not in first]
    return Shuffled((*first, *[card for start in range(4) for card in rest[start::4]]))


@pytest.mark.parametrize(
    ("options", "field", "hands", "shown"),
    [
        ({}, PAIRS, FOUR_PAIRS, FOUR_PAIRS),
        ({}, PAIRS, [*NINE_AND_ELEVEN, *FOUR_PAIRS], [*NINE_AND_ELEVEN, *FOUR_PAIRS]),
        ({}, PAIRS, TWO_MONTHS, TWO_MONTHS),
        ({}, WHOLE_MONTH, FOUR_PAIRS, []),
        ({"pairs_from_four": True}, PAIRS, [*TWO_MONTHS[:4], *FOUR_PAIRS[2:6]], [*TWO_MONTHS[:4], *FOUR_PAIRS[2:6]]),
        ({}, PAIRS, [*TWO_MONTHS[:4], *FOUR_PAIRS[2:6]], []),
    ],
)
def test_h7_a_hand_that_wins_at_once_is_shown_and_no_other(
    options: dict[str, Any], field: list[str], hands: list[str], shown: list[str]
) -> None:
    setup = Setup("hanafuda", 2, {"rounds": 1, **options})
    match = watched(setup, 1, Chosen(0), spread(field, hands))
    exact(match)
    deal = min(version for version, moment in match.moments.items() if moment.shown)
    assert match.moments[deal].shown == {*field, *shown}


TESHI = [*TWO_MONTHS[:4], "02-ribbon", "03-ribbon", "03-bright", "04-animal"]


@pytest.mark.parametrize(
    ("options", "field", "hand", "shown"),
    [
        ({}, MIXED, TESHI, True),
        ({}, MIXED, FOUR_PAIRS, True),
        ({"lucky_hands": "redeal"}, MIXED, TESHI, False),
        ({"lucky_hands": "off"}, MIXED, TESHI, False),
        ({}, PAIRS, TESHI, False),
        ({}, WHOLE_MONTH, FOUR_PAIRS, False),
    ],
)
def test_k2_a_hand_that_wins_at_once_is_shown_but_not_in_a_void_deal(
    options: dict[str, Any], field: list[str], hand: list[str], shown: bool
) -> None:
    setup = Setup("koikoi", 2, {"rounds": 3, **options})
    match = watched(setup, 1, Chosen(1), spread(field, hand))
    exact(match)
    deal = min(version for version, moment in match.moments.items() if moment.shown)
    assert match.moments[deal].shown == {*field, *(hand if shown else [])}


BEASTS = ["06-animal", "07-animal", "10-animal"]
LOW = [f"{month:02d}-chaff-{number}" for month in (6, 7, 8, 9, 10) for number in (1, 2)]


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("more", [[], BEASTS, ["09-animal"]])
def test_d25_of_a_dealt_hand_that_wins_the_role_is_shown_and_no_other_card(place: int, more: list[str]) -> None:
    role = [*sorted(LIGHTS), *more]
    rest = [card for card in DECK if card not in (*role, *LOW)]
    hands = [*rest[: place * 10], *role, *LOW[: 10 - len(role)], *rest[place * 10 :]]
    match = watched(SETUPS["dafaza"][0], 1, Shuffled(tuple(hands)))
    exact(match)
    assert sum(moment.shown == set(role) for moment in match.moments.values()) == 1


# --- planted leaks ---------------------------------------------------------------------------------------------------


def hidden(game: str, sent: Sent, moments: Known) -> Cards:
    """What is hidden from this seat in this update, of what is in the game."""
    moment = moments[sent.update.version]
    every = frozenset().union(*moment.hands)
    if game in ("hanafuda", "koikoi"):
        every |= frozenset(HANAFUDA)
    own = frozenset() if sent.seat is None else moment.hands[sent.seat]
    return every - moment.table - own


def plants(message: dict[str, Any], card: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The message with a card in it that should not be there, in several places."""
    for where in ("state", "table", "result", "events", "you", "words"):
        planted = deepcopy(message)
        match where:
            case "state":
                planted["state"]["next"] = card
            case "table":
                planted["state"]["table"]["tops"] = [[card], []]
            case "result":
                planted["state"]["result"] = {"reason": f"it was {card}"}
            case "events" if planted["events"]:
                planted["events"][-1]["events"].append({"type": "folded", "cards": [card]})
            case "you" if planted.get("you"):
                planted["you"]["private"]["folded"] = [card]
            case "words":
                planted[card] = True
        if planted != message:
            yield where, planted


@pytest.mark.parametrize("setup", TABLES, ids=str)
def test_a_card_hidden_in_the_hands_folds_or_stock_is_found_wherever_it_is_planted(setup: Setup) -> None:
    rng = random.Random(1)
    _, sent, moments = watched(setup, 1)
    planted = 0
    for one in rng.sample(sent, min(len(sent), 24)):
        cards = sorted(hidden(setup.game, one, moments))
        if not cards:
            continue
        message = msgpack.unpackb(CODECS["fudakai.v1.msgpack"].encode(one.update))
        for where, frame in plants(message, rng.choice(cards)):
            planted += 1
            for encode in (msgpack.packb, lambda message: json.dumps(message).encode()):
                assert list(leaks(encode(frame), one.seat, moments)), f"planted in {where}"
    assert planted > 60


def test_a_folded_card_is_hidden_after_the_hand_and_after_the_match() -> None:
    table, sent, moments = watched(SETUPS["dafaza"][0], 2)
    entries = [entry for entry in table.log()[1] if isinstance(entry, Moved) and entry.move["type"] == "fold"]
    folded = {card for entry in entries for card in entry.move["cards"]}
    assert len(folded) > 5
    for one in (one for one in sent if one.update.version == table.room.version):
        message = msgpack.unpackb(CODECS["fudakai.v1.msgpack"].encode(one.update))
        mine = frozenset() if one.seat is None else moments[one.update.version].hands[one.seat]
        for card in folded - moments[one.update.version].table - mine:
            message["state"]["table"]["beaten"] = [card]
            assert list(leaks(msgpack.packb(message), one.seat, moments)), f"{card} was folded"


def test_a_sign_is_hidden_until_all_have_thrown() -> None:
    _, sent, moments = watched(SETUPS["dafaza"][0], 1)
    secret = [
        one
        for one in sent
        if any(event["type"] == "threw" for entry in one.update.events for event in entry.events)
        and not cards_in([entry.events for entry in one.update.events])
    ]
    assert len(secret) >= 3 * 5, "three of the four throws of a janken, to each seat and a spectator"
    for one in secret:
        message = msgpack.unpackb(CODECS["fudakai.v1.msgpack"].encode(one.update))
        message["events"][-1]["events"][0]["sign"] = "rock"
        assert "the events of entry" in " ".join(leaks(msgpack.packb(message), one.seat, moments))
        del message["events"][-1]["events"][0]["sign"]
        message["state"]["table"]["signs"] = {"0": "rock"}
        assert "the view of version" in " ".join(leaks(msgpack.packb(message), one.seat, moments))
        del message["state"]["table"]["signs"]
        if one.seat is not None and len(own := moments[one.update.version].hands[one.seat] & SIGNS) == 1:
            message["you"]["private"]["others"] = sorted(SIGNS - own)
            assert "to the seat" in " ".join(leaks(msgpack.packb(message), one.seat, moments))


def test_a_set_of_the_rules_that_leaves_out_a_hidden_card_is_a_leak() -> None:
    _, sent, moments = watched(SETUPS["koikoi"][0], 1)
    found = 0
    for one in sent:
        message = msgpack.unpackb(CODECS["fudakai.v1.msgpack"].encode(one.update))
        for name, what in (
            (name, what) for seat in message["state"]["table"]["missing"] for name, what in seat.items()
        ):
            if "cards" in what and (out := set(what["cards"]) - moments[one.update.version].table):
                what["cards"].remove(min(out))
                if what["cards"]:
                    found += 1
                    assert f"names a set {name}" in " ".join(leaks(msgpack.packb(message), one.seat, moments))
                break
    assert found > 10


def test_a_card_that_is_dealt_anew_is_hidden_again() -> None:
    dealt_again = 0
    for setup in (SETUPS["agurk"][0], SETUPS["hanafuda"][1], SETUPS["dafaza"][0]):
        for seed in range(1, 6):
            _, sent, moments = watched(setup, seed)
            for one in sent:
                version = one.update.version
                named = cards_in([entry.events for entry in one.update.events])
                for seat, hand in enumerate(moments[version].hands):
                    if seat != one.seat and (again := (named & hand) - moments[version].table - SIGNS):
                        dealt_again += 1
                        frame = msgpack.unpackb(CODECS["fudakai.v1.msgpack"].encode(one.update))
                        frame["state"]["table"]["stock"] = sorted(again)
                        assert "the view of" in " ".join(leaks(msgpack.packb(frame), one.seat, moments))
    assert dealt_again > 0


def test_the_view_of_a_seat_is_nothing_for_who_has_left_it() -> None:
    for setup in (SETUPS["hanafuda"][0], SETUPS["dafaza"][0]):
        _, sent, moments = watched(setup, 3, leaving=0.3)
        left = [(version, seat) for version, moment in moments.items() for seat in moment.gone]
        assert left, "somebody left"
        version, seat = left[0]
        before = next(one for one in sent if one.seat == seat and one.update.you is not None)
        message = msgpack.unpackb(CODECS["fudakai.v1.msgpack"].encode(before.update))
        message["version"], message["events"], message["state"]["table"] = version, [], {}
        assert "whose player has left" in " ".join(leaks(msgpack.packb(message), seat, moments))
