"""The random player, and playing a seat by a function."""

from __future__ import annotations

import io
import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console

from fudakai.clients.bots import Strength, player, random_player, stand_in
from fudakai.clients.bots.offers import fill
from fudakai.clients.sdk import Refused, View, autoplay, connect
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal.person import Person
from fudakai.clients.terminal.screen import Screen
from tests.clients.peer import QUICK, Peer, Talk, in_time

OVER: dict[str, Any] = {
    "status": "finished",
    "to_act": [],
    "clocks": [],
    "result": {"names": ["ann", "bob"], "winners": [0], "scores": [3, 22], "places": [1, 2], "points": [1, 0]},
}


def seats(*ready: bool) -> list[dict[str, Any]]:
    return [
        {"seat": at, "player": f"p{at + 1}", "name": name, "ready": ready[at]} for at, name in enumerate(("ann", "bob"))
    ]


def first(view: View, offers: Sequence[Data]) -> Data:
    return offers[0]


def test_the_random_player_takes_every_offer_and_only_offers() -> None:
    offers = [{"type": "play", "cards": [card]} for card in ("2C", "9H", "JK1")]
    rng = random.Random(7)
    taken = [random_player.play({"seat": 0, "table": {}, "private": {}}, offers, rng) for _ in range(100)]
    assert [offer for offer in offers if offer not in taken] == []
    assert [move for move in taken if move not in offers] == []


def test_a_template_is_filled_with_different_cards_in_the_order_of_its_list() -> None:
    among = ["2C", "9H", "QS", "JK1"]
    offer = {"type": "fold", "suit": "any", "count": 2, "among": among}
    rng = random.Random(7)
    moves = [fill(offer, rng) for _ in range(200)]
    assert all(list(move) == ["type", "suit", "cards"] for move in moves)
    assert {tuple(move["cards"]) for move in moves} == set(itertools.combinations(among, 2))
    assert fill({**offer, "count": 4}, rng)["cards"] == among
    assert "cards" in random_player.play({}, [offer], rng)
    assert offer["count"] == 2
    plain = {"type": "play", "cards": ["2C"]}
    assert fill(plain, rng) is plain


def test_a_game_without_a_strong_player_is_played_at_random() -> None:
    assert stand_in("agurk") is player(Strength.STRONG, "agurk") is random_player.play
    assert stand_in("koikoi") is player(Strength.STRONG, "koikoi") is not random_player.play
    assert player(Strength.RANDOM, "koikoi") is random_player.play


def test_the_same_seed_plays_the_same() -> None:
    offers = [{"type": "play", "cards": [card]} for card in ("2C", "9H", "JK1")]
    games = []
    for _ in range(2):
        rng = random.Random(3)
        games.append([random_player.play({}, offers, rng) for _ in range(50)])
    assert games[0] == games[1]


@in_time
async def test_autoplay_is_ready_starts_moves_and_ends_with_the_results() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in("create", version=1, hand=[], state={"status": "waiting", "seats": seats(False, False)})
        ready = await talk.expect("ready")
        await talk.say("ok", re=ready["id"], room="ABCDEF", version=2)
        await talk.update(2, hand=[], state={"status": "waiting", "seats": seats(True, False)})
        await talk.update(3, hand=[], state={"status": "waiting", "seats": seats(True, True)})
        start = await talk.expect("start")
        await talk.say("ok", re=start["id"], room="ABCDEF", version=4)
        await talk.update(4, hand=["9C"])
        move = await talk.move()
        assert (move["version"], move["move"]) == (4, {"type": "play", "cards": ["9C"]})
        await talk.update(5, hand=[], state=OVER)
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.create("agurk", seats=2)
        [result] = await autoplay(room, first, start=True)
        assert result["winners"] == [0]


@in_time
async def test_h11_autoplay_tries_another_offer_when_one_is_refused() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C", "2H"])
        move = await talk.expect("move")
        assert move["move"]["cards"] == ["9C"]
        await talk.say("refused", re=move["id"], code="hiki", words="Not this one.")
        assert (await talk.move())["move"]["cards"] == ["2H"]
        await talk.update(5, hand=[], state=OVER)
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        assert len(await autoplay(await client.join("ABCDEF"), first)) == 1


@in_time
async def test_h11_a_script_in_the_terminal_tries_another_offer_too() -> None:
    plain = {"game": "unknown", "table": {"scores": [0, 0]}}

    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C", "2H"], state=plain)
        move = await talk.expect("move")
        await talk.say("refused", re=move["id"], code="hiki", words="Not this one.")
        assert (await talk.move())["move"]["cards"] == ["2H"]
        await talk.update(5, hand=[], state=OVER | plain)
        await talk.gone()

    def lead(view: Any, offers: Sequence[Data], rng: Any) -> Data:
        return offers[0]

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        screen = Screen(Console(file=io.StringIO()), live=False)
        person = Person(await client.join("ABCDEF"), screen, eager=False)
        result = await person.script(lead, random.Random(1))
        assert result is not None
        assert result["winners"] == [0]


@in_time
async def test_autoplay_goes_on_after_stale_and_raises_when_every_offer_is_refused() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C", "2H"])
        move = await talk.expect("move")
        await talk.say("refused", re=move["id"], code="stale", words="Too late.")
        await talk.update(5, hand=["9C", "2H"])
        for _ in range(2):
            move = await talk.expect("move")
            assert move["version"] == 5
            await talk.say("refused", re=move["id"], code="wrong_type", words="Never.")
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        with pytest.raises(Refused, match="wrong_type"):
            await autoplay(room, first)


@in_time
async def test_autoplay_gives_what_there_is_when_the_room_ends() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=[], state=OVER | {"seats": seats(True, True)})
        await talk.say("closed", room="ABCDEF", code="closed", words="Everybody left.")
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        assert await autoplay(await client.join("ABCDEF"), first, matches=2) == []
