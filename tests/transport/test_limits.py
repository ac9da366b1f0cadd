"""What connections of one player share, how many one address may have, and whose word about addresses is believed."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address, ip_network
from typing import Any

import pytest
from websockets.exceptions import InvalidMessage, InvalidStatus

from fudakai.server.transport.listener import SPARE_OF_ADDRESS
from fudakai.server.transport.purse import MOST, Purses
from fudakai.server.transport.source import UNKNOWN, forwarded, named, parsed
from tests.transport.table import HOST, MSGPACK, House, answer, house, packed, within

OTHER = "127.0.0.2"
"""Another address of this machine."""


async def _flood(client: Any, count: int) -> list[str]:
    """Messages all at once; the types of their answers."""
    for number in range(count):
        await client.send(packed("ping", number))
    return [(await answer(client))["type"] for _ in range(count)]


async def test_connections_of_one_player_share_credits_and_one_that_floods_leaves_the_other_its_part() -> None:
    async with (
        house(credits=20, credits_per_second=1, abuse_refusals=100) as home,
        home.connect() as one,
        home.connect() as two,
        home.connect() as other,
    ):
        for client, name in ((one, "ann"), (two, "ann"), (other, "bob")):
            await client.send(packed("hello", name=name))
            await answer(client)
        flooded = await _flood(one, 30)
        assert 8 <= flooded.count("pong") <= 10, "half of what the player has, of which a hello took a bit"
        assert 8 <= (await _flood(two, 30)).count("pong") <= 11
        assert (await _flood(other, 30)).count("pong") == 19


async def test_a_new_connection_brings_no_new_credits() -> None:
    async with house(credits=20, credits_per_second=1, abuse_refusals=100) as home:
        got = 0
        for _ in range(4):
            async with home.connect() as client:
                await client.send(packed("hello", name="ann"))
                await answer(client)
                got += (await _flood(client, 30)).count("pong")
        assert 18 <= got <= 21


def test_purses_are_kept_while_they_are_used_or_not_full_and_are_bounded() -> None:
    purses = Purses()
    purses.share("here", 0).until = 5
    for number in range(3 * MOST):
        purses.share(f"p{number}", number).until = number + 10
        purses.leave(f"p{number}", number)
        assert len(purses) <= MOST + 1
    purses.leave("here", 1)
    assert purses.share("here", 1).until == 5
    purses.leave("here", 6)
    assert purses.share("here", 6).until == 0


async def _refused(home: House, **kwargs: Any) -> tuple[int, str]:
    with pytest.raises(InvalidStatus) as caught:
        await home.connect(**kwargs)
    return caught.value.response.status_code, (caught.value.response.body or b"").decode()


async def test_an_address_over_its_connections_gets_429_with_words_and_others_come_in() -> None:
    async with house(max_connections_per_address=2) as home, home.connect() as one, home.connect():
        status, words = await _refused(home)
        assert (status, words.split(".")[0]) == (429, "There are too many connections from your address")
        assert (await home.get("/healthz"))[0] == 200
        async with home.connect(local_addr=(OTHER, 0)) as other:
            await other.send(packed("ping"))
            assert (await answer(other))["re"] == 1
        await one.close()
        await home.router.until(lambda notes: notes.kinds().count("closed") == 2)
        async with home.connect() as again:
            await again.send(packed("ping", 2))
            assert (await answer(again))["re"] == 2


async def test_two_hundred_sockets_of_one_address_are_held_off_and_leave_nothing() -> None:
    async with house(max_connections_per_address=10) as home:

        async def one() -> Any:
            try:
                return await home.connect(local_addr=(OTHER, 0))
            except (InvalidStatus, InvalidMessage, OSError):
                return None

        async with asyncio.timeout(20):
            clients = [client for client in await asyncio.gather(*(one() for _ in range(200))) if client]
        assert len(clients) == 10
        async with home.connect() as mine:
            await mine.send(packed("ping"))
            assert (await answer(mine))["re"] == 1
        for client in clients:
            await client.close()
        await home.router.until(lambda notes: notes.kinds().count("closed") == 11)
        async with home.connect(local_addr=(OTHER, 0)) as client:
            await client.send(packed("ping"))
            assert (await answer(client))["re"] == 1


async def test_silent_sockets_of_one_address_are_bounded_and_told_why() -> None:
    async with house(max_connections_per_address=1) as home:
        silent = [await asyncio.open_connection(HOST, home.port) for _ in range(1 + SPARE_OF_ADDRESS)]
        told = await home.say(b"")
        assert told.startswith(b"HTTP/1.1 429 ")
        assert b"too many connections" in told
        async with home.connect(local_addr=(OTHER, 0)) as client:
            await client.send(packed("ping"))
            assert (await answer(client))["re"] == 1
        for _, writer in silent:
            writer.close()
        for reader, _ in silent:
            assert await within(reader.read()) == b""
        assert (await home.get("/healthz"))[0] == 200


async def test_a_header_is_believed_from_trusted_proxies_only_and_clients_behind_one_are_told_apart() -> None:
    def behind(address: str) -> dict[str, Any]:
        return {"additional_headers": {"X-Forwarded-For": address}}

    async with house(max_connections_per_address=1) as home, home.connect(**behind("192.0.2.1")):
        assert (await home.router.peer()).source == HOST
        assert (await _refused(home, **behind("192.0.2.2")))[0] == 429
    proxies = (ip_network(f"{HOST}/32"),)
    async with (
        house(max_connections_per_address=1, trusted_proxies=proxies) as home,
        home.connect(**behind("203.0.113.9, 192.0.2.1")),
        home.connect(**behind("192.0.2.2")),
    ):
        assert [(await home.router.peer(number)).source for number in (1, 2)] == ["192.0.2.1", "192.0.2.2"]
        assert (await home.router.peer(1)).remote == "192.0.2.1", "the log names the client"
        assert (await _refused(home, **behind("192.0.2.1")))[0] == 429
        spoofed = behind("192.0.2.9") | {"local_addr": (OTHER, 0)}
        async with home.connect(MSGPACK, **spoofed):
            assert (await home.router.peer(3)).source == OTHER


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:8765", "192.0.2.1"),
        (' "[2001:db8:1:2:3::4]:8765"', "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("_hidden", UNKNOWN),
        ("unknown", UNKNOWN),
        ("", UNKNOWN),
        ("1" * 5000, UNKNOWN),
    ],
)
def test_an_address_is_one_source_and_so_is_an_ipv6_network_of_64_bits(text: str, name: str) -> None:
    assert named(parsed(text)) == name


@pytest.mark.parametrize(
    ("header", "values", "client"),
    [
        ("x-forwarded-for", [], "10.0.0.1"),
        ("x-forwarded-for", ["192.0.2.1"], "192.0.2.1"),
        ("x-forwarded-for", ["203.0.113.9, 192.0.2.1, 10.0.0.2"], "192.0.2.1"),
        ("x-forwarded-for", ["203.0.113.9", "192.0.2.1"], "192.0.2.1"),
        ("x-forwarded-for", ["192.0.2.1, nonsense, 10.0.0.2"], "10.0.0.2"),
        ("x-forwarded-for", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("x-forwarded-for", ["192.0.2.1," * 1000 + "10.0.0.2"], "192.0.2.1"),
        ("forwarded", ["for=192.0.2.1;proto=https"], "192.0.2.1"),
        ("forwarded", ['for=203.0.113.9, For="[2001:db8::7]:99";by=x, for=10.0.0.2'], "2001:db8::7"),
        ("forwarded", ["for=203.0.113.9, proto=https"], "10.0.0.1"),
        ("forwarded", ["for=_secret"], "10.0.0.1"),
    ],
)
def test_the_client_is_the_last_address_that_no_proxy_of_ours_has(header: str, values: list[str], client: str) -> None:
    proxies = [ip_network("10.0.0.0/8")]
    assert forwarded(ip_address("10.0.0.1"), values, header, proxies) == ip_address(client)
