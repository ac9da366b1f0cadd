"""The scan catches what a rematch tells of the match before, and what comes early to those who watch."""

from __future__ import annotations

from typing import Any

from tests.soak.kit.judge import Match
from tests.soak.kit.rematch import Shown, old_things, too_early

MATCHES = [Match(4, (), "agurk", None, 2, end=20), Match(25, (), "agurk", None, 2, end=50)]


def update(version: int, number: int, *events: int, **state: Any) -> dict[str, Any]:
    """A view of a match that runs, with the events of these entries."""
    shown = {"match": f"2C3D4H-{number}", "status": "playing", "result": None, "sitting": None, **state}
    told = [{"version": at, "by": 0, "events": []} for at in events]
    return {"type": "update", "version": version, "state": shown, "events": told}


def old(message: dict[str, Any], again: tuple[int, ...] = ()) -> list[str]:
    return list(old_things(message, MATCHES, again))


def test_a_view_of_its_own_match_is_good() -> None:
    assert old(update(10, 1, 9, 10)) == old(update(24, 1, 9, 24)) == old(update(30, 2, 26, 30)) == []
    assert old(update(50, 2, 50, status="finished", result={}, sitting={})) == []


def test_events_result_and_match_of_before_are_found() -> None:
    assert old(update(30, 2, 25, 26)) == ["the view of version 30 has events of an old match, [25]"]
    assert len(old(update(30, 2, result={"winners": [0]}))) == len(old(update(30, 2, sitting={"matches": []}))) == 1
    assert len(old(update(30, 1))) == 1


def test_an_old_refs_old_answer_is_found() -> None:
    answer = {"type": "ok", "re": 7, "ref": "r"}
    assert old({**answer, "version": 25}, (7,)) == ["a ref of an old match is answered again, with version 25"]
    assert old({**answer, "version": 26}, (7,)) == old({**answer, "version": 12}, (6,)) == []
    assert old({"type": "refused", "re": 7, "code": "stale"}, (7,)) == []


def test_a_version_that_comes_early_to_who_watches_is_found() -> None:
    assert not list(too_early(update(49, 2), MATCHES, 0))
    for version, found in ((46, False), (47, True), (49, True), (50, False), (17, True), (16, False), (22, False)):
        assert bool(list(too_early(update(version, 2), MATCHES, 3))) == found, version
        assert not list(too_early({**update(version, 2), "you": {"seat": 0}}, MATCHES, 3))
    assert not list(too_early(update(25, 2), MATCHES, 64)), "as it was when the match began"


def test_a_pong_before_its_view_is_found() -> None:
    shown = Shown()
    assert list(shown.newer({"type": "pong", "versions": {}})) == []
    assert list(shown.newer(update(9, 1))) == list(shown.newer({"type": "pong", "versions": {"2C3D4H": 9}})) == []
    assert len(list(shown.newer({"type": "pong", "versions": {"2C3D4H": 10}}))) == 1
