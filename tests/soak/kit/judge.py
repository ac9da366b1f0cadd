"""The judge: what the clients saw, against what the log holds. It knows nothing of how the two came to be."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fudakai.server.rooms.entries import AnyEntry, Left, Moved, Returned
from tests.soak.kit.ledger import Ledger, Seen


@dataclass(frozen=True)
class Match:
    """A match as it is stored. `before`: the room's version before its first entry; `end`: that of the entry which
    ended it; `result`: what the room then shows, as JSON with sorted keys. `damage`: why it makes no record, if so.
    `game`, `first` (its state before the first entry) and `players` (how many): of what it was a match."""

    before: int
    entries: Sequence[AnyEntry]
    game: str
    first: Any
    players: int
    end: int | None = None
    result: str | None = None
    damage: str | None = None


def text(value: object) -> str:
    """A value in the one spelling in which two are compared."""
    return json.dumps(value, sort_keys=True)


def meaning(move: Mapping[str, Any]) -> str:
    """A move in the one spelling in which two are compared: in which order its cards are named says nothing."""
    return text({**move, **({"cards": sorted(move["cards"])} if "cards" in move else {})})


def judge(ledger: Ledger, log: Mapping[str, Match]) -> list[str]:
    """Everything that is wrong, in words; nothing, if all is well."""
    wrong = list(ledger.failures)
    for match in sorted({*ledger.moves, *ledger.seen, *log}):
        if match not in log:
            wrong.append(f"{match}: the log does not know the match")
            continue
        found = [*_moves(ledger, match, log[match]), *_ends(ledger.seen[match], log[match])]
        wrong += [f"{match}: {what}" for what in found]
    return wrong


def _moves(ledger: Ledger, name: str, match: Match) -> Iterator[str]:
    """Every acknowledged move stands at its version, none twice, and no other move of a person is there: so none that
    was refused."""
    stored = dict(_of_people(match))
    told = Counter((move.seat, move.version) for move in ledger.moves[name])
    moves = {(move.seat, move.version): move.move for move in ledger.moves[name]}
    for (seat, version), times in told.items():
        entry = stored.get(version)
        if entry is None or entry.seat != seat:
            yield f"the move of seat {seat} acknowledged at version {version} is lost"
        elif meaning(entry.move) != moves[seat, version]:
            yield f"seat {seat} was told that {moves[seat, version]} is entry {version}, which is {meaning(entry.move)}"
        elif times > 1:
            yield f"{times} moves of seat {seat} were acknowledged as the same entry {version}"
    for version, entry in stored.items():
        if (entry.seat, version) not in told:
            yield f"entry {version} holds a move of seat {entry.seat} that was not acknowledged to anybody"
    for (seat, ref), times in Counter((entry.seat, entry.ref) for entry in stored.values()).items():
        if ref is None:
            yield f"a move of seat {seat} has no ref"
        elif times > 1:
            yield f"the move {ref} of seat {seat} was played {times} times"


def _of_people(match: Match) -> Iterator[tuple[int, Moved]]:
    """The moves that people made, by version. Clocks and stand-ins make theirs without a ref, and a stand-in only
    while its seat's player has left: anything else counts as a person's."""
    left: set[int] = set()
    for version, entry in enumerate(match.entries, match.before + 1):
        match entry:
            case Left(seat=seat):
                left.add(seat)
            case Returned(seat=seat):
                left.discard(seat)
            case Moved(clock=False) if entry.ref is not None or entry.seat not in left:
                yield version, entry


def _ends(seen: Sequence[Seen], match: Match) -> Iterator[str]:
    """All clients saw the same end, with the same entry, and it is the one in the log."""
    if match.damage is not None:
        yield f"it makes no record: {match.damage}"
    ends = [one for one in seen if one.result is not None]
    gone = sum(one.left for one in seen)
    if len(ends) + gone != match.players:
        yield f"{len(ends)} of {match.players} clients saw the end, and {gone} were gone"
    if len({one.result for one in ends}) > 1:
        yield "the clients ended with different results"
    elif ends and ends[0].result != match.result:
        yield f"the clients ended with {ends[0].result}, the log with {match.result}"
    for one in ends:
        if one.end is not None and one.end != match.end:
            yield f"{one.who} saw it end with entry {one.end}, the log says {match.end}"
