"""The operator's commands, metrics and TLS of a server that is a process of its own."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.e2e.process import STOP_SECONDS, ServerProcess
from tests.e2e.test_serving import command, http, match, wire
from tests.soak.kit.wire import MSGPACK, Wire, read
from tests.test_metrics import read as read_metrics, value
from tests.transport.certificates import make as make_certificate, trusting


async def test_the_commands_show_kick_close_and_announce(server: ServerProcess) -> None:
    async with wire(server.url, name="ann") as ann, wire(server.url, name="[bold]bob") as bob:
        room = (await ann.ask("create", game="agurk", title="[red]Ours"))["room"]
        await bob.ask("join", room=room)
        status, said = await command(server, "rooms")
        assert status == 0
        assert room in said
        assert "[red]Ours" in said, "a title is no markup"
        status, said = await command(server, "room", room.lower())
        assert (status, "ann" in said, "[bold]bob" in said, "host" in said) == (0, True, True, True)
        status, said = await command(server, "players", "--json")
        assert status == 0
        assert [(one["name"], one["seats"]) for one in json.loads(said)["players"]] == [
            ("[bold]bob", [room]),
            ("ann", [room]),
        ]
        assert await command(server, "announce", "Tea at five.") == (0, "told 2 connections\n")
        assert await command(server, "kick", "[bold]bob") == (
            0,
            f"[bold]bob has left {room}, and 1 connection closed\n",
        )
        with pytest.raises(ConnectionClosed) as closed:
            await bob.hear_out()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4006
        heard = [read(frame) for frame in bob.frames]
        assert [m["words"] for m in heard if m["type"] == "notice"] == ["Tea at five."]
        assert await command(server, "close", room) == (0, f"room {room} is closed\n")
        status, said = await command(server, "close", room)
        assert (status, said.count("\n")) == (1, 1)
        assert await command(server, "rooms") == (0, "no open rooms\n")
        assert json.loads((await command(server, "rooms", "--json"))[1]) == {"type": "rooms", "rooms": []}


async def test_without_a_server_a_command_says_so_in_a_line(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    for words in (["rooms"], ["drain", "--within", "5"], ["announce", "hello"]):
        status, said = await command(server, *words)
        assert (status, said.count("\n")) == (2, 1)
        assert f"no server runs on the data folder {server.data}" in said


async def test_a_drain_shows_its_progress_and_the_server_stops_after_the_last_match(server: ServerProcess) -> None:
    async with wire(server.url, name="ann") as ann, wire(server.url, name="bob") as bob:
        room = (await ann.ask("create", game="agurk", seats=2))["room"]
        await bob.ask("join", room=room)
        for one in (ann, bob):
            await one.ask("ready", room=room)
        await ann.ask("start", room=room)
        draining = asyncio.create_task(command(server, "drain", "--within", "3600"))
        async with asyncio.timeout(STOP_SECONDS):
            while (await ann.hear())["type"] != "notice":
                pass
        await bob.ask("leave", room=room)
        status, said = await draining
        assert status == 0
        assert "1 match with 2 players" in said.splitlines()[0]
        assert said.splitlines()[-1] == "drained: the server stops"
    assert server.process is not None
    async with asyncio.timeout(STOP_SECONDS):
        assert await server.process.wait() == 0
    assert not (server.data / "control.json").exists()
    await server.start()
    async with wire(server.url, token=ann.welcome["token"]) as back:
        assert back.welcome["rooms"] == [room]


async def test_a_drain_out_of_time_stops_with_status_1_and_the_match_goes_on(server: ServerProcess) -> None:
    async with wire(server.url, name="ann") as ann, wire(server.url, name="bob") as bob:
        room = (await ann.ask("create", game="agurk", seats=2))["room"]
        await bob.ask("join", room=room)
        for one in (ann, bob):
            await one.ask("ready", room=room)
        await ann.ask("start", room=room)
        status, said = await command(server, "drain", "--within", "0")
        assert status == 1
        assert "1 match will go on at the next start" in said
    assert server.process is not None
    async with asyncio.timeout(STOP_SECONDS):
        assert await server.process.wait() == 0
    await server.start()
    status, said = await command(server, "rooms")
    assert (status, room in said, "playing" in said) == (0, True, True)


async def test_metrics_of_a_played_match(server: ServerProcess) -> None:
    await match(server.url)
    answer = await http(
        server.port, f"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n"
    )
    head, _, body = answer.partition("\r\n\r\n")
    assert " 200 " in head.splitlines()[0]
    found = read_metrics(body)
    assert value(found, "matches_total", game="agurk", event="ended") == 1
    assert value(found, "moves_total", game="agurk", by="player") > 10
    assert value(found, "connections_closed_total", code="client") == 2
    assert value(found, "append_batch_sum") >= value(found, "append_seconds_count") > 10


async def test_wss_with_a_certificate_that_is_renewed_by_a_signal(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    server = ServerProcess(tmp_path, tls_certificate=str(certificate), tls_key=str(key), log_level="info")
    try:
        url = await server.start()
        assert url.startswith("wss://")
        subprotocols = [Subprotocol(MSGPACK)]
        async with connect(url, ssl=trusting(certificate), subprotocols=subprotocols, compression=None) as socket:
            assert (await Wire(socket).ask("hello", name="ann"))["type"] == "welcome"
            make_certificate(tmp_path)
            assert server.process is not None
            server.process.send_signal(signal.SIGHUP)
            async with asyncio.timeout(STOP_SECONDS):
                while "read anew" not in server.log.read_text():
                    await Wire(socket).ask("ping")
        async with connect(url, ssl=trusting(certificate), subprotocols=subprotocols):
            pass
        assert await server.terminate() == 0
    finally:
        await server.clean_up()


async def test_half_a_certificate_or_a_wrong_one_is_said_in_a_line(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    server = ServerProcess(tmp_path)
    for environment, words in (
        ({"FUDAKAI_TLS_CERTIFICATE": str(certificate)}, "set FUDAKAI_TLS_KEY, too"),
        ({"FUDAKAI_TLS_KEY": str(key)}, "set FUDAKAI_TLS_CERTIFICATE, too"),
        ({"FUDAKAI_TLS_CERTIFICATE": str(key), "FUDAKAI_TLS_KEY": str(certificate)}, "PEM files"),
    ):
        status, said = await command(server, "serve", **environment)
        assert (status, said.count("\n"), words in said) == (2, 1, True)
