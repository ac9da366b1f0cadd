"""Writes the golden vectors: `python -m tests.protocol.make_vectors`. A test holds them to what the codecs make."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final

from fudakai.protocol.codec import JSON, MSGPACK
from fudakai.server.games.api import Game
from fudakai.server.games.registry import GAMES
from tests.protocol.matches import cases, moments, recorded_moments, update
from tests.protocol.messages import FROM_CLIENT, FROM_SERVER

VECTORS: Final = Path(__file__).parents[2] / "protocol" / "vectors"
MATCHES: Final = 8
"""So many are looked through, of each way to play a game."""


def vectors(messages: Mapping[str, Any]) -> list[dict[str, Any]]:
    """For each message its name, its value, and its bytes in both encodings."""
    made = []
    for name, message in messages.items():
        text = JSON.encode(message).decode()
        made.append({"name": name, "message": json.loads(text), "json": text, "msgpack": MSGPACK.encode(message).hex()})
    return made


def game_values(game: Game) -> dict[str, Any]:
    """Of a game: an update to a seat and one to a spectator, and the first of each kind of event, offer and move."""
    case = cases(game)[0]
    found: dict[str, Any] = {
        "update, to a seat": update(game, case, 1, over=False),
        "update, to a spectator, over": update(game, case, 1, over=True),
    }
    shapes = game.SHAPES
    named = (("event", shapes.events), ("offer", shapes.offers), ("move", shapes.moves))
    order = [f"{role} {kind.__struct_config__.tag}" for role, kinds in named for kind in kinds]
    played = chain.from_iterable(moments(case, seed) for seed in range(MATCHES) for case in cases(game))
    for moment in chain(recorded_moments(game), played):
        for role, values in (("event", moment.events), ("offer", moment.offers), ("move", moment.moves)):
            for value in values:
                found.setdefault(f"{role} {value['type']}", value)
        if found.keys() >= set(order):
            break
    return {name: found[name] for name in [*list(found)[:2], *order]}


def files() -> dict[Path, str]:
    """The content of each vector file."""
    every: dict[str, Mapping[str, Any]] = {"from_client.json": FROM_CLIENT, "from_server.json": FROM_SERVER}
    every |= {f"games/{name}.json": game_values(game) for name, game in GAMES.items()}
    return {
        VECTORS / name: json.dumps(vectors(messages), indent=1, ensure_ascii=False) + "\n"
        for name, messages in every.items()
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
