"""A table of strangers in a running host: chat, locks, what a host does to others, bots, and what restarts leave."""

from __future__ import annotations

from typing import Any

import pytest
import redis

from fudakai.protocol import from_client as client
from fudakai.protocol.codec import CODECS
from fudakai.protocol.codes import Refusal
from fudakai.server.live.chat import AT_ONCE, CROWD_AT_ONCE, CROWD_EACH, EACH, TALKERS
from tests.host.world import HandClock, Peer, World, world_on


@pytest.fixture
async def world(redis_url: str) -> Any:
    async with world_on(redis_url, HandClock()) as world:
        yield world


def said(peer: Peer) -> list[dict[str, Any]]:
    """The lines of chat that reached a connection."""
    return [message for message in peer.got if message["type"] == "said"]


def everything(url: str) -> str:
    """All keys and values of a Redis, as text."""
    with redis.Redis.from_url(url) as raw:
        read = {
            b"string": raw.get,
            b"hash": raw.hgetall,
            b"set": raw.smembers,
            b"list": lambda key: raw.lrange(key, 0, -1),
        }
        return "".join([repr((key, read[raw.type(key)](key))) for key in raw.scan_iter()])


# ---- chat (L12)


async def test_l12_a_line_reaches_everybody_in_the_room_and_nobody_else(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    eve, far = Peer(world, "eve"), Peer(world, "far")
    await eve.ask(client.Spectate, room=code)
    version = ann.view["version"]
    answer = await bob.ask(client.Chat, room=code.lower(), text="  good <b>evening</b>  ")
    assert answer == {"type": "ok", "re": answer["re"], "room": code}
    line = {"type": "said", "room": code, "player": bob.welcome["player"], "name": "bob", "seat": 1}
    for peer in (ann, bob, eve):
        assert said(peer) == [{**line, "text": "good <b>evening</b>"}]
    assert said(far) == []
    assert [message["type"] for message in bob.got[-2:]] == ["ok", "said"]
    await eve.ask(client.Chat, room=code, emote="wow")
    assert said(ann)[-1] == {
        "type": "said",
        "room": code,
        "player": eve.welcome["player"],
        "name": "eve",
        "emote": "wow",
    }
    assert ann.view["version"] == version


async def test_l12_both_encodings_hear_it_while_a_match_runs(world: World) -> None:
    code, (ann, _) = await world.table("ann", "bob")
    other = Peer(world, token=ann.welcome["token"])
    await other.ask(client.Resume, room=code)
    other.codec = CODECS["fudakai.v1.json"]
    before = len(other.frames)
    sent: list[bytes] = []
    other.send = lambda *frames: sent.extend(frames)  # type: ignore[method-assign]  # msgpack cannot read these
    await ann.ask(client.Chat, room=code, text="花札")
    assert len(other.frames) == before
    assert b'"type":"said"' in sent[-1]
    assert "花札".encode() in sent[-1]


async def test_l12_nothing_that_is_said_is_stored(world: World, redis_url: str) -> None:
    code, (ann, bob) = await world.table("ann", "bob", title="quuz-title")
    await ann.ask(client.Chat, room=code, text="xyzzy-said")
    await world.play(code, [ann, bob])
    assert "xyzzy" not in everything(redis_url)
    assert "quuz-title" in everything(redis_url)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"text": "a", "emote": "wow"},
        {"text": ""},
        {"text": "   "},
        {"text": "a\nb"},
        {"text": "\x1b[2J"},
        {"text": "a\u202eb"},
        {"text": "a\u200bb"},
        {"text": "\u3164 \ufe0f"},
        {"text": "a" + 200 * "\u0301"},
    ],
)
async def test_l12_what_is_no_line_is_refused(world: World, fields: dict[str, Any]) -> None:
    code, (ann,) = await world.table("ann", start=False)
    assert (await ann.ask(client.Chat, room=code, **fields))["code"] == Refusal.BAD_MESSAGE
    assert said(ann) == []


async def test_l12_only_who_is_in_the_room_talks_there(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    eve, other = Peer(world, "eve"), Peer(world, token=bob.welcome["token"])
    for peer in (eve, other):
        assert (await peer.ask(client.Chat, room=code, text="hm"))["code"] == Refusal.NOT_SEATED
    assert (await eve.ask(client.Chat, room="222222", text="hm"))["code"] == Refusal.UNKNOWN_ROOM
    assert said(ann) == []


async def test_l2_who_is_muted_is_not_heard_until_that_is_taken_back(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob")
    whom = bob.welcome["player"]
    assert (await bob.ask(client.Mute, room=code, player=ann.welcome["player"]))["code"] == Refusal.NOT_HOST
    await ann.ask(client.Mute, room=code, player=whom)
    assert bob.view["state"]["muted"] == [whom]
    for fields in ({"text": "hey"}, {"emote": "wow"}):
        assert (await bob.ask(client.Chat, room=code, **fields))["code"] == Refusal.MUTED
    assert said(ann) == []
    await ann.ask(client.Mute, room=code, player=whom, muted=False)
    await bob.ask(client.Chat, room=code, text="hey")
    assert len(said(ann)) == 1


async def test_l6_the_host_switches_the_chat_off_for_those_who_watch_or_for_all(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False, settings={"chat": "seated"})
    eve = Peer(world, "eve")
    await eve.ask(client.Spectate, room=code)
    assert (await eve.ask(client.Chat, room=code, text="hi"))["code"] == Refusal.CHAT_OFF
    await bob.ask(client.Chat, room=code, text="hi")
    assert len(said(eve)) == 1
    await ann.ask(client.Configure, room=code, settings={"chat": "off"})
    for peer in (ann, bob, eve):
        assert (await peer.ask(client.Chat, room=code, text="hi"))["code"] == Refusal.CHAT_OFF
    await ann.ask(client.Configure, room=code, settings={"chat": "all"})
    assert (await eve.ask(client.Chat, room=code, text="hi"))["type"] == "ok"


async def test_l12_who_talks_too_much_waits_and_the_others_do_not(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    second = Peer(world, token=ann.welcome["token"])
    await second.ask(client.Resume, room=code)
    for number in range(AT_ONCE):
        assert (await (ann, second)[number % 2].ask(client.Chat, room=code, text="x"))["type"] == "ok"
    for peer in (ann, second):
        answer = await peer.ask(client.Chat, room=code, text="x")
        assert (answer["code"], answer["retry_after"], answer["room"]) == (Refusal.TOO_FAST, EACH, code)
    assert (await bob.ask(client.Chat, room=code, text="x"))["type"] == "ok"
    world.clock.move(EACH / 1000)
    assert (await second.ask(client.Chat, room=code, text="x"))["type"] == "ok"
    assert (await ann.ask(client.Chat, room=code, text="x"))["code"] == Refusal.TOO_FAST
    assert len(said(bob)) == AT_ONCE + 2


async def test_l12_all_who_watch_together_wait_and_who_sits_does_not(world: World) -> None:
    code, (ann,) = await world.table("ann", start=False)
    crowd = [Peer(world, f"w{number}") for number in range(CROWD_AT_ONCE + 1)]
    for peer in crowd:
        await peer.ask(client.Spectate, room=code)
    told = [await peer.ask(client.Chat, room=code, text="x") for peer in crowd]
    assert [answer["type"] for answer in told] == ["ok"] * CROWD_AT_ONCE + ["refused"]
    assert (told[-1]["code"], told[-1]["retry_after"]) == (Refusal.TOO_FAST, CROWD_EACH)
    assert (await ann.ask(client.Chat, room=code, text="x"))["type"] == "ok"
    world.clock.move(CROWD_EACH / 1000)
    assert (await crowd[-1].ask(client.Chat, room=code, text="x"))["type"] == "ok"


async def test_l12_the_bounds_of_who_is_quiet_are_forgotten(world: World) -> None:
    code, (ann,) = await world.table("ann", start=False)
    talk = world.host._runners[code]._telling._talk
    for number in range(3 * TALKERS):
        peer = Peer(world, f"p{number}")
        await peer.ask(client.Spectate, room=code)
        await peer.ask(client.Chat, room=code, emote="hello")
        world.clock.move(EACH / 1000)
        peer.drop()
        assert len(talk._rested_at) <= TALKERS
    assert len(said(ann)) == 3 * TALKERS


async def test_who_only_watches_is_told_apart_from_who_sits(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "Ann", start=False)
    assert [seat["name"] for seat in bob.view["state"]["seats"][:2]] == ["ann", "Ann (2)"]
    eve = Peer(world, "ANN")
    await eve.ask(client.Spectate, room=code)
    for peer, name in ((ann, "ann"), (bob, "Ann (2)"), (eve, "ANN (3)")):
        await peer.ask(client.Chat, room=code, text="it is me")
        assert said(ann)[-1]["name"] == name


# ---- locked rooms (L1, L6)


async def test_l6_a_locked_room_lets_in_who_knows_the_passcode_and_who_is_in_it(world: World, redis_url: str) -> None:
    code, (ann,) = await world.table("ann", start=False, visibility="locked", passcode="open sesame")
    bob, eve = Peer(world, "bob"), Peer(world, "eve")
    assert [line["locked"] for line in (await eve.ask(client.List))["rooms"]] == [True]
    for kind in (client.Join, client.Sit, client.Spectate, client.Resume):
        assert (await eve.ask(kind, room=code))["code"] == Refusal.WRONG_PASSCODE
        assert (await eve.ask(kind, room=code, passcode="open sesam"))["code"] == Refusal.WRONG_PASSCODE
    assert eve.updates == []
    world.clock.move(1)  # after so many wrong ones the next waits
    assert (await bob.ask(client.Join, room=code, passcode="open sesame"))["seat"] == 1
    assert (await eve.ask(client.Spectate, room=code, passcode="open sesame"))["type"] == "ok"
    again = Peer(world, token=eve.welcome["token"])
    assert (await again.ask(client.Resume, room=code))["type"] == "ok", "eve is in the room"
    assert (await again.ask(client.Sit, room=code, seat=3))["seat"] == 3
    await again.ask(client.Leave, room=code)
    assert (await eve.ask(client.Join, room=code))["code"] == Refusal.WRONG_PASSCODE
    bob.drop()
    await world.settle()
    back = Peer(world, token=bob.welcome["token"])
    assert (await back.ask(client.Resume, room=code))["seat"] == 1
    assert "bob" in everything(redis_url)
    assert "sesame" not in everything(redis_url) + repr([*ann.got, *eve.got, *back.got])


async def test_what_a_lock_wants_is_refused_by_name(world: World) -> None:
    ann = Peer(world, "ann")
    for fields in (
        {"visibility": "locked"},
        {"visibility": "public", "passcode": "x"},
        {"visibility": "locked", "passcode": ""},
        {"visibility": "locked", "passcode": "a\nb"},
    ):
        answer = await ann.ask(client.Create, game="agurk", **fields)
        assert (answer["code"], answer["words"].startswith("passcode: ")) == (Refusal.BAD_OPTIONS, True)


async def test_locking_a_room_leaves_those_inside_where_they_are(world: World) -> None:
    code, (ann, _) = await world.table("ann", "bob")
    eve = Peer(world, "eve")
    await eve.ask(client.Spectate, room=code)
    await ann.ask(client.Configure, room=code, visibility="locked", passcode="pst")
    assert eve.view["state"]["visibility"] == "locked"
    assert (await eve.ask(client.Spectate, room=code))["type"] == "ok"
    assert (await Peer(world, "far").ask(client.Spectate, room=code))["code"] == Refusal.WRONG_PASSCODE


# ---- the host's powers (L2)


async def test_l2_who_is_kicked_is_told_so_on_every_connection_and_stays_out(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    second = Peer(world, token=bob.welcome["token"])
    await second.ask(client.Resume, room=code)
    await ann.ask(client.Kick, room=code, seat=1)
    for peer in (bob, second):
        assert (peer.got[-1]["type"], peer.got[-1]["code"]) == ("closed", "kicked")
    assert ann.view["state"]["seats"][1]["player"] is None
    assert Peer(world, token=bob.welcome["token"]).welcome["rooms"] == []
    for kind in (client.Join, client.Spectate, client.Resume):
        assert (await bob.ask(kind, room=code))["code"] == Refusal.KICKED
    count = len(bob.got)
    await ann.ask(client.Chat, room=code, text="peace")
    assert len(bob.got) == count


async def test_l2_the_host_closes_the_room_and_a_running_match_with_it(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob")
    eve = Peer(world, "eve")
    await eve.ask(client.Spectate, room=code)
    assert (await eve.ask(client.CloseRoom, room=code))["code"] == Refusal.NOT_SEATED
    assert (await bob.ask(client.CloseRoom, room=code))["code"] == Refusal.NOT_HOST
    assert (await ann.ask(client.CloseRoom, room=code))["type"] == "ok"
    for peer in (ann, bob, eve):
        assert (peer.got[-1]["type"], peer.got[-1]["code"]) == ("closed", "closed")
    assert bob.view["state"]["result"]["reason"] == "abandoned"
    assert world.host.rooms == 0
    assert Peer(world, token=bob.welcome["token"]).welcome["rooms"] == []
    assert world.clock.alarms == []


async def test_l6_when_the_host_lets_nobody_watch_those_who_do_are_out(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    eve = Peer(world, "eve")
    await eve.ask(client.Spectate, room=code)
    await ann.ask(client.Configure, room=code, settings={"spectators": False})
    assert (eve.got[-1]["type"], eve.got[-1]["code"]) == ("closed", "no_spectators")
    assert bob.got[-1]["type"] == "update"
    assert (await eve.ask(client.Chat, room=code, text="hm"))["code"] == Refusal.NOT_SEATED


# ---- bots (L9)


async def play_on(world: World, code: str, ann: Peer, moves: int = 10_000) -> None:
    """Ann plays, and time passes for the bots."""
    for _ in range(moves):
        if ann.view["state"]["status"] != "playing":
            return
        if ann.view["you"]["offers"]:
            await world.play(code, [ann])
        else:
            world.clock.move(2)
            await world.settle()


async def test_l9_one_person_plays_bots_and_a_restart_in_the_middle_goes_on(redis_url: str) -> None:
    clock = HandClock()
    async with world_on(redis_url, clock, rooms={"bot_delay": 2}) as world:
        code, (ann,) = await world.table("ann", start=False, seats=3)
        assert (await ann.ask(client.AddBot, room=code))["seat"] == 1
        assert (await ann.ask(client.AddBot, room=code, strength="random"))["seat"] == 2
        line = (await ann.ask(client.List))["rooms"][0]
        assert (line["seated"], line["seats"]) == (3, 3)
        await ann.ask(client.Ready, room=code)
        await ann.ask(client.Start, room=code)
        await play_on(world, code, ann, 8)
        assert ann.view["state"]["status"] == "playing"
        version = ann.view["version"]
    async with world_on(redis_url, clock, rooms={"bot_delay": 2}) as world:
        ann = Peer(world, token=ann.welcome["token"])
        assert ann.welcome["rooms"] == [code]
        await ann.ask(client.Resume, room=code, version=version)
        seats = ann.view["state"]["seats"]
        assert [(seat["name"], seat["bot"], seat["away"]) for seat in seats] == [
            *(("ann", False, False), ("Strong bot ①", True, False), ("Random bot ①", True, False))
        ]
        await play_on(world, code, ann)
        state = ann.view["state"]
        assert state["status"] == "finished"
        assert state["result"]["names"] == ["ann", "Strong bot ①", "Random bot ①"]
        assert [seat["ready"] for seat in state["seats"]] == [False, True, True]
        await ann.ask(client.Ready, room=code)
        assert (await ann.ask(client.Start, room=code))["type"] == "ok"
        assert (await ann.ask(client.Leave, room=code))["type"] == "ok"
        assert world.host.rooms == 0
        assert world.clock.alarms == []


# ---- what lasts


async def test_what_a_host_did_survives_a_restart(redis_url: str) -> None:
    clock = HandClock()
    async with world_on(redis_url, clock) as world:
        code, (ann, bob, cid) = await world.table("ann", "bob", "cid", start=False, seats=4)
        await ann.ask(client.Kick, room=code, seat=1)
        await ann.ask(client.Mute, room=code, player=cid.welcome["player"])
        await ann.ask(client.Configure, room=code, title="den", visibility="locked", passcode="pst")
        await ann.ask(client.Configure, room=code, settings={"turn_seconds": 77})
    async with world_on(redis_url, clock) as world:
        ann, bob, cid = (Peer(world, token=peer.welcome["token"]) for peer in (ann, bob, cid))
        assert (await bob.ask(client.Join, room=code, passcode="pst"))["code"] == Refusal.KICKED
        assert (await Peer(world, "eve").ask(client.Spectate, room=code))["code"] == Refusal.WRONG_PASSCODE
        await cid.ask(client.Resume, room=code)
        assert (await cid.ask(client.Chat, room=code, text="hm"))["code"] == Refusal.MUTED
        await ann.ask(client.Resume, room=code)
        state = ann.view["state"]
        assert (state["title"], state["visibility"], state["settings"]["turn_seconds"]) == ("den", "locked", 77)


async def test_a_finished_room_is_kept_over_a_restart_and_closes_when_it_is_idle(redis_url: str) -> None:
    clock = HandClock()
    async with world_on(redis_url, clock, rooms={"idle_minutes": 10, "reconnect_grace": 60}) as world:
        code, (ann, bob) = await world.table("ann", "bob")
        await bob.ask(client.Leave, room=code)
        ann.drop()
        await world.settle()
        assert len(clock.alarms) == 1
        clock.move(300)
        await world.settle()
        assert world.host.rooms == 1
    clock.alarms.clear()
    async with world_on(redis_url, clock) as world:
        assert world.host.rooms == 1
        ann = Peer(world, token=ann.welcome["token"])
        assert ann.welcome["rooms"] == [code]
        await ann.ask(client.Resume, room=code)
        assert ann.view["state"]["result"]["winners"] == [0]
        ann.drop()
        await world.settle()
        clock.move(599.9)
        await world.settle()
        assert world.host.rooms == 1
        clock.move(0.1)
        await world.until(lambda: world.host.rooms == 0)
        assert clock.alarms == []


async def test_a_waiting_room_where_nobody_does_or_says_anything_closes(redis_url: str) -> None:
    async with world_on(redis_url, HandClock(), rooms={"idle_minutes": 10}) as world:
        world.clock.move(1_000_000)
        code, (ann, bob) = await world.table("ann", "bob", start=False)
        world.clock.move(3500)
        assert (await bob.ask(client.Chat, room=code, text="anybody?"))["type"] == "ok"
        world.clock.move(3599)
        await world.settle()
        assert world.host.rooms == 1
        world.clock.move(1)
        await world.settle()
        assert [(peer.got[-1]["type"], peer.got[-1]["code"]) for peer in (ann, bob)] == [("closed", "closed")] * 2
        assert world.host.rooms == 0
        assert world.clock.alarms == []
