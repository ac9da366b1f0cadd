"""What each game's events say that a seat gains or loses, added up again from the cards, stacks and factors they name.

Nothing here asks the games: a scoring function that writes down another number than its event tells differs from this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from fudakai.server.games.api import Event, Game, Step
from fudakai.server.games.cards import BRIDGE_RANK

Gains = Mapping[int, int]
"""Points by seat; who is not named gains nothing."""


def _agurk(event: Event) -> Gains:
    """A penalty is the rank of the card taken (A11)."""
    if event["type"] != "penalties":
        return {}
    return {taken["seat"]: BRIDGE_RANK[taken["card"]] for taken in event["cards"]}


def _hanafuda(event: Event) -> Gains:
    """The points of all go to the winner, or each keeps their own (H15); a lucky hand gains another sum (H7)."""
    if event["type"] != "round_scored":
        return {}
    gained, values, winner = event["gained"], list(event["values"]), event["winner"]
    if event["why"] == "most_points":
        all_of_them = [sum(values) if seat == winner else 0 for seat in range(len(values))]
        assert list(gained) in (values, all_of_them), f"{gained} of {values}"
        assert values[winner] == max(values)
    return dict(enumerate(gained))


def _koikoi(event: Event) -> Gains:
    """The yaku of the winner, doubled as often as is said (K6); six points for the dealer are no yaku (K9)."""
    if event["type"] != "round_scored" or event["winner"] is None:
        return {}
    assert event["base"] == sum(event["yaku"].values())
    points = 6 if event["why"] == "exhausted" else event["base"] * 2 ** len(event["doubled"])
    return {event["winner"]: points}


def _dafaza(event: Event) -> Gains:
    """On the spot from each who pays (D16); at the end of a hand every loser's balance times the factors, of a dealt
    hand its result, and the winner the opposite of all (D13-D15)."""
    if event["type"] == "special":
        paid = dict.fromkeys(event["from"], -event["points"])
        return paid | {event["seat"]: -sum(paid.values())}
    if event["type"] != "hand_over":
        return {}
    paid = {}
    for payment in event["payments"]:
        paid[payment["seat"]] = payment["result"]
        if "balance" in payment:
            assert payment["balance"] == (payment["stacks"] - 5 if payment["stacks"] else -7)
            times = prod([factor["times"] for factor in payment["factors"]])
            assert payment["result"] == payment["balance"] * times, str(payment)
    gains = paid | {event["winner"]: -sum(paid.values())}
    assert dict(enumerate(event["results"])) == gains
    return gains


GAINS: Mapping[str, Callable[[Event], Gains]] = {
    "agurk": _agurk,
    "hanafuda": _hanafuda,
    "koikoi": _koikoi,
    "dafaza": _dafaza,
}
"""By game: what one event gives to whom."""


def law_of_scores(game: Game, before: Any, step: Step) -> None:
    """The scores change by what the events of the step say, no more and no less, and the last event that tells scores
    tells these."""
    scores = list(game.table(before)["scores"])
    for event in step.events:
        for seat, gained in GAINS[game.NAME](event).items():
            scores[seat] += gained
        if "scores" in event:
            assert list(event["scores"]) == scores, f"{event} tells other scores than {scores}"
    assert list(game.table(step.state)["scores"]) == scores, f"the scores are not {scores}, as the events say"
