"""Those who watch: who they are, and how far behind they are kept (L6)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fudakai.clients.bots import random_player
from fudakai.protocol import from_client as client
from fudakai.protocol.codes import Refusal
from fudakai.server.live.audience import EACH, HELD, NAMED
from tests.host.world import HandClock, Peer, World, versions, world_on


@pytest.fixture
async def world(redis_url: str) -> Any:
    async with world_on(redis_url, HandClock()) as world:
        yield world


async def watch(world: World, code: str, name: str = "eve", **fields: Any) -> Peer:
    peer = Peer(world, name)
    assert (await peer.ask(client.Spectate, room=code, **fields))["type"] == "ok"
    return peer


async def delayed(
    world: World, delay: int, *names: str, start: bool = True, **options: Any
) -> tuple[str, list[Peer], Peer, int]:
    """A table with a delay, people at it and eve watching; and the version at which the match begins."""
    settings = {"spectator_delay": delay, "turn_seconds": 0}
    code, peers = await world.table(*(names or ("ann", "bob")), start=False, settings=settings, **options)
    eve = await watch(world, code)
    for peer in peers:
        await peer.ask(client.Ready, room=code)
    begins: int = peers[0].view["version"]
    if start:
        await peers[0].ask(client.Start, room=code)
        await world.settle()
    return code, peers, eve, begins


async def moves(world: World, code: str, peers: list[Peer], times: int) -> None:
    for _ in range(times):
        assert (await world.play(code, peers))["type"] == "ok"


async def any_move(world: World, code: str, peers: list[Peer], rng: random.Random) -> None:
    """Somebody who is to act makes a move that is taken."""
    peer = world.mover(peers)
    view, you = peer.view, peer.view["you"]
    known = {"seat": you["seat"], "table": view["state"]["table"], "private": you["private"]}
    move = random_player.play(known, you["offers"], rng)
    answer = await peer.ask(client.Move, room=code, ref=str(rng.random()), version=view["version"], move=move)
    assert answer["type"] == "ok" or answer["code"] == "hiki", answer


# ---- who watches


async def test_l6_who_watches_is_named_and_told_apart(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    assert (ann.view["state"]["spectators"], ann.view["state"]["watchers"]) == (0, [])
    eve = await watch(world, code, "eve")
    other = await watch(world, code, "Ann")
    tab = Peer(world, token=eve.welcome["token"])
    await tab.ask(client.Spectate, room=code)
    assert tab.view["state"]["watchers"] == ["eve", "Ann (2)"]
    await bob.ask(client.Ready, room=code)
    assert (ann.view["state"]["spectators"], ann.view["state"]["watchers"]) == (2, ["eve", "Ann (2)"])
    tab.drop()
    other.drop()
    await eve.ask(client.Sit, room=code)
    assert (ann.view["state"]["spectators"], ann.view["state"]["watchers"]) == (0, [])
    await eve.ask(client.Leave, room=code)
    assert ann.view["state"]["watchers"] == []


async def test_of_very_many_who_watch_the_first_are_named(world: World) -> None:
    code, (ann,) = await world.table("ann", start=False)
    for number in range(NAMED + 3):
        await watch(world, code, f"eve{number}")
    await ann.ask(client.Ready, room=code)
    assert ann.view["state"]["spectators"] == NAMED + 3
    assert ann.view["state"]["watchers"] == [f"eve{number}" for number in range(NAMED)]


async def test_l6_who_comes_to_watch_or_goes_is_told_without_an_entry_once_in_a_while(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    version, count, alarms = ann.view["version"], len(ann.got), list(world.clock.alarms)
    eve = await watch(world, code, "eve")
    world.clock.move(0)
    for peer in (ann, bob):
        assert (peer.view["version"], peer.view["events"]) == (version, [])
        assert (peer.view["state"]["spectators"], peer.view["state"]["watchers"]) == (1, ["eve"])
        assert peer.view["you"]["seat"] == (peer is bob)
    assert len(eve.updates) == 1, "she saw herself when she came"
    fay = await watch(world, code, "fay")
    gil = await watch(world, code, "gil")
    world.clock.move(EACH / 1000 - 0.001)
    assert len(ann.got) == count + 1
    world.clock.move(0.001)
    assert len(ann.got) == count + 2
    assert {tuple(peer.view["state"]["watchers"]) for peer in (ann, bob, eve, fay, gil)} == {("eve", "fay", "gil")}
    eve.drop()
    await fay.ask(client.Leave, room=code)
    world.clock.move(EACH / 1000)
    assert ann.view["state"]["watchers"] == gil.view["state"]["watchers"] == ["gil"]
    assert (len(ann.got), ann.view["version"]) == (count + 3, version)
    assert world.clock.alarms == alarms


async def test_l6_a_watcher_who_is_gone_again_or_was_told_of_already_makes_no_update(world: World) -> None:
    code, (ann, _) = await world.table("ann", "bob", start=False)
    count = len(ann.got)
    (await watch(world, code)).drop()
    world.clock.move(EACH / 1000)
    assert len(ann.got) == count
    eve = await watch(world, code)
    await ann.ask(client.Ready, room=code)
    assert ann.view["state"]["watchers"] == ["eve"]
    count = len(ann.got)
    tab = Peer(world, token=eve.welcome["token"])
    await tab.ask(client.Spectate, room=code)
    eve.drop()
    world.clock.move(EACH / 1000)
    assert len(ann.got) == count
    assert not [alarm for alarm in world.clock.alarms if alarm.when <= world.clock.now() + EACH]


async def test_l6_who_comes_to_watch_is_told_within_the_delay(world: World) -> None:
    code, peers, eve, _ = await delayed(world, 4)
    await moves(world, code, peers, 9)
    world.clock.move(EACH / 1000)
    shown, now = eve.view, peers[0].view["version"]
    assert shown["version"] <= now - 4
    world.clock.move(5)
    fay = await watch(world, code, "fay")
    world.clock.move(0)
    assert eve.view["state"]["watchers"] == fay.view["state"]["watchers"] == ["eve", "fay"]
    for message in (eve.view, fay.view):
        assert (message["version"], message["events"]) == (shown["version"], [])
        assert {**message["state"], "watchers": 0, "spectators": 0} == {
            **shown["state"],
            "watchers": 0,
            "spectators": 0,
        }
    assert peers[0].view["state"]["watchers"] == ["eve", "fay"]
    assert (peers[0].view["version"], peers[0].view["events"]) == (now, [])


# ---- a delay


@pytest.mark.parametrize(
    ("game", "delay", "seed"), [("agurk", 1, 0), ("agurk", 64, 1), ("dafaza", 5, 2), ("koikoi", 9, 3)]
)
async def test_l6_nothing_that_is_sent_to_who_watches_is_of_a_later_version(
    world: World, game: str, delay: int, seed: int
) -> None:
    rng = random.Random(seed)
    names = ("ann", "bob", "cat", "dan")[: 4 if game == "dafaza" else 2]
    options = {"koikoi": {"rounds": 3}, "dafaza": {"official_hands": 1}}.get(game, {})
    code, peers, eve, begins = await delayed(world, delay, *names, game=game, options=options)
    states: dict[int, Any] = {}
    read, seen, shown = 0, [begins], 0
    for _ in range(1000):
        table = peers[0].view
        states[table["version"]] = table["state"]
        over = table["state"]["status"] == "finished"
        now = table["version"]
        bound = now if over else max(begins, now - delay)
        what = rng.randrange(7)
        if what == 0:
            eve.say(client.Ping)
        elif what == 1:
            await eve.ask(client.Resume, room=code, version=rng.choice([seen[-1], eve.view["version"]]))
        elif what == 2:
            await eve.ask(client.Spectate, room=code)
        elif what == 3:
            await eve.ask(client.Move, room=code, ref="x", version=now, move={"type": "play"})
        elif what == 4 and not over:
            await eve.ask(client.Sit, room=code)
        elif what == 5:
            eve.say(client.List)
        elif what == 6:
            fay = await watch(world, code, "fay")
            world.clock.move(EACH / 1000)
            fay.drop()
        for message in eve.got[read:]:
            assert max(versions(message), default=0) <= bound, message
            if message["type"] == "update":
                shown += 1
                if message["version"] > begins:
                    same = {"clocks", "spectators", "watchers"}
                    expected = states[message["version"]]
                    assert {k: v for k, v in message["state"].items() if k not in same} == {
                        k: v for k, v in expected.items() if k not in same
                    }
                seen += [entry["version"] for entry in message["events"] if entry["version"] > seen[-1]]
        read = len(eve.got)
        if over:
            break
        await any_move(world, code, peers, rng)
    assert peers[0].view["state"]["status"] == "finished"
    assert eve.view["version"] == peers[0].view["version"]
    assert eve.view["state"]["result"] == peers[0].view["state"]["result"]
    assert seen == list(range(begins, eve.view["version"] + 1)), "each entry once"
    assert shown > (0 if delay == 64 else 10)


async def test_l6_who_watches_is_behind_by_the_delay_and_not_by_more(world: World) -> None:
    code, peers, eve, begins = await delayed(world, 3)
    assert (eve.view["version"], eve.view["state"]["status"]) == (begins, "waiting")
    await moves(world, code, peers, 4)
    for _ in range(8):
        await moves(world, code, peers, 1)
        behind = peers[0].view["version"] - eve.view["version"]
        assert 3 <= behind <= 5, "a deal and the choice before it are stored with a move"
    clock = eve.view["state"]["clocks"]
    assert clock == []
    await peers[0].ask(client.Leave, room=code)
    assert eve.view["version"] == peers[1].view["version"]
    assert eve.view["state"]["status"] == "finished"


async def test_l6_the_clocks_are_those_of_that_moment(world: World) -> None:
    code, peers = await world.table("ann", "bob", settings={"spectator_delay": 1, "turn_seconds": 30})
    world.clock.move(7)
    await world.play(code, peers)
    eve = await watch(world, code)
    assert [clock["left"] for clock in eve.view["state"]["clocks"]] == [30_000]
    assert eve.view["version"] == peers[0].view["version"] - 1


async def test_l6_also_after_a_restart(redis_url: str) -> None:
    clock = HandClock()
    async with world_on(redis_url, clock) as world:
        code, peers, eve, _ = await delayed(world, 4)
        await moves(world, code, peers, 9)
        tokens = [peer.welcome["token"] for peer in (*peers, eve)]
        before = (peers[0].view["version"], eve.view["version"])
    async with world_on(redis_url, clock) as world:
        *peers, eve = (Peer(world, token=token) for token in tokens)
        for peer in peers:
            await peer.ask(client.Resume, room=code, version=before[0])
        now = peers[0].view["version"]
        assert (await eve.ask(client.Resume, room=code, version=before[1]))["version"] == now - 4
        assert eve.view["version"] == now - 4
        assert [entry["version"] for entry in eve.view["events"]] == list(range(before[1] + 1, now - 3))
        assert (await eve.ask(client.Ping))["versions"] == {code: now - 4}
        await moves(world, code, peers, 1)
        assert eve.view["version"] == now - 3


async def test_l6_also_when_the_log_had_to_be_read_again(world: World, raw: Any) -> None:
    code, peers, eve, _ = await delayed(world, 4)
    await moves(world, code, peers, 9)
    shown = eve.view["version"]
    raw.hset(f"fudakai:{{{code}}}:head", "fence", 2**40)  # as if another process had written in between
    raw.hset("fudakai:node:main", "number", 2**41)
    version = peers[0].view["version"]
    mover = world.mover(peers)
    mover.say(client.Move, room=code, ref="x", version=version, move=mover.view["you"]["offers"][0])
    await world.settle()
    assert max(version for message in eve.got for version in versions(message)) <= max(shown, version + 2 - 4)


async def test_l12_what_is_said_at_the_table_comes_with_its_moment(world: World) -> None:
    code, peers, eve, _ = await delayed(world, 2)
    await moves(world, code, peers, 5)
    version = peers[0].view["version"]
    await peers[0].ask(client.Chat, room=code, text="well now")
    assert peers[1].got[-1]["type"] == "said"
    assert eve.got[-1]["type"] == "update"
    await eve.ask(client.Chat, room=code, text="hm")
    assert (eve.got[-1]["text"], peers[0].got[-1]["text"]) == ("hm", "hm")
    while eve.got[-1].get("text") != "well now":
        assert eve.view["version"] < version
        await moves(world, code, peers, 1)
    assert eve.view["version"] >= version
    before = eve.got[-2]
    assert (before["type"], before["version"]) == ("update", eve.view["version"])


async def test_l12_who_has_left_the_match_tells_those_who_watch_nothing_early(world: World) -> None:
    code, peers, eve, _ = await delayed(world, 6, "ann", "bob", "cat")
    ann, bob, cat = peers
    await moves(world, code, peers, 5)
    await cat.ask(client.Chat, room=code, text="going")
    await cat.ask(client.Leave, room=code)
    await cat.ask(client.Spectate, room=code)
    version = ann.view["version"]
    assert (await cat.ask(client.Chat, room=code, text="ann has two aces"))["type"] == "ok"
    for peer in (ann, bob, cat):
        assert peer.got[-1]["text"] == "ann has two aces"
    await moves(world, code, [ann, bob], 1)
    assert not any(message["type"] == "said" for message in eve.got)
    while eve.view["version"] < version:
        await moves(world, code, [ann, bob], 1)
    for peer in (eve, cat):
        assert [message["text"] for message in peer.got if message["type"] == "said"] == ["going", "ann has two aces"]


async def test_l12_of_very_many_lines_the_last_come_and_all_are_there_at_the_end(world: World) -> None:
    code, peers, eve, _ = await delayed(world, 64)
    for number in range(HELD + 6):
        assert (await peers[number % 2].ask(client.Chat, room=code, text=str(number)))["type"] == "ok"
        world.clock.move(1)
    assert not any(message["type"] == "said" for message in eve.got)
    await peers[1].ask(client.Leave, room=code)
    said = [message["text"] for message in eve.got if message["type"] == "said"]
    assert said == [str(number) for number in range(6, HELD + 6)]
    await peers[0].ask(client.Chat, room=code, text="at once")
    assert eve.got[-1]["text"] == "at once"


async def test_l9_who_takes_the_seat_back_sees_all_again_on_every_connection(world: World) -> None:
    code, peers, _, _ = await delayed(world, 6, "ann", "bob", "cat", game="hanafuda")
    ann, bob, cat = peers
    await moves(world, code, peers, 3)
    token = cat.welcome["token"]
    await cat.ask(client.Leave, room=code)
    await world.settle()
    one, other = Peer(world, token=token), Peer(world, token=token)
    for peer in (one, other):
        await peer.ask(client.Spectate, room=code)
        assert peer.view.get("you") is None
        assert peer.view["version"] <= ann.view["version"] - 6 or peer.view["state"]["status"] == "waiting"
        assert "cat" not in "".join(peer.view["state"]["watchers"]), "nor that cat has left"
    behind = other.view["version"]
    await one.ask(client.Join, room=code)
    await world.settle()
    for peer in (one, other):
        assert peer.view["you"]["seat"] == 2
        assert peer.view["version"] == ann.view["version"]
    assert other.view["events"][0]["version"] == behind + 1
    await moves(world, code, [ann, bob, one], 1)
    assert [entry["version"] for entry in other.view["events"]][-1] == ann.view["version"]
    assert other.updates[-1]["version"] == one.updates[-1]["version"]


async def test_l6_between_matches_there_is_no_delay(world: World) -> None:
    code, peers, eve, begins = await delayed(world, 64, start=False)
    assert eve.view["version"] == begins
    await peers[0].ask(client.Start, room=code)
    await peers[1].ask(client.Leave, room=code)
    assert eve.view["state"]["status"] == "finished"
    await peers[0].ask(client.Ready, room=code)
    assert eve.view["version"] == peers[0].view["version"]


async def test_l2_the_delay_is_a_setting_and_bounded(world: World) -> None:
    code, (ann, _) = await world.table("ann", "bob", start=False)
    for wrong in (65, -1, 1.5, None):
        answer = await ann.ask(client.Configure, room=code, settings={"spectator_delay": wrong})
        assert answer["code"] == Refusal.BAD_OPTIONS, wrong
    assert (await ann.ask(client.Configure, room=code, settings={"spectator_delay": 64}))["type"] == "ok"
    assert ann.view["state"]["settings"]["spectator_delay"] == 64


async def test_those_who_watch_share_one_frame_also_with_a_delay(world: World) -> None:
    code, peers, eve, _ = await delayed(world, 2)
    fay = await watch(world, code, "fay")
    await moves(world, code, peers, 6)
    assert eve.frames[-1] is fay.frames[-1]
    assert eve.view["version"] < peers[0].view["version"]
