"""What happens in Dafaza in words, and its names for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal.games.flower_words import scores_words
from fudakai.clients.terminal.games.flowers import listed
from fudakai.clients.terminal.renderer import does, form, inside, plural

NAMES: Final = {
    "three_of_one_suit": "three of one suit",
    "four_peonies_or_better": "four peonies or better",
    "five_lights": "five lights",
    "boar_deer_butterfly_cherry_moon_sake_cup": "boar, deer, butterfly and cherry, moon, sake cup",
    "red_shorts_and_blue_shorts": "red shorts and blue shorts",
    "five_lights_and_sake_cup": "five lights and the sake cup",
    "five_lights_and_boar_deer_butterfly": "five lights and boar, deer, butterfly",
    "five_lights_and_red_shorts": "five lights and the red shorts",
    "five_lights_and_blue_shorts": "five lights and the blue shorts",
}
"""Special wins and dealt hands that are more than one word."""


def event_words(event: Data, names: Sequence[str]) -> str | None:
    """An event as a sentence; None for one that the table shows anyway."""
    match event["type"]:
        case "thrown":
            return _thrown(event, names)
        case "dealt":
            leads = does(inside(names), event["parent"], "lead")
            return f"Hand {event['hand']}: ten cards each; {leads} as {_parent(event)}."
        case "dealt_win":
            wins = does(names, event["seat"], "win")
            role = f"{_name(event['name'])}: {listed(event['cards'])}"
            return f"{wins} at once with {role}; {event['points']} from everyone."
        case "led":
            last, who = ("The last trick: ", inside(names)) if event["last"] else ("", names)
            return f"{last}{does(who, event['seat'], 'lead')} {listed(event['cards'])}."
        case "beat":
            return f"{does(names, event['seat'], 'beat')} it with {listed(event['cards'])}."
        case "folded":
            return f"{does(names, event['seat'], 'fold')} {plural(event['count'], 'card')}."
        case "trick_won":
            last = "the last trick, " if event["last"] else ""
            taken = f"{last}{plural(len(event['cards']), 'stack')}"
            return f"{does(names, event['seat'], 'take')} {taken} with {listed(event['cards'])}; {event['stacks']} now."
        case "special":
            return _special(event, names)
        case "hand_over":
            return _hand_over(event, names)
        case "left" if event["stand_in"]:
            return f"{does(names, event['seat'], 'leave')}; a bot plays on."
        case "left":
            return f"{does(names, event['seat'], 'leave')} the match."
        case "returned":
            return f"{does(names, event['seat'], 'be')} back."
        case "match_over" if not event["winners"]:
            return "The match is abandoned; nobody wins."
        case "match_over":
            who = " and ".join(names[seat] for seat in event["winners"])
            wins = form(who, "win") if len(event["winners"]) == 1 else "win"
            return f"{who} {wins} the match. {scores_words(event['scores'], names)}"
    return None


def _name(name: str) -> str:
    return NAMES.get(name, name.replace("_", " "))


def _parent(event: Data) -> str:
    return f"official parent, x {event['factor']}" if event["official"] else "temporary parent"


def _thrown(event: Data, names: Sequence[str]) -> str:
    signs = listed(f"{names[item['seat']]} {item['sign']}" for item in event["signs"])
    if event["again"]:
        return f"Janken: {signs}. Again: {listed(names[seat] for seat in event['again'])}."
    (winner,) = [item["seat"] for item in event["signs"] if item["seat"] not in event["out"]]
    return f"Janken: {signs}. {does(names, winner, 'be')} the temporary parent."


def _special(event: Data, names: Sequence[str]) -> str:
    won = f"{names[event['seat']]}: {_name(event['name'])}!"
    if event["points"]:
        return f"{won} {event['points']} from everyone at once."
    if len(event["from"]) == 1:
        payer = names[event["from"][0]]
        return f"{won} {payer} {form(payer, 'pay')} x {event['times']}."
    return f"{won} The losers pay x {event['times']}."


def _hand_over(event: Data, names: Sequence[str]) -> str:
    winner = event["winner"]
    payments = "; ".join(_payment(payment, names) for payment in event["payments"])
    wins = f"{does(names, winner, 'win')} hand {event['hand']} and {form(names[winner], 'get')}"
    return f"{wins} {event['results'][winner]:+}. {payments}. {scores_words(event['scores'], names)}"


def _payment(payment: Data, names: Sequence[str]) -> str:
    """One loser's payment, written out from the stacks: "bob, 2 stacks: 3 x 2 (parent) = -6"."""
    who, result = names[payment["seat"]], payment["result"]
    if "stacks" not in payment:
        return f"{who} {result:+}"  # for a dealt hand
    stacks, balance = payment["stacks"], payment["balance"]
    factors = "".join(f" x {factor['times']} ({_name(factor['name'])})" for factor in payment["factors"])
    sum_of = f"{-balance}{factors} = " if factors else ""
    return f"{who}, {plural(stacks, 'stack') if stacks else 'no stack'}: {sum_of}{result:+}"
