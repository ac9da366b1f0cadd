"""Agurk's events in words for people."""

from __future__ import annotations

from fudakai.server.games.api import Event


def words(event: Event, names: tuple[str, ...]) -> str:
    """One line for a person."""
    match event["type"]:
        case "player_one":
            return f"{names[event['seat']]} is Player 1 of the next deal"
        case "dealt":
            size = event["hand_size"]
            return (
                f"round {event['round']}: {size} card{'s' * (size != 1)} each, {names[event['player_one']]} is Player 1"
            )
        case "played":
            return f"{names[event['seat']]} plays {' '.join(event['cards'])}"
        case "cycle_ended" if event["leader"] is None:
            return "the cycle ends, everybody has one card left"
        case "cycle_ended":
            return f"the cycle ends, {names[event['highest']]} was highest, {names[event['leader']]} leads"
        case "leads":
            return f"{names[event['seat']]} leads now"
        case "turned":
            return f"the last cards: {_listed(event, names)}"
        case "penalties":
            return f"penalties: {_listed(event, names)}; scores {' '.join(map(str, event['scores']))}"
        case "drawn":
            return f"a tie for lowest, drawn: {_listed(event, names)}"
        case "out":
            return f"{names[event['seat']]} is out with {event['penalty']}"
        case "left":
            return f"{names[event['seat']]} leaves the match"
        case "match_over" if event["winners"]:
            return f"{names[event['winners'][0]]} wins the match; scores {' '.join(map(str, event['scores']))}"
        case "match_over":
            return "the match is abandoned, nobody wins"
    raise AssertionError(f"Agurk has no event {event['type']!r}")


def _listed(event: Event, names: tuple[str, ...]) -> str:
    return ", ".join([f"{names[item['seat']]} {item['card']}" for item in event["cards"]])
