"""What happens with flower cards in words, as far as Hanafuda and Koi-Koi share it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal.games.flowers import flower, listed
from fudakai.clients.terminal.renderer import does, form

REDEALT: Final = {
    "four_of_a_month": "A whole month lies on the field",
    "four_pairs": "Four pairs lie on the field",
    "lucky_hand": "A lucky hand was dealt",
}

LUCKY: Final = {
    "four_pairs": "four pairs",
    "two_months": "two whole months",
    "teshi": "a whole month (teshi)",
    "kuttsuki": "four pairs (kuttsuki)",
}

ENDS: Final = {
    "rounds": "",
    "goal": "The goal is reached. ",
    "lead": "The lead is great enough. ",
    "fifty_rounds": "After fifty rounds the match ends. ",
    "others_left": "The others have left. ",
}


def play_words(event: Data, names: Sequence[str]) -> str | None:
    """An event in words; None for one that the two games do not share."""
    match event["type"]:
        case "dealer":
            return f"{does(names, event['seat'], 'be')} the first dealer."
        case "dealt":
            month = f", the month of {flower(event['month'])}" if "month" in event else ""
            stacks = "".join(f" Three of {flower(stack)} lie as a stack." for stack in event["stacks"])
            return f"Round {event['round']}{month}: {does(names, event['dealer'], 'deal')}.{stacks}"
        case "redealt":
            return f"{REDEALT[event['why']]}: the cards are dealt again."
        case "lucky_hand":
            held = does(names, event["seat"], "hold")
            return f"{held} {LUCKY[event['hand']]}: {listed(event['cards'])}."
        case "played":
            storm = "the storm card " if event["wild"] else ""
            return f"{does(names, event['seat'], 'play')} {storm}{_took(event, names)}."
        case "turned" if event["choices"]:
            choices = " or ".join(event["choices"])
            return f"{does(names, event['seat'], 'turn')} {event['card']}, which may take {choices}."
        case "turned":
            return f"{does(names, event['seat'], 'turn')} {_took(event, names)}."
        case "chosen":
            return f"{does(names, event['seat'], 'let')} {event['card']} take {listed(event['captured'])}."
        case "left":
            leaves = does(names, event["seat"], "leave")
            return f"{leaves}; a bot plays on." if event["stand_in"] else f"{leaves} the match."
        case "returned":
            return f"{does(names, event['seat'], 'be')} back."
        case "match_over" if not event["winners"]:
            return "The match is abandoned; nobody wins."
        case "match_over":
            who = " and ".join(names[seat] for seat in event["winners"])
            one = len(event["winners"]) == 1
            wins = form(who, "win") if one else "both win"
            return f"{ENDS.get(event['reason'], '')}{who} {wins} the match. {scores_words(event['scores'], names)}"
    return None


def scores_words(scores: Sequence[int], names: Sequence[str]) -> str:
    """All scores, as a sentence."""
    return f"Scores: {', '.join(f'{name} {score}' for name, score in zip(names, scores, strict=False))}."


def _took(event: Data, names: Sequence[str]) -> str:
    if not event["captured"]:
        return f"{event['card']} to the field"
    return f"{event['card']} and {form(names[event['seat']], 'take')} {listed(event['captured'])}"
