"""Backups of a data folder under play and at rest, and what comes back from them."""

from __future__ import annotations

import asyncio
import gzip
import io
import os
import stat
import tarfile
from pathlib import Path

from redis.asyncio import Redis

from fudakai.server.store.embedded import running_address
from fudakai.server.store.places import lock
from tests.e2e.process import ServerProcess
from tests.e2e.test_serving import command, match, wire


async def test_a_backup_under_play_comes_back_with_rooms_records_and_tokens(
    server: ServerProcess, tmp_path: Path
) -> None:
    # a secret key of its own, kept in the folder, as hosts have
    room = await match(server.url)
    status, record = await command(server, "export", room)
    assert status == 0
    playing = asyncio.create_task(match(server.url))
    file = tmp_path / "backup.tar"
    status, said = await command(server, "backup", str(file))
    assert status == 0, said
    await playing
    async with Redis.from_url(running_address(server.data), decode_responses=True) as client:
        assert (await client.config_get("auto-aof-rewrite-percentage"))["auto-aof-rewrite-percentage"] == "100"
    found = await asyncio.to_thread(os.stat, file)
    assert stat.S_IMODE(found.st_mode) == 0o600
    other = ServerProcess(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    try:
        assert (await command(other, "restore", str(file)))[0] == 0
        assert await command(other, "export", room) == (0, record)
        async with wire(await other.start(), name="cat") as cat:
            assert (await cat.ask("create", game="agurk"))["type"] == "ok"
    finally:
        await other.clean_up()


async def test_a_backup_that_was_killed_does_not_keep_redis_from_rewriting_for_good(
    server: ServerProcess, tmp_path: Path
) -> None:
    name = "auto-aof-rewrite-percentage"
    async with Redis.from_url(running_address(server.data), decode_responses=True) as client:
        await client.config_set(name, "0")  # what it leaves behind
        status, said = await command(server, "backup", str(tmp_path / "backup.tar"))
        assert status == 0, said
        assert (await client.config_get(name))[name] == "100"


async def test_one_backup_at_a_time(server: ServerProcess, tmp_path: Path) -> None:
    other = lock(server.data / "redis" / "backup.lock")
    assert other is not None
    try:
        status, said = await command(server, "backup", str(tmp_path / "second.tar"))
        assert (status, said.count("\n"), "another backup" in said) == (2, 1, True), said
    finally:
        os.close(other)
    assert (await command(server, "backup", str(tmp_path / "second.tar")))[0] == 0


async def test_a_backup_that_was_packed_and_cut_off_is_refused_in_a_line(server: ServerProcess, tmp_path: Path) -> None:
    whole, packed, cut = tmp_path / "whole.tar", tmp_path / "packed.tar.gz", tmp_path / "cut.tar.gz"
    assert (await command(server, "backup", str(whole)))[0] == 0
    packed.write_bytes(gzip.compress(whole.read_bytes()))
    cut.write_bytes(packed.read_bytes()[:-200])
    for file, wanted in ((cut, 2), (packed, 0)):
        status, said = await command(ServerProcess(tmp_path / "fresh"), "restore", str(file))
        assert (status, said.count("\n")) == (wanted, 1), said


async def test_a_backup_of_a_stopped_server_keeps_the_key_and_the_seats(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, env="development", port=0)
    server.environment.pop("FUDAKAI_SECRET_KEY", None)
    other = ServerProcess(tmp_path / "elsewhere", env="development")
    (tmp_path / "elsewhere").mkdir()
    try:
        async with wire(await server.start(), name="ann") as ann:
            room = (await ann.ask("create", game="agurk"))["room"]
        assert await server.terminate() == 0
        assert (await command(server, "backup", str(tmp_path / "b.tar")))[0] == 0
        assert (await command(other, "restore", str(tmp_path / "b.tar")))[0] == 0
        async with wire(await other.start(), token=ann.welcome["token"]) as back:
            assert back.welcome["rooms"] == [room]
    finally:
        await server.clean_up()
        await other.clean_up()


async def test_what_is_no_backup_or_would_overwrite_something_is_refused_in_a_line(
    server: ServerProcess, tmp_path: Path
) -> None:
    taken, text, foreign = tmp_path / "taken", tmp_path / "text", tmp_path / "foreign.tar"
    taken.write_text("mine")
    text.write_text("no tar file")
    with tarfile.open(foreign, "w") as tar:
        entry = tarfile.TarInfo("../evil")
        tar.addfile(entry, io.BytesIO())
    fresh = ServerProcess(tmp_path / "fresh")
    for process, words, why in (
        (server, ["backup", str(taken)], "is there already"),
        (server, ["backup", str(tmp_path / "no" / "folder.tar")], "cannot be written"),
        (fresh, ["backup", str(tmp_path / "new.tar")], "no data of a server"),
        (fresh, ["restore", str(text)], "no tar file"),
        (fresh, ["restore", str(foreign)], "no backup of a data folder"),
        (fresh, ["restore", str(tmp_path / "none")], "No such file"),
        (server, ["restore", str(foreign)], "not empty"),
    ):
        status, said = await command(process, *words)
        assert (status, said.count("\n"), why in said) == (2, 1, True), said
    assert taken.read_text() == "mine"
    assert not fresh.data.exists()
