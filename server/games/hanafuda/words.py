"""The point game's events in words for people."""

from __future__ import annotations

from fudakai.server.games.api import Event
from fudakai.server.games.flowers.words import card_words, month_words, play_words, score_words

LUCKY_NAMES = {"four_pairs": "four pairs", "two_months": "two complete months"}


def words(event: Event, names: tuple[str, ...]) -> str:
    """One line for a person."""
    plain = play_words(event, names)
    if plain is not None:
        return plain
    match event["type"]:
        case "hiki":
            return f"{names[event['seat']]} takes all of {month_words(event['month'])} by hiki"
        case "lucky_hand":
            return f"{names[event['seat']]} holds {LUCKY_NAMES[event['hand']]}: {card_words(event['cards'])}"
        case "round_scored":
            return _scored(event, names)
        case "match_over" if event["winners"]:
            return f"{names[event['winners'][0]]} wins the match; scores {score_words(event['scores'])}"
        case "match_over":
            return "the match is abandoned, nobody wins"
    raise AssertionError(f"Hanafuda has no event {event['type']!r}")


def _scored(event: Event, names: tuple[str, ...]) -> str:
    """The sum of a round, written out."""
    winner = names[event["winner"]]
    gained = event["gained"][event["winner"]]
    scores = score_words(event["scores"])
    if event["why"] == "lucky_hand":
        return f"round {event['round']}: {winner} wins at once and gets the field, {gained}; scores {scores}"
    each = [f"{name} {points}" for name, points in zip(names, event["values"], strict=True)]
    tied = f" ({' and '.join([names[seat] for seat in event['tied']])} tied)" if event["tied"] else ""
    sharing = f"{' + '.join(each)}: {winner} wins{tied} and gets {gained}"
    return f"round {event['round']}: {sharing}; scores {scores}"
