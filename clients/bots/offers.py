"""Makes a move of an offer."""

from __future__ import annotations

from fudakai.clients.bots.player import Chance, Data


def fill(offer: Data, rng: Chance) -> Data:
    """The offer itself; of a template, which has a `count`, one of its moves: `count` different cards out of its list
    `among`, each choice as likely as the others, as `cards` in the list's order."""
    if "count" not in offer:
        return offer
    among = offer["among"]
    chosen = sorted(rng.sample(range(len(among)), offer["count"]))
    move = {name: value for name, value in offer.items() if name not in ("count", "among")}
    return {**move, "cards": [among[at] for at in chosen]}
