"""What a frame must not tell of a match that is over in a room where the next one runs, and what must not come early to
those who watch with a delay."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from tests.soak.kit.judge import Match


def old_things(message: Mapping[str, Any], matches: Sequence[Match], again: Collection[int]) -> Iterator[str]:
    """What a message has of a match before the one whose version it tells. `again`: the ids of the moves on this
    connection that were made in the last match with refs of an earlier one, whose answers must not come again."""
    if message["type"] == "ok" and message["re"] in again and message["version"] <= matches[-1].before:
        yield f"a ref of an old match is answered again, with version {message['version']}"
    if message["type"] != "update":
        return
    version, state = message["version"], message["state"]
    now = next((number for number in range(len(matches), 0, -1) if version > matches[number - 1].before), 0)
    if now < 2:
        return
    if not state["match"].endswith(f"-{now}"):
        yield f"the view of version {version} is of match {state['match']}, not of the one that runs"
    if state["status"] == "playing" and (state["result"] or state["sitting"]):
        yield f"the view of version {version} has the result of an old match"
    before = matches[now - 1].before
    if old := [entry["version"] for entry in message["events"] if entry["version"] <= before]:
        yield f"the view of version {version} has events of an old match, {old}"


def too_early(message: Mapping[str, Any], matches: Sequence[Match], delay: int) -> Iterator[str]:
    """A view of a running match that is too new for who watches so many entries behind: while a match runs, its end is
    not stored yet."""
    if not delay or message["type"] != "update" or message.get("you") is not None:
        return
    for match in matches:
        if match.end is not None and max(match.before, match.end - 1 - delay) < message["version"] < match.end:
            yield f"version {message['version']} came to who watches, {delay} entries behind a match of {match.end}"


class Shown:
    """The newest view on one connection: nothing else may tell of a later version. An answer comes before its view,
    so only pongs are looked at."""

    def __init__(self) -> None:
        self.version = 0

    def newer(self, message: Mapping[str, Any]) -> Iterator[str]:
        """A version in a pong that no view before it has."""
        if message["type"] == "update":
            self.version = message["version"]
        elif message["type"] == "pong":
            for version in message["versions"].values():
                if version > self.version:
                    yield f"a pong tells of version {version} before its view, after that of {self.version}"
