"""Koi-Koi's events in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fudakai.server.games.api import Event
from fudakai.server.games.flowers.words import card_words, play_words, score_words

DOUBLED: Final = {"seven": "seven or more", "koi_koi": "after koi-koi"}


def words(event: Event, names: tuple[str, ...]) -> str:
    """One line for a person."""
    plain = play_words(event, names)
    if plain is not None:
        return plain
    match event["type"]:
        case "lucky_hand":
            return f"{names[event['seat']]} holds {event['hand']}: {card_words(event['cards'])}"
        case "yaku":
            return f"{names[event['seat']]} has {yaku_words(event['made'])}, {event['total']} in all"
        case "koi_koi":
            return f"{names[event['seat']]} says koi-koi"
        case "stopped":
            return f"{names[event['seat']]} {'has to stop' if event['forced'] else 'stops'}"
        case "round_scored":
            return _scored(event, names)
        case "match_over" if event["winners"]:
            winners = " and ".join([names[seat] for seat in event["winners"]])
            verb = "wins" if len(event["winners"]) == 1 else "win"
            return f"{winners} {verb} the match; scores {score_words(event['scores'])}"
        case "match_over":
            return "the match is abandoned, nobody wins"
    raise AssertionError(f"Koi-Koi has no event {event['type']!r}")


def yaku_words(made: Mapping[str, int]) -> str:
    """Yaku with their points."""
    return ", ".join([f"{name.replace('_', ' ')} {points}" for name, points in made.items()])


def _scored(event: Event, names: tuple[str, ...]) -> str:
    """The sum of a round, written out."""
    number, scores = event["round"], score_words(event["scores"])
    if event["winner"] is None:
        why = "both hands are lucky" if event["why"] == "both_lucky" else "the hands have run out"
        return f"round {number}: {why}, nobody scores; scores {scores}"
    winner = names[event["winner"]]
    if event["why"] == "exhausted":
        return f"round {number}: the hands have run out, the dealer {winner} gets {event['points']}; scores {scores}"
    times = "".join([f" x 2 ({DOUBLED[name]})" for name in event["doubled"]])
    several = len(event["yaku"]) > 1
    base = f": {event['base']}" if times and several else ""
    total = f" = {event['points']}" if times or several else ""
    return f"round {number}: {winner} scores {yaku_words(event['yaku'])}{base}{times}{total}; scores {scores}"
