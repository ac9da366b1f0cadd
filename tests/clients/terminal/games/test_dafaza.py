"""Dafaza in the terminal: what a person sees of real views, and what typed lines mean."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from fudakai.clients.sdk import View
from fudakai.clients.terminal.cards import coloured
from fudakai.clients.terminal.games import dafaza as shown
from fudakai.clients.terminal.games.dafaza_words import NAMES
from fudakai.clients.terminal.games.index import renderer
from fudakai.clients.terminal.person import help_lines, question
from fudakai.clients.terminal.renderer import YOU, Unclear
from fudakai.clients.terminal.screen import Screen
from fudakai.server.games.api import Event
from fudakai.server.games.dafaza import game as dafaza
from fudakai.server.games.dafaza.payments import ROLES, SPECIALS
from fudakai.server.games.dafaza.state import Phase, Sign, State
from tests.clients.flower_views import drawn, random_steps, seen
from tests.games.dafaza.tables import fold, options, play, playing

US = (YOU, "bob", "cat", "dan")

HANDS = ("01bk 03br 08k 12k", "02ak 06ar 10kl", "03kl 07ar 09kl", "08ba 09ar 11ab")


def screenful(view: View, *, width: int = 80, height: int = 24) -> list[str]:
    """The lines of a live screen."""
    file = io.StringIO()
    console = Console(file=file, width=width, height=height, color_system=None, force_terminal=True)
    Screen(console, live=True).show(view, question(view))
    return [line.rstrip() for line in file.getvalue().split("\x1b[2J")[-1].replace("\x1b[H", "").splitlines()]


def text_of(state: State, seat: int | None = 0) -> str:
    """The whole screen."""
    return "\n".join(screenful(seen(dafaza, state, seat=seat)))


def line_of(state: State, name: str, seat: int | None = 0) -> str:
    """The board's line of a player."""
    (line,) = [line for line in screenful(seen(dafaza, state, seat=seat)) if f" {name} " in line and "○" in line]
    return line


def told(*events: Event) -> str:
    """These events in words, with the cards drawn."""
    return " ".join(coloured(words).plain for event in events if (words := shown.words(event, US)))


def after(*moves: str, **fields: Any) -> State:
    """A trick of these plays from seat 0 on; `f` before those that are folded."""
    state = playing(*fields.pop("hands", HANDS), **fields)
    for seat, move in enumerate(moves):
        made = fold(state, seat, move[1:]) if move.startswith("f") else play(state, seat, move)
        state = made.state
    return state


# --- the table -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "drawn_so"),
    [
        (100, " 100 ○○○○○○○○○●●●●●●●●●●"),
        (101, " 101 ○x10 ●"),
        (96, "  96 ○○○○○○○○○●●●●●●"),
        (10, "  10 ●●●●●●●●●●"),
        (0, "   0 "),
        (-12, " -12 ○●●"),
        (257, " 257 ○x25 ●●●●●●●"),
    ],
)
def test_d4_points_are_stones_white_tens_and_black_ones(points: int, drawn_so: str) -> None:
    assert shown.stones(points).plain == drawn_so
    assert ("red" in str(shown.stones(points).spans)) == (points < 0)


def test_d5_janken_shows_who_has_thrown_and_never_what() -> None:
    state = dafaza.setup(options(), 4)
    assert "janken for the first parent" in text_of(state)
    assert question(seen(dafaza, state)).startswith("Your turn: janken: r rock, p paper or s scissors.")
    state = dafaza.apply(state, 1, {"type": "throw", "sign": "rock"}).state
    assert "has thrown" in line_of(state, "bob")
    assert "throws" in line_of(state, "cat")
    assert "rock" not in line_of(state, "bob")
    assert "rock" in line_of(state, "bob", seat=1)
    again = State(options(), Phase.JANKEN, candidates=(0, 2))
    assert line_of(again, "bob").endswith("out")


def test_d6_d14_the_heading_says_the_hand_the_parent_and_the_factor() -> None:
    before = dafaza.setup(dafaza.Options(), 4)
    assert shown.heading(seen(dafaza, before)) == "hand 1 of 9, janken for the first parent"
    thrown = dafaza.setup(dafaza.Options(first_parent="random"), 4)
    assert shown.heading(seen(dafaza, thrown)) == "hand 1 of 9, the first deal is due"
    first = seen(dafaza, playing(*HANDS))
    assert shown.heading(first) == "hand 1 of 9, temporary parent You"
    later = seen(dafaza, playing(*HANDS, hand=3, parent=2, streak=2))
    assert shown.heading(later) == "hand 3 of 9, official parent cat x3"


def test_d8_d9_the_trick_shows_lead_beats_and_the_backs_of_folds() -> None:
    state = after("08k", "02k", "f07a", turn=0)
    assert line_of(state, "ann").endswith("leads 8·")
    assert line_of(state, "bob").endswith("2·")
    assert line_of(state, "cat").endswith("▒ folded")
    assert "▒▒ folded" in line_of(after("03br", "f02ak"), "bob")
    text = text_of(state)
    assert "trick 1: 1 kasu led" in text
    assert "7 clover" not in text
    assert line_of(playing(*HANDS), "ann").endswith("leads")


def test_d10_the_stacks_are_counted_and_their_open_cards_shown() -> None:
    state = after("08k", "02k", "f07a", "f09a")
    text = text_of(state)
    assert "on the stacks: bob 2·" in text
    assert "beaten: 8·" in text
    assert line_of(state, "bob").split()[-2:] == ["1", "leads"]
    assert "trick 2" in text


def test_d11_the_last_trick_is_marked_and_who_has_no_stack_is_told_to_fold() -> None:
    state = after("12k", hands=("12k", "01b", "02k", "03k"), stacks=(3, 0, 3, 3))
    assert "trick 1, the last: 1 kasu led" in text_of(state)
    assert "You have no stack, and the last trick was led with one card: you must fold." in text_of(state, 1)
    assert shown.pick(seen(dafaza, state, seat=1), "") == {"type": "fold", "cards": ["01-bright"]}


def test_a_hand_is_numbered_the_strongest_first_and_brackets_what_may_be_shown() -> None:
    text = drawn(shown.hand(seen(dafaza, after("08k"), seat=1)), 120)
    assert " 1  2 plum ◆" in text
    assert "[2] 2 plum ·" in text
    assert "[" not in drawn(shown.hand(seen(dafaza, after("08k"), seat=2)))


def test_d8_the_sets_that_beat_are_listed_by_their_numbers_or_why_there_is_none() -> None:
    assert "Beats: 2) 2·" in drawn(shown.hand(seen(dafaza, after("08k"), seat=1)))
    pair = drawn(shown.hand(seen(dafaza, after("01bk", hands=("01bk", "02kl", "03kl", "06kl")), seat=1)))
    assert "You do not hold 1 kasu + 1 charisma of one month: you can only fold." in pair
    weak = drawn(shown.hand(seen(dafaza, after("01k", hands=("01k 06a", "02k 06l", "02l 06r", "03k 06k")), seat=1)))
    assert "You hold no 1 kasu that is strong enough: you can only fold." in weak


def test_d9_only_i_see_what_i_folded() -> None:
    state = after("08k", "f10k", "f03k", "f09a", turn=0)
    assert "you folded: 10·" in text_of(state, 1)
    for other in (0, 2, 3, None):
        assert "10·" not in text_of(state, other)


def test_a_spectator_sees_the_table_and_no_hand() -> None:
    text = text_of(after("08k"), None)
    assert "leads 8·" in text
    assert "2 plum" not in text
    assert "(you)" not in text


def test_whole_matches_fit_24_lines_of_80_columns() -> None:
    for state, events in random_steps(dafaza, options(official_hands=2), 4, seed=4):
        for seat in (0, None):
            lines = screenful(seen(dafaza, state, seat=seat, events=events))
            assert len(lines) <= 24, "\n".join(lines)
            assert max(map(len, lines)) <= 80
            assert "-chaff" not in "\n".join(lines)
        quiet = {"threw", "parent"}
        assert all(shown.words(event, US) for event in events if event["type"] not in quiet)


# --- typing ----------------------------------------------------------------------------------------------------------


def test_every_offer_of_a_match_can_be_typed() -> None:
    typed = 0
    for state, _ in random_steps(dafaza, options(official_hands=1), 4, seed=5):
        if state.turn is None:
            continue
        view = seen(dafaza, state, seat=state.turn)
        held = list(view.private["hand_cards"])
        for offer in view.offers:
            cards = offer.get("cards", offer.get("among", ())[: offer.get("count")])
            numbers = " ".join(str(held.index(card) + 1) for card in cards)
            move = {"type": offer["type"], "cards": list(cards)}
            assert shown.pick(view, f"{'f ' if offer['type'] == 'fold' else ''}{numbers}") == move
            assert shown.pick(view, f"{'fold ' if offer['type'] == 'fold' else ''}{','.join(reversed(cards))}") == move
            typed += 1
    assert typed > 100


@pytest.mark.parametrize(
    ("typed", "sign"), [("r", "rock"), ("P", "paper"), ("s", "scissors"), (" scissors ", "scissors")]
)
def test_d5_a_sign_is_typed_by_its_word_or_letter(typed: str, sign: str) -> None:
    view = seen(dafaza, dafaza.setup(options(), 4))
    assert shown.pick(view, typed) == {"type": "throw", "sign": sign}
    with pytest.raises(Unclear, match="r for rock, p for paper or s for scissors"):
        shown.pick(view, "x")
    assert {*shown.SIGNS} == {one.value for one in Sign}


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "more than one choice"),
        ("0", "You hold no 0: type numbers from 1 to 6"),
        ("²", "You hold no ²"),
        ("f", "Fold 1 card: f and 1 of your numbers"),
        ("f 1 2", "Fold 1 card"),
        ("f 1 1 2", "Fold 1 card"),
        ("1 2", "1 card led: show or fold as many"),
        ("1", "Show 1 kasu of one month, as were led, or fold"),
        ("5", "not strong enough"),
    ],
)
def test_what_may_not_be_played_is_said_in_words(typed: str, words: str) -> None:
    with pytest.raises(Unclear, match=words):
        shown.pick(seen(dafaza, after("08k"), seat=1), typed)


def test_who_leads_may_not_fold_and_shows_one_month() -> None:
    view = seen(dafaza, playing(*HANDS))
    assert shown.pick(view, "4 3") == {"type": "play", "cards": ["03-bright", "03-ribbon"]}
    with pytest.raises(Unclear, match="You lead this trick"):
        shown.pick(view, "f 1")
    with pytest.raises(Unclear, match="all of one month"):
        shown.pick(view, "1 3")


def test_d11_who_may_only_fold_is_told_why() -> None:
    state = after("01k", hands=("01k 06a", "02k 06l", "02l 06r", "03k 06k"))
    with pytest.raises(
        Unclear, match=r"no 1 kasu that is strong enough: you can only fold\. Type f before the numbers"
    ):
        shown.pick(seen(dafaza, state, seat=1), "1")


def test_enter_takes_an_only_lead() -> None:
    state = playing("01b", "02a", "03b", "06a")
    assert shown.pick(seen(dafaza, state), "") == {"type": "play", "cards": ["01-bright"]}


# --- words -----------------------------------------------------------------------------------------------------------


def test_every_special_win_and_dealt_hand_has_a_name_for_people() -> None:
    for name in [one.name for one in (*SPECIALS, *ROLES)]:
        assert "_" not in told({"type": "dealt_win", "seat": 1, "name": name, "cards": (), "points": 5})
    assert set(NAMES) <= {one.name for one in (*SPECIALS, *ROLES)}


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"type": "led", "seat": 0, "cards": ["08-bright"], "left": 3, "last": False}, "You lead 8 susuki ★."),
        (
            {"type": "led", "seat": 1, "cards": ["12-chaff-1"], "left": 0, "last": True},
            "The last trick: bob leads 12 paulownia ·.",
        ),
        ({"type": "beat", "seat": 1, "cards": ["01-bright"], "left": 3}, "bob beats it with 1 pine ★."),
        ({"type": "folded", "seat": 2, "count": 2, "left": 3}, "cat folds 2 cards."),
        (
            {"type": "trick_won", "seat": 0, "cards": ["01-bright"], "stacks": 3, "last": True},
            "You take the last trick, 1 stack with 1 pine ★; 3 now.",
        ),
        ({"type": "left", "seat": 1, "stand_in": True}, "bob leaves; a bot plays on."),
        ({"type": "left", "seat": 1, "stand_in": False}, "bob leaves the match."),
        ({"type": "returned", "seat": 0}, "You are back."),
        ({"type": "match_over", "winners": (), "scores": (1, 2, 3, 4)}, "The match is abandoned; nobody wins."),
        (
            {"type": "match_over", "winners": (0,), "scores": (130, 90, 90, 90)},
            "You win the match. Scores: You 130, bob 90, cat 90, dan 90.",
        ),
        (
            {"type": "match_over", "winners": (1, 2), "scores": (80, 110, 110, 100)},
            "bob and cat win the match. Scores: You 80, bob 110, cat 110, dan 100.",
        ),
    ],
)
def test_what_happens_has_words(event: dict[str, Any], words: str) -> None:
    assert told(event) == words


def test_d5_a_janken_is_told_with_all_signs() -> None:
    signs = [{"seat": seat, "sign": sign} for seat, sign in enumerate(("rock", "paper", "rock", "rock"))]
    decided = {"type": "thrown", "signs": signs, "out": [0, 2, 3], "again": ()}
    assert told(decided) == "Janken: You rock, bob paper, cat rock, dan rock. bob is the temporary parent."
    again = {"type": "thrown", "signs": signs[:2], "out": [], "again": (0, 1)}
    assert told(again) == "Janken: You rock, bob paper. Again: You, bob."


def test_d13_to_d15_a_payment_is_written_out() -> None:
    state = after(
        *("12k", "f01b", "f02a"), hands=("12k", "01b", "02a", "03b"), stacks=(4, 0, 3, 2), hand=2, streak=1
    )  # fmt: skip
    step = fold(state, 3, "03b")
    assert told(*step.events[2:-1]) == (
        "You: steel heart! The losers pay x 2. "
        "You win hand 2 and get +48. "
        "bob, no stack: 7 x 2 (parent) x 2 (steel heart) = -28; cat, 3 stacks: 2 x 2 (parent) x 2 (steel heart) = -8; "
        "dan, 2 stacks: 3 x 2 (parent) x 2 (steel heart) = -12. Scores: You 148, bob 72, cat 92, dan 88."
    )


def test_d16_d20_special_wins_are_told_with_what_they_cost() -> None:
    once = {"type": "special", "seat": 1, "name": "three_of_one_suit", "points": 3, "times": 1, "from": (0, 2, 3)}
    assert told(once) == "bob: three of one suit! 3 from everyone at once."
    leader = {"type": "special", "seat": 1, "name": "retaliation", "points": 0, "times": 2, "from": (0,)}
    assert told(leader) == "bob: retaliation! You pay x 2."


def test_d21_a_dealt_hand_is_told_with_its_cards_and_what_everybody_pays() -> None:
    won = {"type": "dealt_win", "seat": 0, "name": "five_lights", "points": 5, "cards": ("01-bright", "03-bright")}
    assert told(won) == "You win at once with five lights: 1 pine ★, 3 cherry ★; 5 from everyone."
    payments: list[dict[str, Any]] = [{"seat": seat, "factors": [], "result": -5} for seat in (1, 2, 3)]
    over = {
        "type": "hand_over", "hand": 1, "winner": 0, "payments": payments, "results": (15, -5, -5, -5),
        "scores": (115, 95, 95, 95),
    }  # fmt: skip
    assert told(over).startswith("You win hand 1 and get +15. bob -5; cat -5; dan -5. Scores:")


def test_help_credits_hagizou_is_short_and_fits_80_columns() -> None:
    lines = help_lines(seen(dafaza, playing(*HANDS)))
    assert "Hagizou" in lines[0]
    assert [line for line in lines if len(line) > 80] == []
    assert len(lines) <= 10
    assert renderer("dafaza") is shown
