"""What a person sees in the terminal, and what typed lines mean."""

from __future__ import annotations

import io
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, Group, RenderableType

from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import view_of
from fudakai.clients.terminal.cards import card_text, coloured
from fudakai.clients.terminal.games import agurk
from fudakai.clients.terminal.games.index import GAMES
from fudakai.clients.terminal.person import help_lines, question
from fudakai.clients.terminal.renderer import Unclear
from fudakai.clients.terminal.scores import scores_table
from fudakai.clients.terminal.screen import KEEP, Screen, board, late, room_words
from fudakai.clients.terminal.tokens import TokenFile
from tests.clients.peer import entry, update

HAND = ["2C", "9D", "10H", "QS", "JK1"]


def plays(*cards: str) -> dict[str, Any]:
    return {"type": "play", "cards": list(cards)}


def table(**fields: Any) -> dict[str, Any]:
    usual = {"scores": [5, 12], "round": 3, "hand_size": 5, "player_one": 1, "out": [], "table": [], "counts": [5, 4]}
    return usual | fields


def seen(version: int = 4, *, events: tuple[Any, ...] = (), offers: list[Any] | None = None, **state: Any) -> View:
    """A view of seat 0 in a match of ann and bob."""
    message = update(version, hand=HAND, events=list(events), state={"table": table()} | state)
    if offers is not None:
        message["you"]["offers"] = offers
    return view_of(message, known=0)


def drawn(part: RenderableType, width: int = 80) -> str:
    file = io.StringIO()
    Console(file=file, width=width, color_system=None).print(part)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def screen(live: bool = False) -> tuple[Screen, io.StringIO]:
    file = io.StringIO()
    return Screen(Console(file=file, width=80, height=24, color_system=None, force_terminal=live), live=live), file


def test_cards_have_suits_and_colours_and_jokers_are_shown() -> None:
    assert [card_text(card).plain for card in ("9C", "10H", "QS", "AD", "JK3")] == ["9♣", "10♥", "Q♠", "A♦", "★3"]
    assert str(card_text("10H").style).startswith("red")
    assert card_text("11-dark").plain == "11-dark"
    assert coloured("bob plays 9C 10H and JK1.").plain == "bob plays 9♣ 10♥ and ★1."


def test_the_hand_marks_what_may_be_played_and_numbers_every_card() -> None:
    view = seen(offers=[plays("2C"), plays("QS"), plays("JK1")])
    assert drawn(agurk.hand(view)).splitlines() == [
        " [2♣]   9♦   10♥   [Q♠]  [★1]",
        "  1     2     3     4     5",
    ]
    assert "out" in drawn(agurk.hand(seen(table=table(out=[0]))))


def test_the_board_shows_who_acts_the_clock_scores_and_this_cycle() -> None:
    shown, file = screen()
    shown.show(seen(table=table(table=[{"seat": 1, "cards": ["9H", "9S"]}])), "Your turn.")
    text = file.getvalue()
    assert "agurk · room ABCDEF · round 3, 5 cards each" in text
    assert "▶ 30s    ann (you)    5" in text
    [bob] = [line for line in text.splitlines() if "bob" in line]
    assert bob.split() == ["bob", "12", "4", "9♥", "9♠"]
    assert text.rstrip().endswith("Your turn.")


def test_on_a_terminal_the_clock_runs_on_and_what_is_typed_and_said_stays() -> None:
    shown, file = screen(live=True)
    view = seen()
    shown.tick(view, "Your turn (30 s).", 0.0)
    assert file.getvalue() == "", "nothing stands there yet"
    shown.show(view, "Your turn (30 s).")
    shown.help(("It is your turn.",), "Your turn (30 s).")
    begun = len(file.getvalue())
    shown.tick(view, "Your turn (18 s).", 12.4)
    told = file.getvalue()[begun:]
    assert told.startswith(KEEP)
    assert "▶ 18s    ann (you)" in told
    assert "It is your turn." in told
    assert "Your turn (18 s)." in told
    shown.tick(view, "Your turn (0 s).", 99.0)
    assert "▶ 0s" in file.getvalue()
    shown.typed()
    begun = len(file.getvalue())
    shown.tick(view, "Your turn (5 s).", 25.0)
    assert file.getvalue()[begun:] == "", "what was typed is being done, and is drawn after it"


def test_what_one_does_oneself_is_said_to_oneself() -> None:
    shown, file = screen()
    events = (
        {"type": "sat", "seat": 0, "name": "ann"},
        {"type": "sat", "seat": 1, "name": "bob"},
        {"type": "configured", "changed": ["settings"]},
        {"type": "back", "seat": 0},
    )
    shown.show(seen(events=(entry(4, *events, by="room"),)), "")
    said = ["You sit down.", "bob sits down.", "You change the settings.", "You are back."]
    assert file.getvalue().splitlines() == said


def test_l6_the_heading_says_who_watches_and_how_late() -> None:
    view = seen(spectators=22, watchers=["eve", "fay"], settings={"spectator_delay": 3})
    assert "watched by eve, fay and 20 more, 3 entries late" in drawn(Group(*board(view, "Agurk")), 120)
    assert late(seen(settings={"spectator_delay": 1})) == ", 1 entry late"
    assert late(seen()) == ""


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("4", ["QS"]),
        ("qs", ["QS"]),
        (" 2 ", ["9D"]),
        ("2,3", ["9D", "10H"]),
        ("10h 9d", ["9D", "10H"]),
        ("jk1", ["JK1"]),
    ],
)
def test_a_move_is_typed_by_numbers_or_by_names(typed: str, cards: list[str]) -> None:
    view = seen(offers=[plays("9D", "10H"), plays("9D"), plays("QS"), plays("JK1")])
    assert agurk.pick(view, typed) == plays(*cards)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "more than one choice"),
        ("6", "numbers from 1 to 5"),
        ("0", "numbers from 1 to 5"),
        ("KH", "You hold no KH"),
        ("²", "You hold no ²"),
        ("2", "may not be played now"),
        ("4 4", "Play 1 card"),
    ],
)
def test_what_is_no_move_is_said_in_words(typed: str, words: str) -> None:
    with pytest.raises(Unclear, match=words):
        agurk.pick(seen(offers=[plays("2C"), plays("QS")]), typed)


def test_enter_plays_the_only_choice() -> None:
    assert agurk.pick(seen(offers=[plays("2C")]), "") == plays("2C")


def test_the_question_names_the_turn_and_the_number_of_cards() -> None:
    lead = seen(offers=[plays("2C"), plays("9D", "10H")])
    assert question(lead) == "Your turn (30 s): lead one card, or several of one rank. (? help, q leave)"
    follow = seen(offers=[plays("2C", "9D")], table=table(table=[{"seat": 1, "cards": ["4H", "4S"]}]))
    assert question(follow) == "Your turn (30 s): play 2 cards. (? help, q leave)"
    assert question(seen(to_act=[1])) == ""
    assert question(seen(status="finished", to_act=[])) == "Enter: play again. (? help, q leave)"
    ready = [{"seat": 0, "player": "p1", "name": "ann", "ready": True}]
    assert "s starts with who is here" in question(seen(status="waiting", to_act=[], seats=ready))


def test_help_fits_a_terminal_of_80_columns() -> None:
    for view in (seen(), seen(status="waiting", to_act=[])):
        assert [line for line in help_lines(view) if len(line) > 80] == []


AGURK_EVENTS: list[tuple[dict[str, Any], str]] = [
    ({"type": "player_one", "seat": 1}, "bob will lead the next round."),
    ({"type": "dealt", "round": 7, "hand_size": 1}, "Round 7: 1 card each."),
    ({"type": "played", "seat": 0, "cards": ["9C", "9D"]}, "ann plays 9C 9D."),
    ({"type": "cycle_ended", "highest": 0, "leader": 1}, "The cycle ends; bob leads."),
    ({"type": "cycle_ended", "highest": 0, "leader": None}, "The cycle ends; everybody has one card left."),
    ({"type": "leads", "seat": 0}, "ann leads now."),
    ({"type": "turned", "cards": [{"seat": 1, "card": "2H"}]}, "The last cards: bob 2H."),
    ({"type": "penalties", "cards": [{"seat": 1, "card": "KH"}]}, "Penalty: bob KH."),
    ({"type": "drawn", "cards": [{"seat": 0, "card": "3H"}]}, "A tie for lowest; drawn: ann 3H."),
    ({"type": "out", "seat": 1, "penalty": 25}, "bob is out with 25."),
    ({"type": "left", "seat": 1, "stand_in": False}, "bob leaves the match."),
    ({"type": "match_over", "winners": [1], "reason": "last_one_in"}, "bob wins the match."),
    ({"type": "match_over", "winners": [1], "reason": "others_left"}, "The others have left. bob wins the match."),
    ({"type": "match_over", "winners": [], "reason": "abandoned"}, "The match is abandoned; nobody wins."),
]


@pytest.mark.parametrize(("event", "words"), AGURK_EVENTS)
def test_every_event_of_agurk_has_its_words(event: dict[str, Any], words: str) -> None:
    assert agurk.words(event, ("ann", "bob")) == words


def test_within_a_sentence_you_is_small() -> None:
    ended = {"type": "cycle_ended", "highest": 0, "leader": 0}
    assert agurk.words(ended, ("You", "bob")) == "The cycle ends; you lead."


def test_what_happens_in_the_room_has_words() -> None:
    names = ("ann", "bob")
    assert room_words({"type": "sat", "seat": 1, "name": "bob"}, names) == "bob sits down."
    assert room_words({"type": "away", "seat": 1}, names) == "bob lost the connection."
    assert room_words({"type": "back", "seat": 1}, names) == "bob is back."
    assert room_words({"type": "gone", "seat": 5}, names) == "somebody leaves the table."
    assert (
        room_words({"type": "started", "match": "m", "players": ["ann", "bob"]}, names) == "The match begins: ann, bob."
    )
    assert room_words({"type": "ready", "seat": 1, "ready": True}, names) is None


def test_l8_what_the_clock_did_is_not_told_as_if_the_player_had() -> None:
    events = (
        entry(4, {"type": "played", "seat": 0, "cards": ["7D"]}, {"type": "cycle_ended", "leader": 1}, clock=True),
        entry(5, {"type": "played", "seat": 1, "cards": ["9C"]}, by=1, clock=True),
        entry(6, {"type": "left", "seat": 1}, by=1, clock=True),
        entry(7, {"type": "played", "seat": 0, "cards": ["2C"]}),
    )
    view = seen(7, events=events, settings={"missed_turns": 3})
    for missed, warning in ((1, ()), (2, ("One more missed turn and you leave the match.",))):
        shown, file = screen()
        shown.show(replace(view, you={**(view.you or {}), "missed": missed}), "")
        assert file.getvalue().splitlines() == [
            "Your time was up: the server plays 7♦ for you.",
            "The cycle ends; bob leads.",
            "bob's time was up: the server plays 9♣ for bob.",
            "Too long away, or too many missed turns: bob leaves the match.",
            "You play 2♣.",
            *warning,
        ]


def test_who_left_the_table_is_still_called_by_name() -> None:
    shown, file = screen()
    shown.show(seen(3), "")
    seats = [{"seat": 0, "player": "p1", "name": "ann"}, {"seat": 1, "player": None, "name": None}]
    shown.show(seen(4, events=(entry(4, {"type": "gone", "seat": 1}, by="room"),), seats=seats), "")
    assert file.getvalue() == "bob leaves the table.\n"


def test_a_name_is_shown_as_it_is_and_never_as_markup() -> None:
    shown, file = screen()
    seats = [{"seat": 0, "player": "p1", "name": "ann"}, {"seat": 1, "player": "p2", "name": "[red]bob[/]"}]
    shown.show(seen(4, events=(entry(4, {"type": "played", "seat": 1, "cards": ["9C"]}),), seats=seats), "Now?")
    assert file.getvalue().count("[red]bob[/]") == 2


def test_a_live_screen_of_seven_fits_24_lines() -> None:
    shown, file = screen(live=True)
    names = ["ann", "bob", "cat", "dan", "eve", "fay", "gus"]
    seats = [{"seat": at, "player": f"p{at}", "name": name} for at, name in enumerate(names)]
    events = tuple(entry(at, {"type": "played", "seat": at % 7, "cards": ["9C"]}) for at in range(1, 41))
    everybody = table(scores=[0] * 7, counts=[5] * 7)
    shown.show(seen(40, events=events, seats=seats, table=everybody), "Your turn.")
    screenful = file.getvalue().split("\x1b[2J")[-1].splitlines()
    assert len(screenful) <= 24
    assert sum("plays 9♣" in line for line in screenful) >= 8


def test_a_result_whose_points_are_its_scores_shows_one_column_by_the_games_name() -> None:
    result = {"names": ["ann", "bob"], "winners": [1], "scores": [3, 25], "places": [2, 1], "points": [3, 25]}
    rows = [line.split() for line in drawn(scores_table(result, None)).splitlines()]
    assert rows == [["place", "player", "score"], ["1", "bob", "25"], ["2", "ann", "3"]]
    shown, file = screen()
    shown.show(seen(status="finished", to_act=[], result=result | {"points": [0, 1]}), "Again?")
    assert "place player penalty for the list" in " ".join(file.getvalue().split())


def test_a_match_begins_with_its_aim() -> None:
    for game in GAMES.values():
        aim = game.AIM
        assert 3 <= len(aim) <= 4
        assert max(map(len, aim)) <= 80
    shown, file = screen()
    shown.show(seen(events=(entry(4, {"type": "started", "match": "m", "players": ["ann", "bob"]}, by="room"),)), "")
    told = " ".join(file.getvalue().split())
    assert told == " ".join(("The match begins: you, bob.", *agurk.AIM))


def test_who_follows_with_several_cards_is_told_which_go_together() -> None:
    follow = table(table=[{"seat": 1, "cards": ["7C", "7S"]}, {"seat": 1, "cards": ["9C", "9S"]}])
    lowest, high = plays("2C", "8D"), [plays("9D", "10H"), plays("9D", "JK1")]
    text = drawn(agurk.hand(seen(offers=[lowest, *high], table=follow)))
    assert text.splitlines()[-1] == "Together: all as high as 9♣, or exactly 2♣ 8♦"
    both = drawn(agurk.hand(seen(offers=[lowest, plays("2C", "8H")], table=follow)))
    assert both.splitlines()[-1] == "Together: exactly 2♣ 8♦ or 2♣ 8♥"
    assert "Together: all as high as 9♣" in drawn(agurk.hand(seen(offers=high, table=follow)))
    for offers, lies in (([lowest], follow), (high, table()), ([plays("2C"), plays("9D")], follow)):
        assert "Together" not in drawn(agurk.hand(seen(offers=offers, table=lies)))


def test_a_question_that_is_too_long_is_broken_before_its_hint() -> None:
    shown, file = screen()
    shown.ask(f"{'x' * 70}. (? help, q leave)")
    assert file.getvalue() == f"{'x' * 70}.\n(? help, q leave)\n"


def test_the_result_is_by_place_and_an_abandoned_match_has_none() -> None:
    result = {"names": ["ann", "bob"], "winners": [1], "scores": [25, 3], "places": [2, 1], "points": [0, 1]}
    rows = [line.split() for line in drawn(scores_table(result, None)).splitlines()]
    assert rows == [["place", "player", "score", "for", "the", "list"], ["1", "bob", "3", "1"], ["2", "ann", "25", "0"]]
    assert "abandoned" in drawn(scores_table(result | {"places": [], "points": [], "winners": []}, None))


def test_l10_the_scores_of_a_sitting_are_added_up_from_the_second_match_on() -> None:
    result = {"names": ["ann", "bob"], "winners": [1], "scores": [25, 3], "places": [2, 1], "points": [0, 7]}
    first = {"players": ["p1", "p3"], "names": ["ann", "cat"], "winners": [0], "scores": [9, 4], "points": [9, 4]}
    gone = {"players": ["p1", "p3"], "names": ["ann", "cat"], "winners": [], "scores": [0, 0], "points": []}
    last = {"players": ["p1", "p2"], "names": ["ann", "bob"], "winners": [1], "scores": [25, 3], "points": [0, 7]}
    totals = [
        {"player": "p1", "name": "ann", "matches": 2, "won": 1, "points": 9},
        {"player": "p2", "name": "bob", "matches": 1, "won": 1, "points": 7},
        {"player": "p3", "name": "cat", "matches": 1, "won": 0, "points": 4},
    ]
    rows = drawn(scores_table(result, {"matches": [first, gone, last], "totals": totals})).splitlines()
    assert [row.split() for row in rows] == [
        ["place", "player", "score", "for", "the", "list", "before", "won", "in", "all"],
        ["1", "bob", "3", "7", "-", "-", "1", "of", "1", "7"],
        ["2", "ann", "25", "0", "9", "-", "1", "of", "2", "9"],
        ["cat", "4", "-", "0", "of", "1", "4"],
    ]
    assert "in all" not in drawn(scores_table(result, {"matches": [last], "totals": totals[:2]}))
    nobody = result | {"places": [], "points": [], "winners": []}
    abandoned = drawn(scores_table(nobody, {"matches": [first, gone], "totals": totals}))
    assert "abandoned" in abandoned
    assert "ann" in abandoned


def test_a_token_is_kept_by_server_and_name_and_only_its_user_can_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    mine = TokenFile("ws://127.0.0.1:1/", "../ann")
    assert mine.read() is None
    mine.write("one")
    mine.write("two")
    assert mine.read() == "two"
    assert TokenFile("ws://127.0.0.1:2/", "../ann").read() is None
    assert TokenFile("ws://127.0.0.1:1/", "bob").read() is None
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [mine.path]
    assert mine.path.parent == tmp_path / "state" / "fudakai"
    assert stat.S_IMODE(mine.path.stat().st_mode) == 0o600
