"""What /metrics says of a host that plays: every number is there, and no word of a client's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from fudakai.protocol import from_client as client
from fudakai.server.counts import Counts, Histogram
from fudakai.server.games.registry import GAMES
from fudakai.server.metrics import Metrics
from fudakai.server.transport.connection import Bounds
from fudakai.server.transport.health import Health
from fudakai.server.transport.listener import Listener
from tests.host.world import HandClock, World, world_on

Read = dict[tuple[str, frozenset[tuple[str, str]]], float]


@asynccontextmanager
async def measured(url: str, **settings: Any) -> AsyncIterator[tuple[World, Metrics]]:
    """A host and its metrics."""
    async with world_on(url, HandClock(), **settings) as world:
        listener = Listener(world.host, Bounds(), Health(lambda: None, lambda: ""), world.counts)
        world.store.watch_batches(world.counts.batch.observe)
        yield (
            world,
            Metrics(
                counts=world.counts,
                host=world.host,
                listener=listener,
                store=world.store,
                worker=world.worker,
                lease=world.host.lease,
                uptime=lambda: 7.5,
            ),
        )


def read(text: str) -> Read:
    """Every sample of the page by its name and labels, as a parser of Prometheus's understands it."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(found: Read, name: str, **labels: str) -> float:
    """One sample."""
    return found[f"fudakai_{name}", frozenset(labels.items())]


async def test_an_idle_server_has_every_metric_with_nothing_in_it(redis_url: str) -> None:
    async with measured(redis_url) as (_, metrics):
        found = read(metrics.text())
    assert value(found, "uptime_seconds") == 7.5
    assert value(found, "info", version="test", node="main") == 1
    assert value(found, "redis_up") == 1
    assert value(found, "lease_held") == 1
    assert value(found, "lease_number") >= 1
    assert value(found, "draining") == 0
    for game in GAMES:
        for state in ("waiting", "playing", "finished"):
            assert value(found, "rooms", game=game, state=state) == 0
    assert {name for name, _ in found if name.startswith("process_")} > {"process_cpu_seconds_total"}


async def test_rooms_seats_moves_refusals_and_appends_are_told(redis_url: str) -> None:
    async with measured(redis_url) as (world, metrics):
        code, (ann, bob) = await world.table("ann", "bob")
        await world.play(code, [ann, bob])
        for _ in range(2):
            await ann.ask(client.Join, room="ZZZZZZ")
        world.clock.move(31)
        await world.settle()
        bob.drop()
        await world.settle()
        _, others = await world.table("cat", start=False)
        before = read(metrics.text())
        others[0].say(client.Leave, room=others[0].view["room"])
        await world.settle()
        after = read(metrics.text())
    assert value(before, "rooms", game="agurk", state="playing") == 1
    assert value(before, "rooms", game="agurk", state="waiting") == 1
    assert value(after, "rooms", game="agurk", state="waiting") == 0
    assert value(before, "seats", game="agurk", state="taken") == 2  # ann and cat
    assert value(before, "seats", game="agurk", state="away") == 1
    assert value(before, "moves_total", game="agurk", by="player") == 1
    assert value(before, "moves_total", game="agurk", by="clock") == 1
    assert value(before, "matches_total", game="agurk", event="started") == 1
    assert value(before, "refusals_total", code="unknown_room") == 2
    assert value(before, "sessions") == 2
    assert value(before, "room_connections") == 2
    appends = value(before, "append_seconds_count")
    assert appends == value(before, "tell_seconds_count") == value(before, "append_batch_sum")
    assert appends == value(before, "append_seconds_bucket", le="+Inf") == 7
    assert 0 < value(before, "append_seconds_sum") < 20
    assert value(after, "append_seconds_count") == appends + 1


async def test_a_match_that_ends_or_is_abandoned_and_a_room_that_is_recovered_are_counted(redis_url: str) -> None:
    async with measured(redis_url) as (world, metrics):
        _, peers = await world.table("ann", "bob", game="koikoi")
        for peer in peers:
            await peer.ask(client.Leave, room=peer.view["room"])
        await world.table("cat", "dan")
        found = read(metrics.text())
        ended = value(found, "matches_total", game="koikoi", event="ended")
        assert ended + value(found, "matches_total", game="koikoi", event="abandoned") == 1
    async with measured(redis_url) as (_, metrics):
        assert value(read(metrics.text()), "rooms_recovered_total") == 1


async def test_a_result_waits_until_it_is_applied(redis_url: str) -> None:
    async with measured(redis_url) as (world, metrics):
        assert value(read(metrics.text()), "results_waiting") == 0
        world.worker.finished("ROOM")
        assert value(read(metrics.text()), "results_waiting") == 1
        await world.worker.caught_up()
        assert value(read(metrics.text()), "results_waiting") == 0


async def test_no_name_room_token_or_card_is_in_it(redis_url: str) -> None:
    async with measured(redis_url) as (world, metrics):
        code, peers = await world.table("Umeko-san", "Matsuo-san", game="hanafuda", title="A table of ours")
        await world.play(code, peers)
        await peers[0].ask(client.Join, room="Umeko")
        text = metrics.text()
        secrets = [code, "Umeko", "Matsuo", "A table", "bright", "chaff", "ribbon", "127.0.0.1"]
        secrets += [peer.welcome[field] for peer in peers for field in ("token", "player")]
    assert "fudakai_moves_total" in text
    assert [word for word in secrets if word in text] == []


def test_a_histogram_counts_up_to_and_with_each_bound() -> None:
    histogram = Histogram((1, 2))
    for number in (0.5, 1, 1.5, 2, 9):
        histogram.observe(number)
    assert list(histogram.buckets()) == [(1, 2), (2, 4), (float("inf"), 5)]
    assert (histogram.count, histogram.total) == (5, 14)


def test_counts_of_two_servers_in_a_process_are_their_own() -> None:
    one, other = Counts(), Counts()
    one.refusals["stale"] += 1
    one.append_seconds.observe(1)
    assert (dict(other.refusals), other.append_seconds.count) == ({}, 0)
