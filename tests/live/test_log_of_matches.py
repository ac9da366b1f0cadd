"""A match of each game with everything logged: rooms and connections are named in the lines, and nothing secret is."""

from __future__ import annotations

import io
import json
import logging
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from fudakai.protocol import from_client as client
from fudakai.server.games.registry import GAMES
from fudakai.server.log import set_up
from tests.host.world import HandClock, Peer, world_on

MOVES = 60
"""At most so many moves; enough for rounds of every game."""
SECRET = "hush-hush-nobody-logs-this"
BIRTHDAY = "02-29"
PASSCODE = "open-sesame-for-tests"
CHAT = "what-a-lovely-evening"
CARD = re.compile(r"(\d\d-(bright|animal|ribbon|chaff)(-\d)?|(\d|10|[JQKA])[CDHS]|JK\d)")


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    """The log, everything in it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    text = io.StringIO()
    set_up("debug", "json", text)
    yield text
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def cards(value: Any) -> Iterator[str]:
    """Every card in what somebody was sent."""
    if isinstance(value, dict):
        for item in value.values():
            yield from cards(item)
    elif isinstance(value, list):
        for item in value:
            yield from cards(item)
    elif isinstance(value, str) and re.fullmatch(
        r"(\d\d-(bright|animal|ribbon|chaff)(-\d)?|(\d|10|[JQKA])[CDHS]|JK\d)", value
    ):
        yield value


async def play_on(code: str, peers: list[Peer]) -> None:
    """Moves while there are offers."""
    draw = random.Random(7)
    for number in range(MOVES):
        movers = [peer for peer in peers if peer.view.get("you") and peer.view["you"]["offers"]]
        if not movers:
            return
        view = movers[0].view
        offers = view["you"]["offers"]
        move = dict(draw.choice(offers))
        if "count" in move:
            move["cards"] = move.pop("among")[: move.pop("count")]
        await movers[0].ask(client.Move, room=code, ref=f"r{number}", version=view["version"], move=move)


@pytest.mark.parametrize("game", list(GAMES))
async def test_a_match_with_everything_logged_tells_ids_and_no_secret(
    redis_url: str, out: io.StringIO, game: str
) -> None:
    async with world_on(redis_url, HandClock(), access_token=None) as world:
        names = ("ann", "bob", "cat", "dan")[: GAMES[game].SEATS[1]]
        peers = [Peer(world, name, birthday=BIRTHDAY) for name in names]
        lock = {"visibility": "locked", "passcode": PASSCODE}
        code = (await peers[0].ask(client.Create, game=game, seats=len(names), **lock))["room"]
        for peer in peers[1:]:
            await peer.ask(client.Join, room=code, passcode=PASSCODE)
        for peer in peers:
            await peer.ask(client.Ready, room=code)
        await peers[0].ask(client.Start, room=code)
        Peer(world, token=SECRET)
        assert (await peers[0].ask(client.Chat, room=code, text=CHAT))["type"] == "ok"
        refused_passcode = await Peer(world, "eve").ask(client.Join, room=code, passcode=f"{PASSCODE}!")
        assert refused_passcode["code"] == "wrong_passcode"
        wrong = await peers[0].ask(client.Move, room=code, ref="x", version=0, move={"type": SECRET, "cards": ["9C"]})
        assert wrong["type"] == "refused"
        await peers[1].ask(client.Join, room="ZZZZZZ")
        await play_on(code, peers)
        peers[-1].drop()
        for peer in peers[:-1]:
            await peer.ask(client.Leave, room=code)
        for _ in range(40):
            world.clock.move(31)
            await world.settle()
        assert code not in world.host.runners
    text = out.getvalue()
    lines = [json.loads(line) for line in text.splitlines()]
    events = [(line["event"], line.get("room")) for line in lines]
    for event in ("room made", "match started", "match over", "room closed"):
        assert (event, code) in events
    refused = [line for line in lines if line["event"] == "refused"]
    assert len(refused) >= 3
    assert {line["connection"] for line in refused} <= {peer.id for peer in peers} | {
        peers[-1].id + 1,
        peers[-1].id + 2,
    }
    assert any(line.get("room") == code and line["connection"] == peers[0].id for line in refused)
    assert next(line for line in lines if line["event"] == "room made")["connection"] == peers[0].id
    seen = {card for peer in peers for card in cards(peer.got)}
    assert len(seen) > 20
    assert [card for card in seen if f'"{card}"' in text or f" {card} " in text] == []
    tokens = [peer.welcome["token"] for peer in peers]
    assert [secret for secret in (SECRET, BIRTHDAY, PASSCODE, CHAT, *tokens) if secret in text] == []
