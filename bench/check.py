"""Before anything is measured: one room, every frame decoded by another codec, flow and hidden cards looked at."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]

from bench.client import Client
from bench.rooms import Work, joined

MATCHES: Final = 2
MOST_MOVES: Final = 2000
"""Two matches take about 150."""
PREFIX: Final = b"\x86\xa4type\xa6update"
"""What the generator knows an update of a seat by."""


class Wrong(Exception):
    """The server does not do what the generator counts on; the words say what."""


def check(port: int, work: Work) -> tuple[str, int]:
    """Plays MATCHES matches in one room: what was seen, in words, and the median update in bytes. Raises Wrong."""
    code, clients = joined(port, work)
    try:
        return _Table(code, clients).play()
    finally:
        for client in clients:
            client.close()


class _Table:
    """A room with its four clients, seat by seat."""

    def __init__(self, code: str, clients: list[Client]) -> None:
        self.code = code
        self.clients = clients
        self.views: list[dict[str, Any]] = []
        self.sizes: list[int] = []
        self.moves = 0
        self.refused = 0

    def play(self) -> tuple[str, int]:
        for number in range(MATCHES):
            if number:
                for client in self.clients:
                    client.ask("ready", room=self.code)
                    self._answered(client, "ok")
                    self._update()
            self.clients[0].ask("start", room=self.code)
            self._answered(self.clients[0], "ok")
            self._update()
            while self.views[0]["state"]["status"] == "playing":
                self._move()
                _hold(self.moves < MOST_MOVES, "a match does not end")
            _hold(self.views[0]["state"]["result"]["winners"] != [], "a match has no winner")
        return f"{MATCHES} matches, {self.moves} moves, {self.refused} refusals", round(statistics.median(self.sizes))

    def _move(self) -> None:
        (turn,) = self.views[0]["state"]["to_act"]
        offering = [seat for seat, view in enumerate(self.views) if view["you"]["offers"]]
        _hold(offering == [turn], f"seat {turn} is to act, and offers stand in the views of {offering}")
        if self.moves % 20 == 5:
            self._refusals(turn)
        view = self.views[turn]
        move = view["you"]["offers"][0]
        client = self.clients[turn]
        ref = f"check-{self.moves}"
        before = view["version"]
        client.ask("move", room=self.code, ref=ref, version=before, move=move)
        ok = self._answered(client, "ok")
        _hold(ok["ref"] == ref, "ok names another ref")
        self._update()
        self.moves += 1
        after = self.views[turn]
        first = after["events"][0]
        _hold(first["by"] == turn and first["version"] == ok["version"] == before + 1, "the move is not the next entry")
        _hold(first["events"][0]["cards"] == move["cards"], "other cards were played than offered")

    def _refusals(self, turn: int) -> None:
        """Three moves that must be refused; that nobody else hears of them is seen at the next update."""
        version = self.views[turn]["version"]
        hands = [view["you"]["private"]["hand"] for view in self.views]
        other = next(seat for seat, hand in enumerate(hands) if hand and seat != turn)
        mine = self.views[turn]["you"]["offers"][0]
        foreign = {"type": "play", "cards": hands[other][:1]}
        for seat, move, made_on, wanted in (
            (other, foreign, version, "not_your_turn"),
            (turn, foreign, version, "not_in_hand"),
            (turn, mine, 0, "stale"),
        ):
            client = self.clients[seat]
            client.ask("move", room=self.code, ref=f"refused-{self.refused}", version=made_on, move=move)
            answer = self._answered(client, "refused")
            _hold(answer["code"] == wanted, f"refused with {answer['code']}, wanted {wanted}")
            self.refused += 1

    def _answered(self, client: Client, kind: str) -> dict[str, Any]:
        answer = client.hear_type(kind)
        _hold(answer["re"] == client.last_id, "an answer names another request")
        return answer

    def _update(self) -> None:
        """Exactly one update for everybody, all of the same version, and nothing in it that is not theirs to see."""
        frames = [client.take() for client in self.clients]
        self.sizes += map(len, frames)
        _hold(all(frame.startswith(PREFIX) for frame in frames), "an update does not begin as the generator expects")
        self.views = [msgpack.unpackb(frame) for frame in frames]
        _hold(len({view["version"] for view in self.views}) == 1, "updates of one move have several versions")
        _hold(
            [view["you"]["seat"] for view in self.views] == list(range(len(self.clients))),
            "an update went to another seat",
        )
        hands = [set(view["you"]["private"].get("hand", ())) for view in self.views]
        for seat, view in enumerate(self.views):
            hidden = set().union(*(hand for other, hand in enumerate(hands) if other != seat))
            shown = {"state": view["state"], "you": view["you"]}
            if not any(event["type"] == "dealt" for entry in view["events"] for event in entry["events"]):
                shown["events"] = view["events"]  # else these speak of cards that have been dealt anew
            leaked = hidden & set(_strings(shown))
            _hold(not leaked, f"seat {seat} was shown a hidden card")


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _hold(true: bool, words: str) -> None:
    if not true:
        raise Wrong(words)
