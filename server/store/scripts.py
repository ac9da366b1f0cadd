"""The Lua scripts: one file each in `lua/`, read with the package, called by their SHA-1."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from typing import Final


class Script:
    """One script: its text, and the digest by which Redis knows it once it was loaded."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.text: Final = files("fudakai.server.store").joinpath("lua", f"{name}.lua").read_text("utf-8")
        self.sha: Final = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()


CREATE: Final = Script("create")
APPEND: Final = Script("append")
TAKE: Final = Script("take")
VOID: Final = Script("void")
NUMBER: Final = Script("number")
LEASE: Final = Script("lease")
RESULT: Final = Script("result")
SETTLE: Final = Script("settle")
REPLACE: Final = Script("replace")
FORGET: Final = Script("forget")

ALL: Final = (CREATE, APPEND, TAKE, VOID, NUMBER, LEASE, RESULT, SETTLE, REPLACE, FORGET)
