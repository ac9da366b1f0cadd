"""Reads who imports whom out of the sources, without running them, and compares it with the table of allowed imports.

Every import counts, wherever it stands: inside a function, under TYPE_CHECKING, relative, or by name through importlib.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

OURS: Final = ("protocol", "server", "clients")
"""Our top-level packages."""

ALLOWED: Final[dict[str, tuple[str, ...]]] = {
    # part                what of ours it may import, besides itself
    "protocol": (),
    "server": (),
    "server.games": (),
    "server.signs": (),
    "server.rooms": ("server.games", "protocol", "server.signs"),
    "server.store": (),
    "server.cluster": (),
    "server.config": (),
    "server.clock": (),
    "server.profiles": (),
    "server.log": (),
    "server.counts": (),
    "server.transport": ("protocol", "server.counts", "server.tally"),
    "server.lobby": (
        "server.games.registry",
        "protocol",
        "server.store",
        "server.cluster",
        "server.guesses",
        "server.log",
        "server.signs",
    ),
    "server.partners": ("protocol", "server.audience"),
    "server.sessions": ("server.audience",),
    "server.tally": (),
    "server.guesses": (),
    "server.passcodes": ("server.rooms", "protocol", "server.guesses"),
    "server.quotas": ("server.rooms", "protocol", "server.tally"),
    "server.host": (
        "server.rooms",
        "protocol",
        "server.store",
        "server.cluster",
        "server.runner",
        "server.audience",
        "server.clock",
        "server.partners",
        "server.sessions",
        "server.profiles",
        "server.log",
        "server.counts",
        "server.passcodes",
        "server.quotas",
        "server.stand_ins",
        "server.tables",
        "server.telling",
        "server.listing",
        "server.recovery",
        "server.draws",
    ),
    # the host's part that lists rooms
    "server.listing": ("server.rooms", "protocol", "server.audience", "server.clock"),
    # the host's part that makes and finds rooms
    "server.tables": (
        "server.rooms",
        "protocol",
        "server.runner",
        "server.audience",
        "server.log",
        "server.partners",
        "server.quotas",
        "server.sessions",
        "server.telling",
    ),
    # the host's part for one room; it draws, and so knows the games' words for chance
    "server.runner": (
        "server.rooms",
        "server.games",
        "protocol",
        "server.store",
        "server.cluster",
        "server.audience",
        "server.clock",
        "server.delay",
        "server.recovery",
        "server.log",
        "server.draws",
        "server.happenings",
        "server.passcodes",
        "server.stand_ins",
        "server.telling",
    ),
    # its part that tells those who are connected
    "server.telling": (
        "server.rooms",
        "protocol",
        "server.audience",
        "server.chat",
        "server.clock",
        "server.counts",
        "server.delay",
    ),
    # they read what the others hold
    "server.metrics": (
        "server.host",
        "server.lobby",
        "server.rooms",
        "server.transport",
        "server.store",
        "server.cluster",
        "server.counts",
    ),
    "server.control": (
        "server.host",
        "server.runner",
        "server.telling",
        "server.rooms",
        "protocol",
        "server.store.places",
        "server.config",
    ),
    "server.happenings": ("server.rooms", "server.counts"),
    "server.backup": ("server.store", "server.config"),
    # what commands read of a store, with a server on it or not
    "server.holdings": ("server.archive", "server.config", "server.lobby", "server.store"),
    "server.draws": ("server.games",),
    # it is handed the players that stand in, and knows none
    "server.stand_ins": ("server.games.api", "server.rooms", "server.log"),
    "server.chat": ("server.rooms", "protocol", "server.signs"),
    "server.audience": ("server.rooms", "protocol", "server.delay", "server.clock"),
    # reads rooms out of the store
    "server.recovery": (
        "server.rooms",
        "server.store",
        "server.cluster",
        "server.counts",
        "server.delay",
        "server.log",
    ),
    # what those see who watch
    "server.delay": ("server.rooms",),
    "server.records": ("server.games",),
    # matches that are over, entry by entry
    "server.replays": ("server.records", "server.games", "protocol"),
    # makes records out of rooms' logs
    "server.archive": (
        "server.records",
        "server.replays",
        "server.rooms",
        "server.games",
        "server.store",
        "protocol",
    ),
    "server.app": OURS,
    "server.cli": OURS,
    "server.__main__": ("server.cli",),
    # a composition root, too: the server that `fudakai check-client` starts as a program, with dealt decks
    "server.rehearsal": ("server.app", "server.games", "server.config", "server.log"),
    "clients": (),
    "clients.bots": (),
    "clients.examples": (),
    "clients.sdk": ("protocol.codes",),
    "clients.terminal": ("protocol", "clients.sdk", "clients.bots"),
    "clients.web": (),
    "clients.load": ("protocol", "clients.sdk", "clients.bots"),
    # it speaks to a server that it starts as a program, and to the client between; the SDK is one of those it judges
    "clients.kit": ("protocol",),
    "clients.inspector": ("protocol",),
    "clients.cli": ("protocol", "clients"),
    "clients.__main__": ("clients.cli",),
}
"""The architecture's table. A part is a module or a package with all below it; the most exact row holds. "server" and
"clients" are those packages' own `__init__.py` alone: a new part gets a row of its own."""

STARTS: Final = (
    ("server.cli", "server.app"),
    ("server.__main__", "server.cli"),
    ("server.rehearsal", "server.app"),
    ("clients.__main__", "clients.cli"),
)
"""Who starts which of them all the same."""

ALONE: Final = ("server", "clients")

NOBODY_IMPORTS: Final = ("server.app", "server.cli", "clients.cli")
"""The files that know every package, which no package may know. """

IMPURE: Final = frozenset(
    # the architecture's list: time, chance, the network and everything else outside
    {"asyncio", "time", "random", "socket", "redis", "websockets", "os", "secrets", "datetime", "logging"}
    # the same by other names
    | {"concurrent", "hiredis", "importlib", "multiprocessing", "select", "selectors", "signal", "ssl", "structlog"}
    | {"subprocess", "threading", "uuid", "uvloop"}
)

FORBIDDEN: Final[dict[str, frozenset[str]]] = {
    "protocol": IMPURE,
    "server.games": IMPURE,
    "server.rooms": IMPURE,
    # a bot is handed its generator, and names its type
    "clients.bots": IMPURE - {"random"},
}
"""What the pure packages may not import of what is not ours."""


class Import(NamedTuple):
    """One import: the line it stands on, and what it names (`a.b.c` for `from a.b import c`)."""

    line: int
    target: str


class Break(NamedTuple):
    """One import that may not be."""

    module: str
    line: int
    target: str
    why: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line} imports {self.target}: {self.why}"


def within(name: str, part: str) -> bool:
    """Whether a dotted name is that part or lies below it."""
    return name == part or name.startswith(part + ".")


def imports(source: str, module: str, package: bool) -> Iterator[Import]:
    """Every import in a source text. `module` and `package` (is it an `__init__.py`?) resolve the relative ones."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                parents = module.split(".") if package else module.split(".")[:-1]
                above = parents[: len(parents) - node.level + 1]
                origin = ".".join([*above, origin] if origin else above)
            for alias in node.names:
                yield Import(node.lineno, f"{origin}.{alias.name}")
        elif isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0]
            if called in ("import_module", "__import__") and isinstance(first, ast.Constant):
                yield Import(node.lineno, str(first.value))


def part_of(module: str) -> str | None:
    """The row of ALLOWED that a module belongs to, or None when it has none."""
    if module in ALONE:
        return module
    rows = [row for row in ALLOWED if row not in ALONE and within(module, row)]
    return max(rows, key=len, default=None)


def judge(module: str, part: str, target: str) -> str | None:
    """Why that import may not be, or None when it may."""
    top = target.partition(".")[0]
    if top not in OURS:
        return f"{part} is pure" if top in FORBIDDEN.get(part, frozenset()) else None
    if within(target, part) and part not in ALONE:
        return None
    for entrance in NOBODY_IMPORTS:
        if within(target, entrance) and (module, entrance) not in STARTS:
            return f"nobody imports {entrance}"
    if any(within(target, allowed) for allowed in ALLOWED[part]):
        return None
    return f"{part} may import {', '.join(ALLOWED[part]) or 'nothing of ours'}"


def breaks(root: Path) -> list[Break]:
    """Every import under that root that the tables do not allow, in a fixed order."""
    found = []
    for path in sorted(path for top in OURS for path in (root / top).rglob("*.py")):
        names = path.relative_to(root).with_suffix("").parts
        package = names[-1] == "__init__"
        module = ".".join(names[:-1] if package else names)
        part = part_of(module)
        if part is None:
            found.append(Break(module, 1, "anything", "it has no row in the table of tests/layers.py"))
            continue
        for line, target in imports(path.read_text(encoding="utf-8"), module, package):
            why = judge(module, part, target)
            if why is not None:
                found.append(Break(module, line, target, why))
    return found
