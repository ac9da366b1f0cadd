"""Reads who imports whom out of the sources, without running them, and compares it with the table of allowed imports.

Every import counts, wherever it stands: inside a function, under TYPE_CHECKING, relative, or by name through importlib.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final, NamedTuple

ROOT_NAME: Final = "fudakai"
"""The one package; the others are links in it to the folders beside it."""
OURS: Final = ("protocol", "server", "clients")
"""Those folders. The table names parts without the package's name."""

ALLOWED: Final[dict[str, tuple[str, ...]]] = {
    # part           what of ours it may import, besides itself
    "protocol": (),
    # the modules beside the packages: log, clock, counts, guesses, tally, signs
    "server": (),
    "server.games": (),
    "server.rooms": ("server.games", "protocol", "server"),
    "server.store": (),
    "server.cluster": (),
    # a default of the server for each setting of rooms
    "server.config": ("server.rooms",),
    "server.records": ("server.rooms", "server.games", "server.store", "protocol"),
    "server.lobby": ("server.store", "protocol", "server"),
    "server.transport": ("protocol", "server"),
    "server.live": ("server.rooms", "server.games", "server.store", "server.cluster", "protocol", "server"),
    "server.host": (
        "server.live",
        "server.rooms",
        "server.games",
        "server.store",
        "server.cluster",
        "protocol",
        "server",
    ),
    "server.control": (
        *("server.host", "server.live", "server.rooms", "server.records", "server.lobby", "server.store"),
        *("server.config", "protocol"),
    ),
    "clients": (),
    "clients.bots": (),
    "clients.examples": (),
    "clients.web": (),
    "clients.sdk": ("protocol",),
    "clients.terminal": ("protocol", "clients.sdk", "clients.bots"),
    "clients.load": ("protocol", "clients.sdk", "clients.bots"),
    # it speaks to a server that it starts as a program, and to the client between; the SDK is one of those it judges
    "clients.kit": ("protocol",),
    "clients.inspector": ("protocol",),
    # the laws, for authors of games
    "testing": ("server.games", "server.records", "clients.bots"),
}
"""The architecture's table. A part is a package with all below it, except "server" and "clients": these are the modules
that lie in the folder itself. A new package gets a row."""

ENTRANCES: Final[dict[str, tuple[str, ...]]] = {
    # module             who may import it
    "server.app": ("server.cli", "server.rehearsal"),
    "server.cli": ("server.__main__",),
    "server.metrics": ("server.app",),
    "server.rehearsal": (),
    "server.__main__": (),
    "clients.cli": ("clients.__main__",),
    "clients.__main__": (),
}
"""The modules that put the parts together. They may import everything, each within its own folder."""

REACH: Final = {"server": OURS, "clients": ("protocol", "clients")}
"""What those modules may import."""

IMPURE: Final = frozenset(
    # time, chance, the network and everything else outside
    {"asyncio", "time", "random", "socket", "redis", "websockets", "os", "secrets", "datetime", "logging"}
    # the same by other names
    | {"concurrent", "hiredis", "importlib", "multiprocessing", "select", "selectors", "signal", "ssl", "structlog"}
    | {"subprocess", "threading", "uuid", "uvloop"}
)

FORBIDDEN: Final[dict[str, frozenset[str]]] = {
    "protocol": IMPURE,
    "server.games": IMPURE,
    "server.rooms": IMPURE,
    "server.games.registry": IMPURE - {"importlib"},
    # a bot is handed its generator, and names its type
    "clients.bots": IMPURE - {"random"},
}
"""What the pure packages may not import of what is not ours."""


class Import(NamedTuple):
    """One import: the line it stands on, and what it names (`a.b.c` for `from a.b import c`)."""

    line: int
    target: str


class Break(NamedTuple):
    """One import that is not allowed."""

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
                above = [ROOT_NAME, *parents][: len(parents) - node.level + 2]
                origin = ".".join([*above, origin] if origin else above)
            for alias in node.names:
                yield Import(node.lineno, f"{origin}.{alias.name}")
        elif isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0]
            if called in ("import_module", "__import__") and isinstance(first, ast.Constant):
                yield Import(node.lineno, str(first.value))


def part_of(root: Path, name: str) -> str:
    """The part that a module, or a name in it, belongs to."""
    top, *below = name.split(".")
    if top in ("protocol", "testing") or not below:
        return top
    part = f"{top}.{below[0]}"
    return part if part in ENTRANCES or (root / top / below[0]).is_dir() else top


def judge(root: Path, module: str, target: str) -> str | None:
    """Why that import is not allowed, or None when it is."""
    part = part_of(root, module)
    top, _, name = target.partition(".")
    if top in OURS:
        return f"its name is {ROOT_NAME}.{target}"
    if top != ROOT_NAME:
        return f"{part} is pure" if top in FORBIDDEN.get(module, FORBIDDEN.get(part, frozenset())) else None
    other = part_of(root, name)
    if other in ENTRANCES:
        return None if part in ENTRANCES[other] else f"nobody imports {other}"
    if part in ENTRANCES:
        reach = REACH[part.partition(".")[0]]
        return None if name.partition(".")[0] in reach else f"{part} may import {', '.join(reach)}"
    if other == part or other in ALLOWED[part]:
        return None
    return f"{part} may import {', '.join(ALLOWED[part]) or 'nothing of ours'}"


def folders_of(root: Path) -> list[tuple[Path, str]]:
    """Where our modules lie: a folder, and the name of one in it."""
    return [*((root, top) for top in OURS), (root / ROOT_NAME, "testing")]


def breaks(root: Path) -> list[Break]:
    """Every import under that root that the tables do not allow, in a fixed order."""
    found = []
    for base, path in sorted((at, path) for at, top in folders_of(root) for path in (at / top).rglob("*.py")):
        names = path.relative_to(base).with_suffix("").parts
        package = names[-1] == "__init__"
        module = ".".join(names[:-1] if package else names)
        if part_of(root, module) not in {*ALLOWED, *ENTRANCES}:
            found.append(Break(module, 1, "anything", "it has no row in the table of tests/layers.py"))
            continue
        for line, target in imports(path.read_text(encoding="utf-8"), module, package):
            why = judge(root, module, target)
            if why is not None:
                found.append(Break(module, line, target, why))
    return found


def circle(root: Path) -> list[str]:
    """The modules of one circle of imports, the first of them twice; empty when there is none."""
    files = {
        ".".join(path.relative_to(base).with_suffix("").parts).removesuffix(".__init__"): path
        for base, top in folders_of(root)
        for path in (base / top).rglob("*.py")
    }
    graph: dict[str, set[str]] = {}
    for module, path in files.items():
        found = imports(path.read_text(encoding="utf-8"), module, path.name == "__init__.py")
        names = [target.removeprefix(f"{ROOT_NAME}.") for _, target in found]
        graph[module] = {name if name in files else name.rpartition(".")[0] for name in names} & files.keys() - {module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []
