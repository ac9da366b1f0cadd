"""Short runs of the load tester, as tests need them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fudakai.clients.load.figures import Figures, Second
from fudakai.clients.load.games import ask_games
from fudakai.clients.load.plan import Plan, Think
from fudakai.clients.load.trial import Trial


class Silent:
    """Is told of a run, and keeps what was said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def add(self, seconds: Iterable[Second], played: int | None = None) -> None:
        """Not looked at."""

    def say(self, words: str, at_s: float | None = None) -> None:
        """Kept."""
        self.said.append(words)


def plan(url: str, **more: Any) -> Plan:
    """A small plan: one match of three at Agurk, as fast as it goes."""
    usual: dict[str, Any] = {"rooms": 1, "seats": 3, "spawn": 200.0, "duration": None, "matches": 1, "think": Think()}
    return Plan(url=url, **{**usual, **more})


async def played(url: str, **more: Any) -> Figures:
    """What such a run found."""
    return await Trial(await ask_games(plan(url, **more)), Silent()).run()


def words(figures: Figures, kind: str) -> list[str]:
    """What was found wrong of a kind."""
    return [finding.words for finding in figures.findings if finding.kind == kind]
