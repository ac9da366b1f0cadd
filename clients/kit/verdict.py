"""What the kit says of each scene, and how a run is told: as a table for a person, as JSON for a program."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

PAGE: Final = "PROTOCOL.md"


class SceneVerdict(StrEnum):
    """How a scene went."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_PLAYED = "not_played"  # an earlier scene has ended the run, or the match ended before it
    NOT_IN_GAME = "not_in_game"  # the game has nothing of the kind


class Rule(StrEnum):
    """The headings in PROTOCOL.md that hold what scenes are about, besides those of the messages."""

    FIRST = "Your first bot in ten minutes"
    CONNECTING = "Connecting"
    ENCODINGS = "Encodings"
    MOVES = "Moves: version, since, ref"
    BACK = "Coming back"
    PINGS = "Pings"
    LIMITS = "Limits"
    ADDED = "What may be added"
    REQUESTS = "Requests"


class Failed(Exception):
    """The client did not do what the protocol asks of it.

    `message`: the type of the message it is about; `field`: the field in it, or empty; `rule`: the heading in
    PROTOCOL.md; `expected` and `seen` are for people. `over`: the client is gone, or says nothing, so
    that no other scene can be played.
    """

    def __init__(
        self, message: str, field: str, rule: str, expected: str, seen: str, *, over: bool = False, scene: str = ""
    ) -> None:
        super().__init__(f"{message}: expected {expected}; seen {seen}")
        self.message = message
        self.field = field
        self.rule = rule
        self.expected = expected
        self.seen = seen
        self.over = over
        self.scene = scene
        """The scene that fails by it, if it is not the one that was playing."""


@dataclass(frozen=True)
class SceneResult:
    """One scene. What stands below `verdict` is empty unless it failed, but `seen` may say why it was not played."""

    scene: str
    about: str
    verdict: SceneVerdict
    message: str = ""
    field: str = ""
    rule: str = ""
    expected: str = ""
    seen: str = ""


@dataclass(frozen=True)
class KitReport:
    """A whole run. `subprotocol` and `client` (what it said in hello) are empty when no hello came."""

    game: str
    subprotocol: str
    client: str
    results: tuple[SceneResult, ...]

    @property
    def passed(self) -> bool:
        """Every scene that the game has was played, and well."""
        return all(result.verdict in (SceneVerdict.PASSED, SceneVerdict.NOT_IN_GAME) for result in self.results)

    def document(self) -> dict[str, Any]:
        """The same for a program. Fields that are empty are left out of a scene."""
        scenes = [
            {name: value for name, value in vars(result).items() if value != "" or name == "about"}
            for result in self.results
        ]
        return {
            "report": 1,
            "game": self.game,
            "subprotocol": self.subprotocol,
            "client": self.client,
            "passed": self.passed,
            "scenes": scenes,
        }


MARKS: Final = {
    SceneVerdict.PASSED: Text("pass", "green"),
    SceneVerdict.FAILED: Text("FAIL", "bold red"),
    SceneVerdict.NOT_PLAYED: Text("not played", "yellow"),
    SceneVerdict.NOT_IN_GAME: Text("not in this game", "dim"),
}


def told(report: KitReport) -> RenderableType:
    """The run for a person: a line a scene, and below a scene that failed what was expected, seen, and where it is
    written."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column()
    table.add_column()
    table.add_column(overflow="fold")
    for result in report.results:
        table.add_row(MARKS[result.verdict], Text(result.scene), Text(result.about))
        if result.verdict is SceneVerdict.FAILED:
            place = f"`{result.message}`" + (f", field `{result.field}`" if result.field else "")
            for name, words in (
                ("in", place),
                ("expected", result.expected),
                ("seen", result.seen),
                ("rule", f"{PAGE}, {result.rule}"),
            ):
                table.add_row(Text(), Text(name, "dim", justify="right"), Text(words))
        elif result.seen:
            table.add_row(Text(), Text(), Text(result.seen, "dim"))
    ended = [result for result in report.results if result.verdict is SceneVerdict.PASSED]
    asked = [result for result in report.results if result.verdict is not SceneVerdict.NOT_IN_GAME]
    spoken = report.subprotocol or "no subprotocol"
    last = Text(f"{len(ended)} of {len(asked)} scenes passed: {report.game}, {spoken}.")
    return Group(table, last)
