"""Writes protocol/schema/ and protocol/REFERENCE.md: `python -m scripts.schema`.

With `release` the schema is also kept as that of this version, which later ones must not break.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final, get_args

from fudakai.protocol.from_client import FromClient
from fudakai.protocol.version import MAJOR, MINOR
from scripts.schema.asyncapi import asyncapi
from scripts.schema.documents import documents
from scripts.schema.reference import reference

FOLDER: Final = Path(__file__).parents[2] / "protocol"
SCHEMA: Final = FOLDER / "schema"
RELEASED: Final = SCHEMA / "released"


def files() -> dict[Path, str]:
    """The content of every file that is made."""
    made = documents()
    answers = {kind.__struct_config__.tag: kind.ANSWER for kind in get_args(FromClient)}
    every = {**made, "asyncapi.json": asyncapi()}
    texts = {name: json.dumps(one, indent=1, ensure_ascii=False) + "\n" for name, one in every.items()}
    return {
        **{SCHEMA / name: text for name, text in texts.items()},
        FOLDER / "REFERENCE.md": reference(made, answers),
    }


def write(made: dict[Path, str]) -> None:
    """Puts them where they belong, and takes away what is made no more."""
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in (*SCHEMA.glob("*.json"), *(SCHEMA / "games").glob("*.json")):
        if path not in made:
            path.unlink()


def release(made: dict[Path, str]) -> None:
    """Keeps the schema as that of this version. Raises SystemExit when that version is out and was another."""
    folder = RELEASED / f"{MAJOR}.{MINOR}"
    kept = {folder / path.relative_to(SCHEMA): text for path, text in made.items() if path.is_relative_to(SCHEMA)}
    if folder.exists() and any(not path.exists() or path.read_text(encoding="utf-8") != kept[path] for path in kept):
        raise SystemExit(f"schema: {MAJOR}.{MINOR} is out and was another; raise MINOR in protocol/version.py")
    for path, text in kept.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def main(words: list[str]) -> None:
    """What was asked for on the command line."""
    if words not in ([], ["release"]):
        raise SystemExit("usage: python -m scripts.schema [release]")
    made = files()
    write(made)
    if words:
        release(made)
    print(f"schema: {MAJOR}.{MINOR}, {len(made)} files below {FOLDER.name}/")


if __name__ == "__main__":
    main(sys.argv[1:])
