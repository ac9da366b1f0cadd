"""Reading records: what is malformed is said in one line, what differs is named, and nothing else is let through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from fudakai.server.games.agurk import game as agurk
from fudakai.server.records.record import MAX_BYTES, MalformedRecord, check, read, record_of, replay

DEAL = ["2C", "4C", "6C", "8C", "10C", "QC", "AC", "2D", "4D", "6D", "8D", "10D", "QD", "AD"]
BEGINNING: list[dict[str, Any]] = [{"by": "chance", "choose": 0}, {"by": "chance", "shuffle": DEAL}]


def record(*entries: Any, **header: Any) -> dict[str, Any]:
    usual = {"record": 1, "game": "agurk", "rules": 1, "options": {}, "players": ["ann", "bob"]}
    return {**usual, "entries": list(entries), **header}


def play(seat: int, *cards: str, **more: Any) -> dict[str, Any]:
    return {"by": seat, "move": {"type": "play", "cards": list(cards)}, **more}


def replayed(path: Path, *, only_check: bool = True, upto: int | None = None) -> tuple[int, list[str]]:
    lines: list[str] = []
    return replay(path, only_check, upto, lines.append), lines


def differs(*entries: Any, **header: Any) -> str:
    return str(check(record(*BEGINNING, *entries, **header)))


# --- malformed -------------------------------------------------------------------------------------------------------

FILES: dict[str, bytes] = {
    "empty": b"",
    "no json": b"not json",
    "cut": b'{"record": 1, "game": "agu',
    "bad utf-8": b'{"record": 1, "game": "\xff"}',
    "nan": b'{"record": NaN}',
    "a list": b"[]",
    "null": b"null",
    "nested": b"[" * 100_000,
    "a sign for the terminal": b'{"record": 1, "game": "\\u001b[2J\\n"}',
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_a_malformed_file_gives_one_line_and_code_2(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(data)
    code, lines = replayed(path)
    assert (code, len(lines)) == (2, 1)
    assert lines[0].startswith(str(path))
    assert lines[0].isprintable()


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read_gives_one_line_and_code_2(tmp_path: Path, name: str) -> None:
    code, lines = replayed(tmp_path / name)
    assert (code, len(lines)) == (2, 1)
    assert "cannot be read" in lines[0]


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"record": 2}, "format 2"),
        ({"record": True}, "int"),
        ({"game": "bridge"}, "agurk"),
        ({"game": None}, "str"),
        ({"rules": 9}, "rules 9"),
        ({"players": ["ann"]}, "2 to 7"),
        ({"players": ["p"] * 8}, "2 to 7"),
        ({"players": ["ann", ""]}, "name"),
        ({"players": ["ann", "b\x1b[2J"]}, "name"),
        ({"players": ["ann", "b" * 65]}, "name"),
        ({"players": "ann"}, "array"),
        ({"options": {"rounds": 3}}, "rounds"),
        ({"options": []}, "object"),
        ({"bots": [2]}, "bots"),
        ({"bots": [1, 1]}, "bots"),
        ({"entries": {}}, "array"),
        ({"entries": [{"by": 0, "move": {}}] * 100_001}, "100000"),
    ],
)
def test_a_wrong_header_is_malformed(header: dict[str, Any], words: str) -> None:
    with pytest.raises(MalformedRecord, match=words):
        check(record(**header))


@pytest.mark.parametrize(
    "entry",
    [
        None,
        7,
        {},
        {"by": 2, "move": {}},
        {"by": -1, "move": {}},
        {"by": True, "move": {}},
        {"by": "dealer", "choose": 0},
        {"by": 0},
        {"by": 0, "choose": 0},
        {"by": 0, "move": {}, "shuffle": []},
        {"move": {"type": "leave"}},
        {"by": "chance"},
        {"by": "chance", "choose": 0, "shuffle": []},
        {"by": "chance", "shuffle": "2C"},
        {"by": "chance", "choose": 0, "clock": True},
        {"by": "room"},
        {"by": "room", "abandon": False},
        {"by": 0, "move": {}, "refuse": "too_low"},
        {"by": 0, "move": {}, "refused": "too_low", "events": [{"type": "played"}]},
        {"by": 0, "move": {}, "events": ["played"]},
        {"by": 0, "expect": {}},
        {"expect": {}, "refused": "too_low"},
        {"expect": []},
    ],
    ids=str,
)
def test_a_wrong_entry_is_malformed_with_its_index(entry: Any) -> None:
    with pytest.raises(MalformedRecord, match=r"entry 1|entries\[1\]"):
        check(record(BEGINNING[0], entry))


def test_a_file_that_is_too_long_is_malformed() -> None:
    with pytest.raises(MalformedRecord, match="MiB"):
        read(b" " * (MAX_BYTES + 1))


@settings(deadline=None)  # a busy machine is no failure
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda part: st.lists(part) | st.dictionaries(st.text(), part),
    )
)
def test_any_move_gets_an_answer(move: Any) -> None:
    difference = check(record(*BEGINNING, {"by": 0, "move": move}))
    assert difference is not None
    assert difference.got.startswith("refused ")


# --- differences -----------------------------------------------------------------------------------------------------


def test_an_entry_that_the_game_refuses_differs() -> None:
    assert differs(play(0, "9C")) == "entry 2 differs: wanted accepted, got refused not_in_hand (you do not hold 9C)"


def test_an_entry_that_should_be_refused_and_is_not_differs() -> None:
    assert differs(play(0, "2C", refused="too_low")) == "entry 2 differs: wanted refused too_low, got accepted"


def test_an_entry_that_is_refused_with_another_code_differs() -> None:
    assert differs(play(1, "2D", refused="too_low")).startswith(
        "entry 2 differs: wanted refused too_low, got refused not_your_turn"
    )


def test_a_refused_entry_leaves_everything_as_it_was() -> None:
    before = {"expect": {"to_act": [0], "table": [], "view": {"0": {"hand": DEAL[:7]}, "1": {"hand": DEAL[7:]}}}}
    assert (
        differs(before, play(1, "2D", refused="not_your_turn"), play(0, "2C", "4C", refused="ranks_differ"), before)
        == "None"
    )


@pytest.mark.parametrize(
    ("expect", "words"),
    [
        ({"to_act": [1]}, "to_act: wanted [1], got [0]"),
        ({"scores": [0, False]}, "scores: wanted [0, false], got [0, 0]"),
        ({"over": 0}, "over: wanted 0, got false"),
        ({"winners": [0]}, "winners: wanted [0], got []"),
        ({"round": 2}, "round: wanted 2, got 1"),
        ({"month": 1}, "month: wanted 1, got nothing"),
        ({"view": {"1": {"hand": []}}}, 'view.1.hand: wanted [], got ["2D", "4D", "6D", "8D", "10D", "QD", "AD"]'),
        ({"view": {"-": {"hand": []}}}, "view.-.hand: wanted [], got nothing"),
        ({"view": {"2": {}}}, "view.2: wanted {}, got nothing"),
        ({"bots": [1]}, "bots: wanted [1], got []"),
        ({"table": [{"seat": 0}]}, 'table: wanted [{"seat": 0}], got []'),
    ],
    ids=str,
)
def test_an_expectation_that_does_not_hold_names_the_field(expect: dict[str, Any], words: str) -> None:
    assert differs({"expect": expect}) == f"entry 2 differs: {words}"


def test_objects_are_expected_as_subsets_but_not_inside_a_list() -> None:
    assert differs(play(0, "2C"), {"expect": {"view": {"-": {"to_act": [1]}}}}) != "None"
    assert differs(play(0, "2C"), {"expect": {"view": {"-": {}, "0": {"round": 1}}}}) == "None"
    assert "table" in differs(play(0, "2C"), {"expect": {"table": [{"seat": 0}]}})


def test_events_are_looked_for_as_subsets() -> None:
    assert differs(play(0, "2C", events=[{"type": "played", "seat": 0}, {"cards": ["2C"]}])) == "None"
    assert differs(play(0, "2C", events=[{"type": "played", "seat": 1}])).startswith(
        'entry 2 differs: events: wanted {"seat": 1'
    )


def test_a_clock_move_must_be_the_clocks() -> None:
    assert differs(play(0, "2C", clock=True), play(1, "2D", clock=True)) == "None"
    assert "clock" in differs(play(0, "4C", clock=True))
    assert differs({"by": 0, "move": {"type": "leave"}, "clock": True}) == "None"


def test_a_bot_of_the_header_is_listed_and_does_not_leave() -> None:
    leave = {"by": 1, "move": {"type": "leave"}}
    assert (
        differs(
            {"expect": {"bots": [1]}}, {**leave, "refused": "not_your_turn"}, play(0, "2C"), play(1, "2D"), bots=[1]
        )
        == "None"
    )
    assert differs({"by": 1, "move": {"type": "return"}, "refused": "not_your_turn"}, bots=[1]) == "None"
    over = {"by": "room", "abandon": True}
    assert differs(over, {**leave, "refused": "match_over"}, bots=[1]) == "None"


def test_wrong_chance_is_refused_and_the_first_difference_ends_the_check() -> None:
    bad = {"by": "chance", "shuffle": ["ZZ"], "refused": "bad_chance"}
    assert (
        check(record(BEGINNING[0], bad, BEGINNING[1], {"by": "chance", "choose": 0, "refused": "bad_chance"})) is None
    )
    assert differs(play(0, "9C"), play(0, "9D")).startswith("entry 2 ")


# --- replaying and writing -------------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    entries = [
        *BEGINNING,
        play(0, "2C"),
        play(0, "4C", refused="not_your_turn"),
        {"expect": {"to_act": [0]}},
        play(1, "2D"),
    ]
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record(*entries)))
    return path


def test_check_names_the_first_difference_and_gives_1(path: Path) -> None:
    assert replayed(path) == (1, ["entry 4 differs: to_act: wanted [0], got [1]"])


def test_replay_prints_a_line_an_entry_in_words(path: Path) -> None:
    code, lines = replayed(path, only_check=False)
    assert code == 0
    assert lines[:3] == [
        "   0  ann is Player 1 of the next deal",
        "   1  round 1: 7 cards each, ann is Player 1",
        "   2  ann plays 2C",
    ]
    assert "not_your_turn" in lines[3]
    assert "not as expected" in lines[4]
    assert len(lines) == 6


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("entry", [{"by": 0, "move": None, "refused": "\x1b[2J\u202e"}, {"expect": {"\x1b[2J\n": 1}}])
def test_nothing_in_a_record_reaches_the_terminal_unprintable(tmp_path: Path, entry: Any, check: bool) -> None:
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps({"record": 1, "game": "agurk", "rules": 1, "players": ["a", "b"], "entries": [entry]}))
    lines: list[str] = []
    replay(path, check, None, lines.append)
    assert lines
    assert all(line.isprintable() for line in lines)


def test_replay_ends_with_1_where_the_game_does_not_go_on(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record(*BEGINNING, play(0, "9C"), play(0, "2C"))))
    code, lines = replayed(path, only_check=False)
    assert (code, len(lines)) == (1, 4)
    assert lines[-1].startswith("entry 2 differs")


def test_upto_stops_after_so_many_entries_and_prints_every_view(path: Path) -> None:
    code, lines = replayed(path, only_check=False, upto=3)
    assert code == 0
    assert lines[2] == "   2  ann plays 2C"
    assert '"to_act": [1]' in lines[3]
    assert "hand" not in lines[3].replace("hand_size", "")
    assert lines[4] == 'seat 0 (ann) also sees {"hand": ["4C", "6C", "8C", "10C", "QC", "AC"]}'
    assert len(lines) == 6
    assert replayed(path, upto=4)[1][-1] == "ok"
    assert replayed(path, upto=-1)[0] == 2
    assert len(replayed(path, only_check=False, upto=99)[1]) == 6 + 3


def test_a_match_is_written_as_a_record_that_ends_with_its_outcome() -> None:
    written = record_of(
        agurk, agurk.Options(), ["ann", "bob"], [*BEGINNING, play(0, "2C"), {"by": 1, "move": {"type": "leave"}}]
    )
    assert written["entries"][-1] == {"expect": {"over": True, "winners": [0], "scores": [0, 0]}}
    assert {key: written[key] for key in ("record", "game", "rules", "options", "players")} == {
        "record": 1,
        "game": "agurk",
        "rules": 1,
        "options": {},
        "players": ["ann", "bob"],
    }
    assert check(json.loads(json.dumps(written))) is None
    assert record_of(agurk, {}, ["ann", "bob"], [], bots=[1])["bots"] == [1]


@pytest.mark.parametrize("bots", [[2, 3], []])
def test_where_stand_ins_take_over_the_last_person_to_leave_abandons_the_match(bots: list[int]) -> None:
    leaving: list[dict[str, Any]] = [{"by": seat, "move": {"type": "leave"}} for seat in range(4) if seat not in bots]
    before = {"expect": {"over": False, "bots": sorted([*bots, *range(3 - len(bots))])}}
    match_over = {"type": "match_over", "winners": [], "reason": "abandoned"}
    entries = [
        *leaving[:-1],
        before,
        {**leaving[-1], "events": [match_over]},
        {"expect": {"over": True, "winners": []}},
    ]
    header = {"game": "dafaza", "players": ["ann", "bob", "cid", "dora"], "bots": bots}
    assert check(record(*entries, **header)) is None
    after = {"by": 0, "move": {"type": "return"}, "refused": "match_over"}
    assert check(record(*entries, after, **header)) is None


def test_a_damaged_log_is_not_written() -> None:
    with pytest.raises(MalformedRecord, match="entry 2"):
        record_of(agurk, agurk.Options(), ["ann", "bob"], [*BEGINNING, play(1, "2D")])
