"""The signing key that is made once and kept with the data."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

from fudakai.server.config.settings import LEAST_KEY, WrongSettings

FILE: Final = "secret_key"
BYTES: Final = 48
"""Random bytes of a new key: 64 characters in base64."""


def kept_key(data_dir: Path) -> str:
    """The key in `data_dir`, made if there is none; the folder is made, too.

    The file is readable by its owner only and appears whole or not at all: it is written under another name and then
    linked, and of several servers that start at once one links first and all read what it wrote. Raises WrongSettings
    when the file holds no key, or the folder cannot be written.
    """
    path = data_dir / FILE
    try:
        if not path.exists():
            _make(path)
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise WrongSettings((f"The signing key {path} cannot be read or made: {why}.",)) from None
    if len(key) < LEAST_KEY:
        raise WrongSettings(
            (
                f"The signing key {path} is shorter than {LEAST_KEY} characters. Put it back from a copy, or "
                "delete the file: a new one is made, and the players' tokens of before count no more.",
            )
        )
    return key


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{FILE}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return  # another server was first: its key holds
    finally:
        draft.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # tokens signed with a key that a power cut takes away would be lost
    finally:
        os.close(folder)
