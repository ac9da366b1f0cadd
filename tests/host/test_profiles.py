"""Whose birthday is first in the year reaches the game, and the dates reach nobody (H4)."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import redis
import structlog
from pydantic import SecretStr

from fudakai.protocol import from_client as client
from fudakai.protocol.codes import Refusal
from fudakai.server.config.settings import Settings
from fudakai.server.control.stored import record_of
from fudakai.server.games.registry import GAMES
from fudakai.server.log import set_up
from tests.host.world import HandClock, Peer, World, world_on
from tests.rooms import signs

ANN, BOB, CID = "07-23", "05-31", "09-17"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game with options of a match stands in the registry while a test runs."""
    monkeypatch.setitem(GAMES, signs.NAME, signs)  # type: ignore[arg-type]  # a dict, though typed as a Mapping


@pytest.fixture
async def world(redis_url: str) -> Any:
    async with world_on(redis_url, HandClock()) as world:
        yield world


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Every line of the log, from debug on."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    lines = io.StringIO()
    set_up("debug", "json", lines)
    yield lines
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


async def table(*peers: Peer, **create: Any) -> str:
    """A room where all are ready; the first is its host."""
    code: str = (await peers[0].ask(client.Create, game="signs", **create))["room"]
    for peer in peers[1:]:
        await peer.ask(client.Join, room=code)
    for peer in peers:
        await peer.ask(client.Ready, room=code)
    return code


async def first(world: World, host: Peer, code: str) -> list[int]:
    """Starts the match: the seats whose birthday the game holds to be the first."""
    assert (await host.ask(client.Start, room=code))["type"] == "ok"
    await world.settle()
    found: list[int] = host.view["state"]["table"]["first"]
    return found


async def throw(peer: Peer, code: str, sign: str) -> None:
    version = peer.view["version"]
    move = {"type": "throw", "sign": sign}
    assert (await peer.ask(client.Move, room=code, ref="r", version=version, move=move))["type"] == "ok"


def stored(redis_url: str) -> bytes:
    """All that Redis holds, keys and values."""
    found = []
    with redis.Redis.from_url(redis_url) as raw:
        for key in raw.scan_iter():
            kind = raw.type(key)
            read: Any = {
                b"string": raw.get,
                b"list": lambda key: raw.lrange(key, 0, -1),
                b"zset": lambda key: raw.zrange(key, 0, -1),
                b"hash": raw.hgetall,
                b"set": raw.smembers,
            }[kind]
            found.append(repr((key, read(key))))
    return "\n".join(found).encode()


async def test_h4_no_frame_no_stored_byte_no_log_line_and_no_export_has_a_date(
    world: World, redis_url: str, logged: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = Peer(world, "ann", birthday=ANN), Peer(world, "bob", birthday=BOB)
    cid, eve = Peer(world, "cid"), Peer(world, "eve", birthday=CID)
    code = await table(ann, bob, cid)
    await eve.ask(client.Spectate, room=code)
    assert await first(world, ann, code) == [1]
    during = stored(redis_url)
    for peer, sign in ((ann, "rock"), (bob, "rock"), (cid, "paper")):
        await throw(peer, code, sign)
    assert eve.view["state"]["status"] == "finished"
    record = await record_of(Settings(redis_url=SecretStr(redis_url)), code, None)
    assert record["options"]["birthdays"] == ["01-02", "01-01", None]
    # what goes wrong says no date either: at the door, at creation, at a start that is refused, and at a fault of ours
    wrong = Peer(world, "dot", birthday="02-30")
    assert wrong.got[0]["code"] == Refusal.BAD_MESSAGE
    refused = await eve.ask(client.Create, game="signs", options={"birthdays": [CID]})
    assert refused["code"] == Refusal.BAD_OPTIONS
    narrow = await table(bob, ann, cid, options={"most": 2})
    assert (await bob.ask(client.Start, room=narrow))["code"] == Refusal.BAD_OPTIONS

    def fails(options: Any, birthdays: Any) -> Any:
        raise RuntimeError(f"{options} and {birthdays} will not do")

    monkeypatch.setattr(signs, "starting", fails)
    assert (await bob.ask(client.Start, room=narrow))["code"] == Refusal.INTERNAL
    await world.settle()
    await world.worker.caught_up()

    everywhere = {
        "frames": b"".join(frame for peer in (ann, bob, cid, eve, wrong) for frame in peer.frames),
        "during": during,
        "after": stored(redis_url),  # the match is over, and stands in histories
        "log": logged.getvalue().encode(),
        "record": repr(record).encode(),
    }
    assert b"01-02" in everywhere["during"]
    assert b"{.results}:match:" in everywhere["after"]
    assert b"a command failed" in everywhere["log"]
    for place, found in everywhere.items():
        assert not [date for date in (ANN, BOB, CID) if date.encode() in found], place
    for holder in (ann, bob, eve):  # a token says its holder's date: nobody else has it
        token = holder.welcome["token"].encode()
        others = [frame for peer in (ann, bob, cid, eve, wrong) if peer is not holder for frame in peer.frames]
        for found in (*others, *(found for place, found in everywhere.items() if place != "frames")):
            assert token not in found


async def test_h4_a_birthday_is_known_by_hello_or_by_the_token_of_an_earlier_one(world: World) -> None:
    before = Peer(world, "ann", birthday=ANN)
    before.drop()
    ann, bob = Peer(world, token=before.welcome["token"]), Peer(world, "bob")
    assert ann.welcome["token"] == before.welcome["token"]
    code = await table(bob, ann)
    assert await first(world, bob, code) == [1]


async def test_h4_of_two_connections_of_one_player_the_newest_hello_counts(world: World) -> None:
    ann = Peer(world, "ann", birthday=ANN)
    player = ann.welcome["player"]
    second = Peer(world, token=ann.welcome["token"], birthday=CID)
    assert world.host.birthdays((player,)) == {player: CID}
    bob = Peer(world, "bob", birthday="08-08")
    code = await table(ann, bob)  # on the connection that said the earlier date
    assert await first(world, ann, code) == [1]
    second.drop()
    assert world.host.birthdays((player,)) == {player: CID}
    third = Peer(world, token=second.welcome["token"], birthday="")
    assert world.host.birthdays((player,)) == {}
    assert world.host.birthdays((bob.welcome["player"],)) == {bob.welcome["player"]: "08-08"}
    assert third.welcome["player"] == player


async def test_h4_that_of_an_away_player_is_known_while_there_is_a_seat_and_no_longer(world: World) -> None:
    ann, bob, cid = Peer(world, "ann", birthday=ANN), Peer(world, "bob", birthday=BOB), Peer(world, "cid", birthday=CID)
    code = await table(ann, bob, settings={"turn_seconds": 0})
    cid.drop()
    assert world.host.birthdays((cid.welcome["player"],)) == {}  # neither connected nor seated
    bob.drop()
    await world.until(lambda: ann.view["state"]["seats"][1]["away"])
    assert await first(world, ann, code) == [1]
    for _ in range(7):
        world.clock.move(10)
        await world.settle()
    assert ann.view["state"]["seats"][1]["left"]
    assert world.host.birthdays((bob.welcome["player"],)) == {}
    assert world.host.birthdays((ann.welcome["player"],)) == {ann.welcome["player"]: ANN}
    await ann.ask(client.Leave, room=code)
    assert world.host.birthdays((ann.welcome["player"],)) == {ann.welcome["player"]: ANN}  # still connected


async def test_h4_those_who_sit_down_while_a_start_waits_count_with_their_dates(world: World) -> None:
    ann, bob = Peer(world, "ann", birthday=ANN), Peer(world, "bob", birthday=BOB)
    code = await table(ann)
    bob.say(client.Join, room=code)
    bob.say(client.Ready, room=code)
    assert await first(world, ann, code) == [1]


async def test_h4_after_a_restart_the_date_of_an_away_player_is_not_known(redis_url: str) -> None:
    clock = HandClock()
    async with world_on(redis_url, clock) as world:
        ann, bob = Peer(world, "ann", birthday=ANN), Peer(world, "bob", birthday=BOB)
        code = await table(ann, bob)
    async with world_on(redis_url, clock) as world:
        back = Peer(world, token=ann.welcome["token"])
        await back.ask(client.Resume, room=code, version=0)
        assert await first(world, back, code) == [0]
