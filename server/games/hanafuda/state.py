"""The state of a match of the point game, and its options. The rules are in docs/rules/hanafuda.md."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from fudakai.server.games.flowers.match import FlowerMatch
from fudakai.server.games.options import Described

HANDS: Final = {
    # players: (cards in a hand, cards on the field), H2
    "seed": {2: (8, 8), 3: (6, 8), 4: (5, 8), 5: (4, 8), 6: (3, 8), 7: (2, 8)},
    "traditional": {2: (8, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)},
}

DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""The days of each month of a leap year: a birthday may be 02-29."""

Day = Annotated[str, Meta(pattern=r"^[0-9]{2}-[0-9]{2}\Z")]


class Options(Described, frozen=True, forbid_unknown_fields=True):
    """H2-H16. `birthdays` belongs to a match and not to a room: a date (MM-DD) or null by seat (H4)."""

    deal: Literal["seed", "traditional"] = "seed"
    """H2: how many cards."""
    pairs_from_four: bool = False
    """H7: two pairs and a complete month count as four pairs."""
    must_match: bool = False
    """H8: a card that matches must be chosen if there is one."""
    storm: Literal["wild", "plain"] = "wild"
    """H11: whether the storm card may take a card of another month."""
    round_end: Literal["turn", "immediate", "all_hands"] = "turn"
    """H12: when a round is over."""
    tie: Literal["dealers_left", "turn_order"] = "dealers_left"
    """H14: who of the tied wins, if not the dealer."""
    scoring: Literal["winner_takes_all", "own_points"] = "winner_takes_all"
    """H15: who gets the points of a round."""
    match_end: Literal["rounds", "goal", "lead"] = "rounds"
    """H16: what ends the match; the number is in the option of that name."""
    rounds: Annotated[int, Meta(ge=1, le=48)] = 3
    goal: Annotated[int, Meta(ge=1, le=5000)] = 300
    lead: Annotated[int, Meta(ge=1, le=5000)] = 300
    birthdays: Annotated[tuple[Day | None, ...], Meta(max_length=7)] | None = None

    WORDS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "deal": "cards that are dealt: seed: hands of 8 to 2 and 8 on the field; traditional: 8 to 3, and 6 to 12",
            "pairs_from_four": "two pairs and a whole month in a hand count as four pairs",
            "must_match": "a card that matches must be played if there is one",
            "storm": "whether the storm card may take a card of another month",
            "round_end": "a round ends when a turn begins without cards (turn), when a hand or the stock is empty "
            "(immediate), or when all hands are",
            "tie": "the dealer wins a tie, else who sits nearest clockwise, or (turn_order) who plays first",
            "scoring": "who scores in a round: the winner all points, or everybody their own",
            "match_end": "what ends the match: so many rounds, so many points, or so many points ahead",
            "rounds": "with `match_end` rounds: so many",
            "goal": "with `match_end` goal: so many points; at the latest after 50 rounds",
            "lead": "with `match_end` lead: so many points ahead; at the latest after 50 rounds",
        }
    )


class State(FlowerMatch, frozen=True, kw_only=True, gc=False):
    """A match. `stood_in` are the seats that a stand-in plays, sorted."""

    options: Options
    stood_in: tuple[int, ...] = ()


def check_birthdays(options: Options, seats: int) -> None:
    """Raises ValueError for a list that does not fit the seats, or a day that is in no calendar."""
    if options.birthdays is None:
        return
    if len(options.birthdays) != seats:
        raise ValueError(f"birthdays: one for each of the {seats} seats (null where not given)")
    for day in options.birthdays:
        if day is not None and not (1 <= int(day[:2]) <= 12 and 1 <= int(day[3:]) <= DAYS[int(day[:2]) - 1]):
            raise ValueError("birthdays: a day of the year as MM-DD, for example 02-29")


def earliest(birthdays: tuple[str | None, ...] | None, seats: int) -> tuple[int, ...]:
    """H4: who may be the first dealer: with everybody's date, those with the earliest in the year, else all."""
    if birthdays is None or None in birthdays:
        return tuple(range(seats))
    first = min([str(day) for day in birthdays])  # MM-DD sorts as the year goes
    return tuple([seat for seat, day in enumerate(birthdays) if day == first])
