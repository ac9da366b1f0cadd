"""Those who only watch, over the SDK, when their connection is lost."""

from __future__ import annotations

import pytest

from fudakai.clients.sdk import connect
from tests.clients.peer import QUICK, Peer, Talk, entry, in_time, until


@in_time
@pytest.mark.parametrize("told", ["welcome", "view"])
async def test_l9_who_only_watches_does_not_take_a_seat_back_by_coming_back(told: str) -> None:
    mine = {"seat": 0, "player": "p1" if told == "view" else "p9", "name": "ann", "left": True, "bot": True}
    seats = [mine, {"seat": 1, "player": "p2", "name": "bob"}]

    async def first(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in("spectate", version=4, state={"seats": seats})
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome(*(["ABCDEF"] if told == "welcome" else []))
        await talk.let_in("spectate", version=7, state={"seats": seats})
        await talk.gone()

    async with Peer(first, second) as url, connect(url, patience=QUICK) as client:
        room = await client.spectate("ABCDEF")
        views = await until(room, 7)
        assert views[-1].seat is None
        assert views[-1].gap, "what happened in between did not come"


@in_time
async def test_who_watches_without_a_seat_of_their_own_misses_no_event() -> None:
    async def first(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in("spectate", version=4, state={"seats": [{"seat": 0, "player": "p2", "name": "bob"}]})
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in("resume", version=5, events=[entry(5, {"type": "b"})])
        await talk.gone()

    async with Peer(first, second) as url, connect(url, patience=QUICK) as client:
        views = await until(await client.spectate("ABCDEF"), 5)
        assert [event["type"] for view in views for event in view.events] == ["b"]
        assert not any(view.gap for view in views)
