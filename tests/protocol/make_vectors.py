"""Writes the golden vectors: `python -m tests.protocol.make_vectors`. A test holds them to what the codecs make."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from protocol.codec import JSON, MSGPACK
from tests.protocol.messages import FROM_CLIENT, FROM_SERVER

VECTORS: Final = Path(__file__).parents[2] / "protocol" / "vectors"


def vectors(messages: Mapping[str, Any]) -> list[dict[str, Any]]:
    """For each message its name, its value, and its bytes in both encodings."""
    made = []
    for name, message in messages.items():
        text = JSON.encode(message).decode()
        made.append({"name": name, "message": json.loads(text), "json": text, "msgpack": MSGPACK.encode(message).hex()})
    return made


def files() -> dict[Path, str]:
    """The content of each vector file."""
    every: dict[str, Mapping[str, Any]] = {"from_client.json": FROM_CLIENT, "from_server.json": FROM_SERVER}
    return {
        VECTORS / name: json.dumps(vectors(messages), indent=1, ensure_ascii=False) + "\n"
        for name, messages in every.items()
    }


if __name__ == "__main__":
    VECTORS.mkdir(exist_ok=True)
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
