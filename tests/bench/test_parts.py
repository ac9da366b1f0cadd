"""The parts of the bench that start servers work; what they measure is for a quiet machine, and not looked at here."""

from __future__ import annotations

import io
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from bench import picture, report, rivals
from bench.check import check
from bench.client import Gone
from bench.idle import Idle, idle
from bench.load import BARE_SERVER, PADDED, Row, measure
from bench.matches import Level, applied, levels
from bench.rooms import AGURK, KOIKOI
from bench.servers import Failed, fudakai

needs_load = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("cc") is None, reason="the load needs Linux and a C compiler"
)

FOUND = {
    "R": 100,
    "moves_s": 2700.0,
    "p50_us": 30_000.0,
    "p99_us": 68_000.0,
    "cpu_s_per_1k": [0.365],
    "srv_util": [0.99],
    "rx_bytes_per_frame": 865.4,
    "other_busy": -0.01,
    "errors": 0,
    "stalled": 0,
    "complete": True,
    "total_moves": 9000,
    "total_updates": 36_000,
    "srv": {"moves": 9000, "rejected": 0},
}


@needs_load
@pytest.mark.parametrize("work", [AGURK, KOIKOI])
def test_each_server_plays_each_game_and_every_update_comes_once(work: Any) -> None:
    for server in ("everysec", BARE_SERVER, PADDED):
        row = measure(server, work, 2, 0.05, 0.1, 1000)
        assert row.fault == ""
        assert (row.server, row.game, row.rooms) == (server, work.game, 2)
        assert row.moves_per_second > 0
    assert 990 <= row.frame <= 1010


@needs_load
def test_a_room_is_checked_with_every_frame_decoded() -> None:
    with fudakai("everysec") as running:
        words, frame = check(running.port, AGURK)
    assert words.startswith("2 matches")
    assert frame > 0


@needs_load
def test_idle_connections_are_counted_and_a_room_plays_among_them() -> None:
    with fudakai("everysec") as running:
        found = idle(running, 3, 2, 0.1)
    assert (found.connections, found.rooms) == (12, 3)
    assert (len(found.alone), len(found.among)) == (2, 2)
    assert min(*found.alone, *found.among) > 0


@needs_load
def test_matches_are_played_to_the_end_batch_after_batch() -> None:
    with fudakai("everysec") as running:
        found = levels(running, 2, 3)
    assert found[0].matches >= 3
    assert found[1].matches >= found[0].matches + 3
    assert all(level.kib > 0 and level.redis_kib > 0 for level in found)


def test_a_server_that_tells_no_metrics_any_more_is_gone() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    with pytest.raises(Gone, match="metrics cannot be read"):
        applied(port)


def test_a_rivals_line_becomes_a_row() -> None:
    row = rivals.row("boardgame.io", FOUND)
    assert row.fault == ""
    assert (row.rooms, row.moves_per_second, row.p99, row.frame, row.others) == (100, 2700.0, 68.0, 865, 0.0)


@pytest.mark.parametrize(
    "wrong", [{"complete": False}, {"srv": {"moves": 8999, "rejected": 0}}, {"errors": 1}, {"stalled": 1}]
)
def test_a_rivals_run_that_lost_something_does_not_count(wrong: dict[str, Any]) -> None:
    assert rivals.row("node-ws", FOUND | wrong).fault


def test_a_folder_that_is_not_installed_is_named(tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"has no bench\.py"):
        rivals.installed(tmp_path)
    with pytest.raises(Failed, match="was not measured: died"):
        rivals.row("node-ws", {"gen_error": "Traceback\ndied"})


def shown(found: dict[str, Any]) -> tuple[int, str]:
    """The exit status and what is printed."""
    text = io.StringIO()
    return report.show(Console(file=text, width=400), {"rows": [], **found}), text.getvalue()


def rows(ours: float, bare: float = 10_000, rival: float = 1000) -> list[Row]:
    """A row of ours, of the bare server and of a rival."""
    row = rivals.row("boardgame.io", FOUND)
    speeds = {"always": ours, BARE_SERVER: bare, "boardgame.io": rival}
    return [msgspec.structs.replace(row, server=server, moves_per_second=speed) for server, speed in speeds.items()]


@pytest.mark.parametrize(("ours", "status"), [(3000, 0), (2900, 1), (2400, 1)])
def test_the_verdict_compares_with_the_bare_server_and_the_rival(ours: float, status: int) -> None:
    found, text = shown({"rows": rows(ours)})
    assert found == status
    assert f"{ours / 10_000:.2f} times bare server" in text
    assert f"{ours / 1000:.2f} times boardgame.io" in text
    assert text.count("MISSED") == (ours < 3000) + (ours < 2500)
    assert "Not judged" not in text


def test_what_is_not_judged_is_said() -> None:
    few = [msgspec.structs.replace(row, rooms=10) for row in rows(3000)]
    assert "Not judged: what is wanted of the moves a second" in shown({"rows": few})[1]


@pytest.mark.parametrize(
    ("idle", "missed"),
    [
        (Idle(5000, 1250, 44.9, 3.0, [1.0, 2.0, 9.0], [3.0, 1.0, 9.0]), 0),
        (Idle(5000, 1250, 45.1, 3.0, [1.0, 2.0, 9.0], [3.1, 1.0, 9.0]), 2),
    ],
)
def test_the_verdict_on_idle_connections(idle: Idle, missed: int) -> None:
    status, text = shown({"idle": idle})
    assert status == bool(missed)
    assert text.count("MISSED") == missed
    assert "5000 idle connections in 1250 rooms" in text


@pytest.mark.parametrize(("last", "status"), [(104_900, 0), (105_100, 1)])
def test_the_verdict_on_memory_after_many_matches(last: int, status: int) -> None:
    assert shown({"levels": [Level(1000, 100_000, 5000), Level(10_000, last, 9000)]})[0] == status


@pytest.mark.parametrize("option", ["--json", "--png"])
@pytest.mark.parametrize("path", ["/no/such/folder/x", "/"])
def test_a_file_that_cannot_be_made_is_refused_before_anything_is_measured(option: str, path: str) -> None:
    done = typed("--parts", "load", option, path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"bench: {option} {path} cannot be written: name a file in a folder that is there and yours\n"


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--reps", "0", "'0' is not a whole number from 1 on"),
        ("--idle-rooms", "-1", "'-1' is not a whole number from 1 on"),
        ("--batch", "0", "'0' is not a whole number from 1 on"),
        ("--matches", "many", "'many' is not a whole number from 1 on"),
        ("--seconds", "0", "'0' is not seconds from 0.01 on"),
        ("--engine-seconds", "nan", "'nan' is not seconds from 0.01 on"),
        ("--warm", "-1", "'-1' is not seconds from 0 on"),
    ],
)
def test_a_number_that_measures_nothing_is_refused(option: str, value: str, words: str) -> None:
    done = typed(f"{option}={value}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == f"make bench: error: argument {option}: {words}"


def test_a_picture_needs_what_it_shows(tmp_path: Path) -> None:
    done = typed("--parts", "engine", "--png", str(tmp_path / "speed.png"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs the part load" in done.stderr


def typed(*words: str) -> subprocess.CompletedProcess[str]:
    """What `python -m bench` says to these."""
    command = [sys.executable, "-m", "bench", *words]
    return subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=60)


def test_the_picture_is_a_png(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="only the picture needs it")
    file = tmp_path / "speed.png"
    picture.draw(file, rows(3000), report.NAMES)
    assert file.read_bytes().startswith(b"\x89PNG")
