"""Dafaza's events in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from fudakai.server.games.api import Data, Event

NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "three_of_one_suit": "three of one suit",
        "four_peonies_or_better": "four peonies or better",
        "steel_heart": "steel heart",
        "retaliation": "retaliation",
        "parent": "parent",
        "five_lights": "five lights",
        "boar_deer_butterfly_cherry_moon_sake_cup": "boar, deer, butterfly and cherry, moon, sake cup",
        "red_shorts_and_blue_shorts": "red shorts and blue shorts",
        "five_lights_and_sake_cup": "five lights and the sake cup",
        "five_lights_and_boar_deer_butterfly": "five lights and boar, deer, butterfly",
        "five_lights_and_red_shorts": "five lights and the red shorts",
        "five_lights_and_blue_shorts": "five lights and the blue shorts",
    }
)
"""Special wins, dealt hands and factors, by their names in events."""


def words(event: Event, names: tuple[str, ...]) -> str:
    """One line for a person."""
    match event["type"]:
        case "threw":
            return f"{names[event['seat']]} throws"
        case "thrown":
            return _thrown(event, names)
        case "parent":
            return f"{names[event['seat']]} is {_parent(event)} of hand {event['hand']}"
        case "dealt":
            return f"hand {event['hand']}: ten cards each, {names[event['parent']]} leads as {_parent(event)}"
        case "dealt_win":
            shown = f"{NAMES[event['name']]}: {' '.join(event['cards'])}"
            return f"{names[event['seat']]} wins at once with {shown}; {event['points']} from everyone"
        case "led":
            last = "the last trick: " if event["last"] else ""
            return f"{last}{names[event['seat']]} leads {' '.join(event['cards'])}"
        case "beat":
            return f"{names[event['seat']]} beats with {' '.join(event['cards'])}"
        case "folded":
            return f"{names[event['seat']]} folds {_counted(event['count'], 'card')}"
        case "trick_won":
            won, stacks = len(event["cards"]), _counted(event["stacks"], "stack")
            return (
                f"{names[event['seat']]} takes {_counted(won, 'stack')} with {' '.join(event['cards'])}, now {stacks}"
            )
        case "special":
            return _special(event, names)
        case "hand_over":
            return _hand_over(event, names)
        case "left" if event["stand_in"]:
            return f"{names[event['seat']]} leaves; a bot plays on"
        case "left":
            return f"{names[event['seat']]} leaves the match"
        case "returned":
            return f"{names[event['seat']]} is back and plays on"
        case "match_over" if event["winners"]:
            winners = " and ".join([names[seat] for seat in event["winners"]])
            verb = "wins" if len(event["winners"]) == 1 else "win"
            return f"{winners} {verb} the match; scores {_numbers(event['scores'])}"
        case "match_over":
            return "the match is abandoned, nobody wins"
    raise AssertionError(f"Dafaza has no event {event['type']!r}")


def _thrown(event: Event, names: tuple[str, ...]) -> str:
    signs = ", ".join([f"{names[item['seat']]} {item['sign']}" for item in event["signs"]])
    if not event["again"]:
        return f"janken: {signs}; it is decided"
    return f"janken: {signs}; again: {' '.join([names[seat] for seat in event['again']])}"


def _parent(event: Event) -> str:
    if not event["official"]:
        return "temporary parent"
    return f"official parent, factor {event['factor']}"


def _special(event: Event, names: tuple[str, ...]) -> str:
    won = f"{names[event['seat']]}: {NAMES[event['name']]}"
    if event["points"]:
        return f"{won}, {event['points']} from everyone; scores {_numbers(event['scores'])}"
    if len(event["from"]) == 1:
        return f"{won}, what {names[event['from'][0]]} pays is times {event['times']}"
    return f"{won}, what losers pay is times {event['times']}"


def _hand_over(event: Event, names: tuple[str, ...]) -> str:
    payments = "; ".join([_payment(payment, names) for payment in event["payments"]])
    return f"{names[event['winner']]} wins hand {event['hand']}: {payments}; scores {_numbers(event['scores'])}"


def _payment(payment: Data, names: tuple[str, ...]) -> str:
    name, result = names[payment["seat"]], payment["result"]
    if not result:
        return f"{name} pays nothing"
    if result > 0:
        return f"{name} is paid {result}"
    factors = "".join([f" x {factor['times']} {NAMES[factor['name']]}" for factor in payment["factors"]])
    return f"{name} pays {-result}" + (f" ({-payment['balance']}{factors})" if factors else "")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _numbers(scores: tuple[int, ...]) -> str:
    return " ".join(map(str, scores))
