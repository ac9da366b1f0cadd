"""Other frameworks' servers at the same kind of work, beside ours in the same run: a folder of benchmarks that the user
has copied and installed (its README says how) measures one of them with its own generator, and tells what it found.

A room of four there, too: a move is checked, one update goes to each of the four, the next seat moves as soon as it has
it. None of these servers stores anything, and their rules are a turn and a slot.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Final

from bench.load import Row
from bench.rooms import AGURK
from bench.servers import Failed

RIVALS: Final = {
    "node-ws": "node ws",
    "colyseus-schema-view": "Colyseus, hands in views",
    "boardgame.io": "boardgame.io",
}
"""What the folder calls them, and their names for people."""
TIMEOUT: Final = 60.0
"""Seconds for one of them to start, be measured and stop, beyond the time that is measured."""


def installed(folder: Path) -> None:
    """Raises Failed when the folder cannot measure anything."""
    for part in ("bench.py", "venv/bin/python", "gen/hot.so", "node/ws/node_modules", "node/bgio/node_modules"):
        if not (folder / part).exists():
            raise Failed(f"{folder} has no {part}: copy the folder of rivals and install it as its README says")


def measure(folder: Path, rival: str, number: int, warm: float, seconds: float) -> Row:
    """Measures one of RIVALS in so many rooms. Raises Failed."""
    command = [str(folder / "venv/bin/python"), "bench.py", "load", "--servers", rival, "--rooms", str(number)]
    command += ["--reps", "1", "--warm", str(warm), "--dur", str(seconds)]
    results = folder / "results" / "load.jsonl"
    results.parent.mkdir(exist_ok=True)
    before = results.read_text().splitlines() if results.exists() else []
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT + warm + seconds, check=False
    )
    after = results.read_text().splitlines() if results.exists() else []
    if done.returncode or len(after) <= len(before):
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise Failed(f"{rival} was not measured: {said[-1] if said else 'it said nothing'}")
    return row(rival, json.loads(after[-1]))


def row(rival: str, found: dict[str, Any]) -> Row:
    """What the folder's line says, as a row of ours."""
    if "moves_s" not in found:
        raise Failed(f"{rival} was not measured: {str(found.get('gen_error', found)).strip().splitlines()[-1]}")
    server = found["srv"]
    fault = ""
    if found["errors"] or found["stalled"]:
        fault = "the game stood still" if found["stalled"] else "a connection broke"
    elif not found["complete"] or server.get("moves") != found["total_moves"] or server.get("rejected"):
        fault = f"{found['total_updates']} updates for {found['total_moves']} moves; the server counted {server}"
    return Row(
        server=rival,
        game=AGURK.game,
        rooms=found["R"],
        moves_per_second=found["moves_s"],
        p50=found["p50_us"] / 1000,
        p99=found["p99_us"] / 1000,
        server_cpu_per_1000=found["cpu_s_per_1k"][0],
        redis_cpu_per_1000=0.0,
        server_core=found["srv_util"][0],
        frame=round(found["rx_bytes_per_frame"]),
        outside=0.0,
        matches=0,
        others=max(0.0, found["other_busy"]),
        fault=fault,
    )
