"""One match in a room: the game's state, and what the room keeps about it: offers, clocks, refs.

The clock is a value. A seat's deadline is a time in the room's milliseconds; nothing here waits for it.
"""

from __future__ import annotations

from typing import Final

import immutables
import msgspec

from fudakai.server.games.api import CHANCE, Game, Offer, Outcome, State, Step
from fudakai.server.games.options import Described
from fudakai.server.rooms.settings import RoomSettings

AFTER_PAUSE: Final = 10_000
"""What a seat to act has at least after a pause of the server, in milliseconds (L8)."""

_CHANCE: Final = frozenset((CHANCE,))
"""Who is to act while something is to be drawn."""


class Match(msgspec.Struct, frozen=True, gc=False):
    """All tuples but `bots` are by seat. `options` are the game's for this match: the room's, and what its start added.
    `refs` maps (seat, ref) to the version at which that move was stored (principle 5),
    `returned` a seat to when its player last came back to it. `fixed`: the seats that are bots' from the start, sorted;
    `bots`: those and the seats that a stand-in plays, sorted, while the match runs; `bot_at`: when a bot or stand-in
    that is to act moves (empty while there is none). It has no clock and misses no turn. `public`: the room was, when
    the match began. `left`: the seats whose players left the running match and did not come back (who was out of it
    already did not leave it)."""

    game: Game
    options: Described
    id: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    state: State
    to_act: frozenset[int]
    offers: tuple[tuple[Offer, ...], ...]
    since: tuple[int, ...]
    deadlines: tuple[int | None, ...]
    missed: tuple[int, ...]
    refs: immutables.Map[tuple[int, str], int]
    returned: immutables.Map[int, int]
    draw_at: int | None
    outcome: Outcome | None = None
    fixed: tuple[int, ...] = ()
    bots: tuple[int, ...] = ()
    bot_at: tuple[int | None, ...] = ()
    left: tuple[int, ...] = ()
    public: bool = False

    @property
    def clocks(self) -> tuple[tuple[int, int], ...]:
        """Each seat whose time runs, and when it is over. A stand-in has no clock; that of its seat's turn runs on
        unseen, so that nobody gains time by leaving and coming back (L8)."""
        return tuple(
            [(seat, end) for seat, end in enumerate(self.deadlines) if end is not None and seat not in self.bots]
        )

    @property
    def points(self) -> tuple[int, ...]:
        """L11: what the match adds up to for each seat's player, once it is over. What a stand-in had won at the end
        is nobody's: who left has lost the match, and gets no points for it, but may lose some."""
        if self.outcome is None:
            return ()
        stood_in = self.game.bots(self.state)
        return tuple(
            [min(points, 0) if seat in stood_in else points for seat, points in enumerate(self.outcome.points)]
        )

    @property
    def seats_to_act(self) -> tuple[int, ...]:
        """The seats that may act, sorted; none while chance is to act."""
        return tuple(sorted(self.to_act - _CHANCE))


def begin(
    game: Game,
    options: Described,
    id: str,
    players: tuple[str, ...],
    names: tuple[str, ...],
    fixed: tuple[int, ...],
    at: int,
    version: int,
    settings: RoomSettings,
    public: bool,
) -> Match:
    """A match before its first entry; most games want chance to act now, in others clocks run at once."""
    count = len(players)
    state = game.setup(options, count)
    to_act = game.to_act(state)
    bot_due = at + round(settings.bot_delay * 1000)
    return Match(
        game=game,
        options=options,
        id=id,
        players=players,
        names=names,
        state=state,
        to_act=to_act,
        offers=tuple(game.legal(state, seat) if seat in to_act else () for seat in range(count)),
        since=(version,) * count,
        deadlines=tuple(_deadline(at, settings) if seat in to_act else None for seat in range(count)),
        missed=(0,) * count,
        refs=immutables.Map(),
        returned=immutables.Map(),
        draw_at=at if CHANCE in to_act else None,
        outcome=game.outcome(state),
        fixed=fixed,
        bots=fixed,
        bot_at=tuple(bot_due if seat in to_act and seat in fixed else None for seat in range(count)) if fixed else (),
        public=public,
    )


def advance(match: Match, step: Step, by: int | None, at: int, version: int, settings: RoomSettings) -> Match:
    """The match after a step that is entry number `version`, made by seat `by` (None: chance or the room)."""
    game = match.game
    to_act, outcome = game.to_act(step.state), game.outcome(step.state)
    bots = tuple(sorted({*game.bots(step.state), *match.fixed})) if outcome is None else ()
    pause = settings.cycle_delay if step.ended == "cycle" else 0
    offers, since, deadlines = list(match.offers), list(match.since), list(match.deadlines)
    bot_at: list[int | None] = [None] * len(offers) if bots else []
    for seat in range(len(offers)):
        acts = seat in to_act
        if not acts and not offers[seat] and seat != by:
            deadlines[seat] = None
            continue  # as for most seats: it had nothing to do and has nothing to do
        now_offered = game.legal(step.state, seat) if acts else ()
        if seat == by or now_offered != offers[seat]:  # by: the same offers again are a new decision
            offers[seat] = now_offered
            since[seat] = version
        still_acts = seat in match.to_act and not step.ended
        if not acts:
            deadlines[seat] = None
        elif not (still_acts and (seat != by or step.goes_on)):
            deadlines[seat] = _deadline(at, settings, pause)
        if acts and seat in bots:
            waits = still_acts and seat != by and seat in match.bots
            bot_at[seat] = match.bot_at[seat] if waits else _bot_at(at, deadlines[seat], settings, pause)
    if CHANCE not in to_act:
        draw_at = None
    elif CHANCE in match.to_act and match.draw_at is not None and by is not None:
        draw_at = match.draw_at  # somebody left while chance was to act: the pause goes on
    else:
        draw_at = at + (round(settings.round_delay * 1000) if step.ended == "round" else 0)
    return msgspec.structs.replace(
        match,
        state=step.state,
        to_act=to_act,
        offers=tuple(offers),
        since=tuple(since),
        deadlines=tuple(deadlines),
        draw_at=draw_at,
        outcome=outcome,
        bots=bots,
        bot_at=tuple(bot_at),
    )


def _deadline(at: int, settings: RoomSettings, pause: float = 0) -> int | None:
    """The end of a turn that begins at this time, after a pause in seconds."""
    if not settings.turn_seconds:
        return None
    return at + round((pause + settings.turn_seconds) * 1000)


def _bot_at(at: int, deadline: int | None, settings: RoomSettings, pause: float) -> int:
    """When a stand-in moves that begins to think now: at the end of its seat's time at the latest."""
    moves = at + round((pause + settings.bot_delay) * 1000)
    return moves if deadline is None else min(moves, max(deadline, at))


def count_move(match: Match, seat: int, clock: bool, excused: bool) -> Match:
    """Counts missed turns in a row: an own move clears them, a clock move counts unless the seat is excused: away (L8),
    or its turn goes on and the clock will end it (H18)."""
    if clock and excused:
        return match
    missed = match.missed[seat] + 1 if clock else 0
    if missed == match.missed[seat]:
        return match
    return msgspec.structs.replace(match, missed=_set(match.missed, seat, missed))


def given_back(match: Match, seat: int, at: int) -> Match:
    """The match after the seat's player has returned to it: what was missed before is forgotten."""
    returned = match.returned.set(seat, at)
    left = tuple(other for other in match.left if other != seat)
    return msgspec.structs.replace(match, missed=_set(match.missed, seat, 0), returned=returned, left=left)


def after_pause(match: Match, at: int) -> Match:
    """Gives every seat to act at least AFTER_PAUSE (L8). A stand-in moves now at the soonest: it is not late either."""
    deadlines = tuple(None if end is None else max(end, at + AFTER_PAUSE) for end in match.deadlines)
    bot_at = tuple(None if due is None else max(due, at) for due in match.bot_at)
    return msgspec.structs.replace(match, deadlines=deadlines, bot_at=bot_at)


def _set(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])
