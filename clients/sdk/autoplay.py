"""Playing a seat by a function instead of a person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from fudakai.clients.sdk.errors import Refused
from fudakai.clients.sdk.room import Room
from fudakai.clients.sdk.view import Data, View
from fudakai.protocol.codes import Refusal

OVERTAKEN: Final = frozenset(
    {
        Refusal.STALE,
        Refusal.NOT_YOUR_TURN,
        Refusal.MATCH_OVER,
        Refusal.DECISION_PENDING,
        Refusal.PLAYING,
        Refusal.NOT_PLAYING,
        Refusal.NOT_READY,
        Refusal.NOT_HOST,
        Refusal.WRONG_PLAYER_COUNT,
    }
)
"""Refusals that mean only: the room has gone on since the view that was looked at. The next view tells."""

Choose = Callable[[View, Sequence[Data]], Data]
"""Picks the move, given the view and the offers that are left to try."""


async def autoplay(
    room: Room, choose: Choose, *, matches: int = 1, start: bool = False, pace: float = 0.0
) -> list[Data]:
    """Plays that many matches and gives their results, fewer if the room ends or the seat is lost before.

    Is ready whenever it can be; with `start` it starts the match, as the host, when every seat is taken and ready.
    `pace`: seconds to wait before each move, so that people can follow. The room stays: leaving is the caller's.
    """
    results: list[Data] = []
    acted = 0  # views of before what was done last would only have it done again
    counted = room.view.match if room.view and room.view.over else None
    async for view in room:
        if view.version < acted:
            continue
        if view.over and view.match != counted and view.result is not None:
            counted = view.match
            results.append(view.result)
            if len(results) == matches:
                break
        try:
            if view.my_turn and view.offers:
                await asyncio.sleep(pace)
                acted = await move(room, choose, view)
            elif view.status != "playing" and view.seat is not None:
                acted = await _set_up(room, view, start)
        except Refused as refusal:
            if refusal.code not in OVERTAKEN:
                raise
    return results


async def move(room: Room, choose: Choose, view: View) -> int:
    """Moves, trying other offers if one is refused for something that the seat cannot see (H11); the room's version
    with the move. Raises Refused when there is no other."""
    offers = list(view.offers)
    while True:
        chosen = choose(view, offers)
        try:
            return await room.move(chosen, on=view)
        except Refused as refusal:
            if refusal.code in OVERTAKEN or chosen not in offers or len(offers) == 1:
                raise
            offers.remove(chosen)


async def _set_up(room: Room, view: View, start: bool) -> int:
    if view.seat is not None and not view.seats[view.seat].ready:
        return await room.ready()
    if start and view.host and all(seat.name is not None and seat.ready for seat in view.seats):
        return await room.start()
    return view.version
