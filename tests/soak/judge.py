"""The judge: what the clients saw, against what the log holds. It knows nothing of how the two came to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from server.rooms.entries import AnyEntry, Moved
from tests.soak.ledger import Ledger, Seen

Match = tuple[int, Sequence[AnyEntry]]
"""The room's version before a match's first entry, and the match's entries."""


def judge(ledger: Ledger, log: Mapping[str, Match], clients: int) -> list[str]:
    """Everything that is wrong, in words; nothing, if all is well. `clients`: how many took part in each match."""
    wrong = list(ledger.failures)
    for match in sorted({*ledger.moves, *ledger.seen, *log}):
        if match not in log:
            wrong.append(f"{match}: the log does not know the match")
            continue
        found = [*_moves(ledger, match, *log[match]), *_views(ledger.seen[match], clients)]
        wrong += [f"{match}: {what}" for what in found]
    return wrong


def _moves(ledger: Ledger, match: str, before: int, entries: Sequence[AnyEntry]) -> Iterator[str]:
    """Every acknowledged move stands at its version, none twice, and no other move of a person is there."""
    stored = {
        (entry.seat, before + at): entry.ref
        for at, entry in enumerate(entries, 1)
        if isinstance(entry, Moved) and not entry.clock
    }
    told = Counter((move.seat, move.version) for move in ledger.moves[match])
    for (seat, version), times in told.items():
        if (seat, version) not in stored:
            yield f"the move of seat {seat} acknowledged at version {version} is lost"
        elif times > 1:
            yield f"{times} moves of seat {seat} were acknowledged as the same entry {version}"
    for seat, version in stored.keys() - told.keys():
        yield f"entry {version} holds a move of seat {seat} that was not acknowledged to anybody"
    for (seat, ref), times in Counter((seat, ref) for (seat, _), ref in stored.items()).items():
        if times > 1:
            yield f"the move {ref} of seat {seat} was played {times} times"


def _views(seen: Sequence[Seen], clients: int) -> Iterator[str]:
    """All clients saw every event once and in order, and the same end."""
    for one in seen:
        yield from one.gaps
    ends = [one.result for one in seen if one.result is not None]
    if len(ends) != clients:
        yield f"{len(ends)} of {clients} clients saw the end"
    if len(set(ends)) > 1:
        yield "the clients ended with different results"
