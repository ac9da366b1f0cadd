"""Moves with wild values, of every game: none of them is ever legal, whatever the state."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fudakai.server.games.cards import BRIDGE, HANAFUDA

KINDS: Final[tuple[Any, ...]] = (
    "play",
    "choose",
    "hiki",
    "koi_koi",
    "stop",
    "throw",
    "fold",
    "leave",
    "return",
    "fly",
    "",
    7,
    None,
    [],
)
"""What the `type` of a move may be in some game, and what it never is."""

NAMES: Final = ("card", "cards", "target", "month", "sign", "count", "among", "version")
"""Fields of moves and of templates."""

DUPLICATES: Final = [[card, card] for card in ("2C", "JK1", "01-bright", "11-chaff")]

NEVER: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 13, 1.5, 2**53, "", "ZZ", "ROCK", "x" * 40, "JK4", "00-bright", "13-bright", "01-bright\n"),
    *([], {}, [None], [[]], [0, 1], [{}], {"0": "01-bright"}, ["x"] * 200, *DUPLICATES),
)
"""Never right, whatever the field: not as a card, cards, target, month or sign."""

CARDS: Final = (*BRIDGE, *HANAFUDA)


def wild_move(offers: Sequence[Mapping[str, Any]], rng: random.Random) -> Any:
    """A move that must be refused to a seat with these offers (none, if it is not to act)."""
    offer = rng.choice(offers) if offers else {}
    fields = [field for field in offer if field not in ("type", "count", "among")]
    match rng.randrange(4):
        case 0 if "count" in offer:
            return offer  # a template is no move
        case 1 if "count" in offer:
            count = offer["count"] + rng.choice((-1, 1))
            return {"type": offer["type"], "cards": [offer["among"][at % len(offer["among"])] for at in range(count)]}
        case 2 if fields:
            return {**offer, rng.choice(fields): rng.choice(NEVER)}
        case 3:
            return rng.choice([None, 1, "play", [], {}, ["type"], {"type": {}}])
    kinds = [kind for kind in KINDS if all(kind != other["type"] for other in offers)]
    values = (*NEVER, rng.choice(CARDS), [rng.choice(CARDS)], rng.sample(HANAFUDA, 3), rng.randrange(14), "rock")
    return {"type": rng.choice(kinds), **{name: rng.choice(values) for name in rng.sample(NAMES, rng.randrange(4))}}
