"""The load generator: `generator.c`, compiled when it is needed, and the Python side of it."""

from __future__ import annotations

import ctypes as c
import hashlib
import math
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

SOURCE: Final = Path(__file__).with_name("generator.c")
WORK: Final = Path(__file__).parents[1] / ".bench"
"""Where the bench puts what it makes; git ignores it."""

LATENCIES: Final = 1_000_000
"""Latencies that are noted; later ones are not."""
LONGEST: Final = 1 << 14
"""Frame sizes are counted up to here (LONGEST in the C source)."""
QUIET: Final = 200
"""Milliseconds without a frame after which nothing more is expected."""

FUDAKAI: Final = 0
BARE: Final = 1


class NoCompiler(Exception):
    """The generator cannot be built; the words say what is missing."""


class Text(c.Structure):
    """Bytes and their length."""

    _fields_ = (("bytes", c.c_char_p), ("length", c.c_int))


class Plan(c.Structure):
    """A client, as the C code takes it."""

    _fields_ = (
        ("fd", c.c_int),
        ("room", c.c_int),
        ("seat", c.c_int),
        ("move", Text),
        ("ready", Text),
        ("start", Text),
    )


class Count(c.Structure):
    """What the C code counts, from the beginning on."""

    _fields_ = (
        *((name, c.c_uint64) for name in ("moves", "done", "updates", "asked", "oks", "outside", "wrong")),
        *((name, c.c_uint64) for name in ("matches", "latencies")),
        *((name, c.c_int) for name in ("broken", "stalled")),
    )


class Seen(c.Structure):
    """What the C code reads out of an update."""

    _fields_ = (
        ("version", c.c_uint32),
        ("since", c.c_uint32),
        ("finished", c.c_int),
        ("offer_at", c.c_uint32),
        ("offer_length", c.c_uint32),
    )


class Client(NamedTuple):
    """A joined client: its socket, its place, and the beginnings of its requests up to the request's number."""

    fd: int
    room: int
    seat: int
    move: bytes
    ready: bytes = b""
    start: bytes = b""


def library() -> c.CDLL:
    """The compiled generator; built anew when the source has changed. Raises NoCompiler."""
    digest = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    built = WORK / f"generator-{digest}.so"
    if not built.exists():
        _compile(built)
    found = c.CDLL(str(built))
    found.skip.restype = c.c_size_t
    found.skip.argtypes = (c.c_char_p, c.c_size_t)
    found.look.restype = c.c_int
    found.look.argtypes = (c.c_char_p, c.c_size_t, c.POINTER(Seen))
    found.gen_make.restype = c.c_void_p
    found.gen_make.argtypes = (c.c_int, c.c_int, c.c_int, c.c_void_p, c.c_void_p, c.c_void_p, c.c_uint64, c.c_void_p)
    found.gen_begin.argtypes = (c.c_void_p,)
    found.gen_drive.restype = c.c_double
    found.gen_drive.argtypes = (c.c_void_p, c.c_double)
    found.gen_settle.argtypes = (c.c_void_p, c.c_int)
    found.gen_free.argtypes = (c.c_void_p,)
    return found


def _compile(built: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise NoCompiler("the load generator is written in C and there is no compiler here: install gcc or clang")
    built.parent.mkdir(exist_ok=True)
    fresh = built.with_suffix(".new")
    command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(fresh), str(SOURCE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode:
        first = (done.stderr.strip().splitlines() or ["no reason given"])[0]
        raise NoCompiler(f"the load generator does not compile here (it is for Linux): {first}")
    fresh.replace(built)


class Generator:
    """Plays with all clients, so many in each room: `begin`, `drive` any number of times, `settle`, `close`."""

    def __init__(self, kind: int, seats: int, clients: Sequence[Client]) -> None:
        self._lib = library()
        self._plans = (Plan * len(clients))(
            *(
                Plan(client.fd, client.room, client.seat, *(Text(text, len(text)) for text in client[3:]))
                for client in clients
            )
        )
        self._count = Count()
        self._latencies = (c.c_uint32 * LATENCIES)()
        self._sizes = (c.c_uint32 * LONGEST)()
        self._gen: int | None = self._lib.gen_make(
            *(kind, seats, len(clients), self._plans, c.byref(self._count)),
            *(self._latencies, LATENCIES, self._sizes),
        )

    def begin(self) -> None:
        """The first moves, in every room."""
        self._lib.gen_begin(self._gen)

    def drive(self, seconds: float) -> float:
        """Plays on; the seconds it took (fewer when something broke)."""
        took: float = self._lib.gen_drive(self._gen, seconds)
        return took

    def settle(self) -> None:
        """No new moves; takes what is still under way."""
        self._lib.gen_settle(self._gen, QUIET)

    def close(self) -> None:
        """Gives the memory back; the sockets are the caller's."""
        if self._gen is not None:
            self._lib.gen_free(self._gen)
            self._gen = None

    def counts(self) -> dict[str, int]:
        """What was counted so far, by name."""
        return {name: int(getattr(self._count, name)) for name, *_ in Count._fields_}

    def latencies(self, after: int) -> list[int]:
        """The latencies noted since there were `after` of them, in microseconds, sorted."""
        return sorted(self._latencies[after : self._count.latencies])

    def median_size(self) -> int:
        """Bytes of the median update."""
        total, seen = sum(self._sizes), 0
        for size, times in enumerate(self._sizes):
            seen += times
            if seen * 2 >= total > 0:
                return size
        return 0


def percentile(ordered: Sequence[int], share: float) -> float:
    """The value below which this share (0 to 1) of the sorted values lies; NaN when there are none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else math.nan
