"""Hanafuda and Koi-Koi in the terminal: what a person sees of real views, and what typed lines mean."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from fudakai.clients.sdk import View
from fudakai.clients.terminal.cards import card_text, coloured
from fudakai.clients.terminal.games import hanafuda as shown_hanafuda, koikoi as shown_koikoi
from fudakai.clients.terminal.games.flowers import FLOWERS, alike, look, pile_text
from fudakai.clients.terminal.games.index import renderer
from fudakai.clients.terminal.person import help_lines, question
from fudakai.clients.terminal.renderer import YOU, Unclear
from fudakai.clients.terminal.screen import Screen
from fudakai.server.games.api import Event, Shuffled
from fudakai.server.games.cards import HANAFUDA, HANAFUDA_KIND, HANAFUDA_MONTH
from fudakai.server.games.flowers.cards import by_kind, turn_stock
from fudakai.server.games.flowers.match import Phase
from fudakai.server.games.hanafuda import game as hanafuda
from fudakai.server.games.koikoi import game as koikoi
from tests.clients.flower_views import cards, drawn, flowers, point_game, random_steps, seen, yaku_game

US = (YOU, "bob", "cat")

OPEN = flowers(
    "03-ribbon 05-animal 08-bright 10-ribbon 12",
    "01",
    field="03-bright 03 05-ribbon 08-animal 08 08-chaff-2 10-animal",
    stock="04-animal 04",
)
"""Of my cards the first may take one of two, then one, a stack, one, nothing."""

STORM = flowers(
    "11-chaff 09 03-ribbon",
    "02",
    field="11-bright 11-ribbon 03-bright 08-bright 08 08-chaff-2 09-animal",
    stock="04-animal 04",
)


def screenful(view: View, *, width: int = 80, height: int = 24) -> list[str]:
    """The lines of a live screen."""
    file = io.StringIO()
    console = Console(file=file, width=width, height=height, color_system=None, force_terminal=True)
    Screen(console, live=True).show(view, question(view))
    return [line.rstrip() for line in file.getvalue().split("\x1b[2J")[-1].replace("\x1b[H", "").splitlines()]


def told(game: Any, *events: Event) -> str:
    """These events in words, with the cards drawn."""
    shown = renderer(game.NAME)
    return " ".join(coloured(words).plain for event in events if (words := shown.words(event, US)))


# --- cards -----------------------------------------------------------------------------------------------------------


def test_h1_every_kind_of_card_has_a_sign_of_its_own_without_colour() -> None:
    names = "01-bright 02-ribbon 04-ribbon 06-ribbon 09-animal 10-chaff-2 11-chaff"
    drawn_cards = [card_text(card).plain for card in names.split()]
    assert drawn_cards == [
        *("1 pine ★", "2 plum ¶", "4 wisteria ▌", "6 peony §", "9 chrysanth. ◆", "10 maple ·", "11 willow ↯"),
    ]
    signs = {look(card)[0]: HANAFUDA_KIND[card] for card in HANAFUDA}
    assert all(signs[look(card)[0]] == HANAFUDA_KIND[card] for card in HANAFUDA)
    assert len(FLOWERS) == max(HANAFUDA_MONTH.values())


def test_h1_cards_differ_by_colour_too() -> None:
    assert card_text("01-bright").style != card_text("04-animal").style != card_text("06-ribbon").style
    assert "bold" in str(card_text("02-ribbon", "bold").style)


def test_only_cards_that_are_worth_the_same_are_alike() -> None:
    assert alike(cards("03 03-chaff-2"))
    assert not alike(cards("03 04"))
    assert not alike(cards("11-chaff 11-ribbon"))


def test_a_sentence_has_its_cards_drawn() -> None:
    words = coloured("bob plays 11-chaff and takes 03-bright, 9C stays", "dim")
    assert words.plain == "bob plays 11 willow ↯ and takes 3 cherry ★, 9♣ stays"


def test_captures_stand_by_kind_with_signs_or_months_and_chaff_is_counted() -> None:
    pile = by_kind(cards("01-bright 03-bright 02-ribbon 04-ribbon 09-ribbon 05-animal 01 02 11-chaff"))
    assert pile_text(pile, months=False).plain == "★★ ◆ § ¶ ▌ ·x2↯"
    assert pile_text(pile, months=True).plain == "★1 3  ◆5  §9  ¶2  ▌4  ·x2↯"
    assert pile_text(by_kind(()), months=True).plain == ""


def test_h11_willow_chaff_is_drawn_as_the_storm_card_only_where_it_is_one() -> None:
    laid = flowers("11-chaff 09", "02", field="11-ribbon 05", captured=("", "12"))
    played = {"type": "played", "seat": 0, "card": "11-chaff", "captured": (), "wild": False}
    for view, sign in (
        (seen(hanafuda, point_game(laid), events=(played,)), "↯"),
        (seen(hanafuda, point_game(laid, options={"storm": "plain"}), events=(played,)), "·"),
        (seen(koikoi, yaku_game(laid), events=(played,)), "·"),
    ):
        text = "\n".join(screenful(view))
        assert f"You play 11 willow {sign} to the field." in text
        assert f"11 willow {sign}  takes ▌" in text
        assert ("↯" in text) == (sign == "↯")
        assert renderer(view.game).pick(view, "2") == {"type": "play", "card": "11-chaff"}


# --- the table -------------------------------------------------------------------------------------------------------


def test_the_field_is_by_month_and_a_stack_is_marked() -> None:
    view = seen(hanafuda, point_game(OPEN))
    lines = "\n".join(drawn(part) for part in shown_hanafuda.middle(view))
    assert "field · 2 in the stock" in lines
    for group in ("3 cherry ★ ·", "5 iris ▌", "8 susuki ◆ · · stack", "10 maple ◆"):
        assert group in lines
    assert lines.count("stack") == 1


def test_who_comes_to_the_table_sees_what_the_last_turn_did() -> None:
    state = point_game(OPEN)
    step = hanafuda.apply(state, 0, {"type": "play", "card": "10-ribbon"})
    text = "\n".join(drawn(part, 120) for part in shown_hanafuda.middle(seen(hanafuda, step.state, seat=1)))
    last = "last turn: ann 10 maple § takes 10 maple ◆; then from the stock 4 wisteria ◆ to the field"
    assert last in text
    with_events = seen(hanafuda, step.state, seat=1, events=step.events)
    assert "last turn" not in "\n".join(drawn(part) for part in shown_hanafuda.middle(with_events))


def test_h13_the_board_has_dealer_hand_value_and_captures_of_everybody() -> None:
    laid = flowers("03-ribbon", "04", "05", captured=("01-bright 01", "", "02-animal 02-ribbon 02"), field="06")
    text = "\n".join(screenful(seen(hanafuda, point_game(laid, scores=(7, 0, 120), dealer=1, stood_in=(2,)))))
    assert "hanafuda · room ABCDEF · round 1 of 3" in text
    [ann], [bob], [cat] = ([line.split() for line in text.splitlines() if who in line] for who in ("ann", "bob", "cat"))
    assert ann == ["▶", "ann", "(you)", "7", "1", "21", "★", "·x1"]
    assert bob == ["bob", "deals", "0", "1", "0"]
    assert cat == ["cat", "bot", "120", "1", "16", "◆", "¶", "·x1"]


def test_h16_the_heading_says_what_ends_the_match() -> None:
    goal = seen(hanafuda, point_game(OPEN, options={"match_end": "goal", "goal": 90}))
    lead = seen(hanafuda, point_game(OPEN, options={"match_end": "lead", "lead": 40}, round=4))
    assert shown_hanafuda.heading(goal) == "round 1, to 90 points"
    assert shown_hanafuda.heading(lead) == "round 4, to a lead of 40"
    assert shown_koikoi.heading(seen(koikoi, yaku_game(OPEN, round=3))) == "round 3 of 12, month 3 cherry"
    assert "to 20 points, month 1 pine" in shown_koikoi.heading(seen(koikoi, yaku_game(OPEN, options={"goal": 20})))


def test_a_hand_is_numbered_and_says_what_each_card_takes() -> None:
    text = drawn(shown_hanafuda.hand(seen(hanafuda, point_game(OPEN))), 120)
    for cell in (
        "[1] 3 cherry ¶  takes 1) ★ or 2) ·",
        "[2] 5 iris ◆  takes ▌",
        "[3] 8 susuki ★  takes all ◆ · ·",
        "[4] 10 maple §  takes ◆",
        "[5] 12 paulownia ·",
    ):
        assert cell in text
    waiting = drawn(shown_hanafuda.hand(seen(hanafuda, point_game(OPEN, turn=1))))
    assert "[" not in waiting
    assert "3 cherry ¶" in waiting
    assert "dealt soon" in drawn(shown_hanafuda.hand(seen(hanafuda, point_game(flowers("", ""), turn=None))))
    assert "no card" in drawn(shown_hanafuda.hand(seen(hanafuda, point_game(flowers("", "01"), turn=1))))


def test_h8_only_cards_that_may_be_played_are_in_brackets() -> None:
    view = seen(hanafuda, point_game(OPEN, options={"must_match": True}))
    text = drawn(shown_hanafuda.hand(view))
    assert "[4]" in text
    assert "[5]" not in text
    with pytest.raises(Unclear, match="12-chaff-1 may not be played now"):
        shown_hanafuda.pick(view, "5")


def test_a_spectator_sees_the_table_and_no_hand() -> None:
    text = "\n".join(screenful(seen(hanafuda, point_game(OPEN), seat=None)))
    assert "8 susuki ◆ · · stack" in text
    assert "3 cherry ¶" not in text
    assert "(you)" not in text


@pytest.mark.parametrize(("game", "seats"), [(hanafuda, 2), (hanafuda, 4), (hanafuda, 7), (koikoi, 2)])
def test_whole_matches_fit_24_lines_of_80_columns(game: Any, seats: int) -> None:
    shown = renderer(game.NAME)
    for state, events in random_steps(game, game.Options(rounds=3), seats, seed=seats):
        lines = screenful(seen(game, state, events=events))
        assert len(lines) <= 24, "\n".join(lines)
        assert max(map(len, lines)) <= 80
        assert all(shown.words(event, ("You", *"abcdef")) for event in events)
        assert "-chaff" not in "\n".join(lines)


@pytest.mark.parametrize("game", [hanafuda, koikoi])
def test_every_offer_of_a_match_can_be_typed(game: Any) -> None:
    typed = 0
    for state, _ in random_steps(game, game.Options(rounds=3), 2, seed=5):
        if state.turn is None:
            continue
        view = seen(game, state, seat=state.turn)
        for offer in view.offers:
            words = [offer["type"]] if "card" not in offer else [str(view.private["hand"].index(offer["card"]) + 1)]
            words += [str(offer[name]) for name in ("month", "target") if name in offer]
            assert renderer(game.NAME).pick(view, " ".join(words)) == offer
            typed += 1
    assert typed > 100


# --- typing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "card", "target"),
    [
        ("1 1", "03-ribbon", "03-bright"),
        ("1 2", "03-ribbon", "03-chaff-1"),
        ("1,2", "03-ribbon", "03-chaff-1"),
        ("1 03-bright", "03-ribbon", "03-bright"),
        ("1 bright", "03-ribbon", "03-bright"),
        ("cherry bright", "03-ribbon", None),
        ("cherry ribbon takes cherry chaff", "03-ribbon", "03-chaff-1"),
        ("play Cherry and take bright", "03-ribbon", None),
        ("2", "05-animal", None),
        ("iris", "05-animal", None),
        ("2 iris ribbon", "05-animal", None),
        ("2 1", "05-animal", None),
        ("SUSUKI", "08-bright", None),
        ("5", "12-chaff-1", None),
        ("12-chaff-1", "12-chaff-1", None),
    ],
)
def test_a_card_and_its_target_are_typed_by_number_or_name(typed: str, card: str, target: str | None) -> None:
    view = seen(hanafuda, point_game(OPEN))
    if card == "03-ribbon" and target is None:
        with pytest.raises(Unclear):
            shown_hanafuda.pick(view, typed)
        return
    offer = {"type": "play", "card": card} | ({"target": target} if target else {})
    assert shown_hanafuda.pick(view, typed) == offer


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "more than one choice"),
        ("0", "There is no 0 to choose. Type the number of a card, from 1 to 5"),
        ("6", "There is no 6"),
        ("²", "There is no ²"),
        ("pine", "There is no pine"),
        ("chaos", "There is no chaos"),
        ("ribbon", "That may be 03-ribbon or 10-ribbon"),
        ("1", "03-ribbon may take one of 2 cards: type 1 1 for 03-bright or 1 2 for 03-chaff-1"),
        ("1 3", "There is no 3 to choose. 03-ribbon may take one of 2"),
        ("1 1 1", "may take one of 2"),
        ("2 2", "05-animal takes 05-ribbon: type 2 alone"),
        ("5 1", "12-chaff-1 matches nothing on the field and stays there: type 5 alone"),
        ("h 3", "Type h 8 for a hiki"),
    ],
)
def test_what_is_no_play_is_said_in_words(typed: str, words: str) -> None:
    with pytest.raises(Unclear, match=words):
        shown_hanafuda.pick(seen(hanafuda, point_game(OPEN)), typed)


def test_enter_plays_the_only_choice_also_when_its_targets_are_alike() -> None:
    one = seen(hanafuda, point_game(flowers("05", "01", field="04")))
    assert shown_hanafuda.pick(one, "") == {"type": "play", "card": "05-chaff-1"}
    same = seen(hanafuda, point_game(flowers("05-animal", "01", field="05 05-chaff-2")))
    assert "takes ·" in drawn(shown_hanafuda.hand(same))
    for typed in ("", "1"):
        assert shown_hanafuda.pick(same, typed) == {"type": "play", "card": "05-animal", "target": "05-chaff-1"}
    differ = seen(hanafuda, point_game(flowers("05-animal", "01", field="05 05-ribbon")))
    with pytest.raises(Unclear, match="more than one choice"):
        shown_hanafuda.pick(differ, "")


def test_h9_a_turned_card_asks_for_one_of_two() -> None:
    laid = flowers("01", "02", field="04-ribbon 04", stock="04-animal 05")
    turned, events = turn_stock(laid, 0)
    state = point_game(turned, phase=Phase.CHOOSE)
    view = seen(hanafuda, state, events=events)
    text = "\n".join(screenful(view))
    assert "You turn 4 wisteria ◆, which may take 4 wisteria ▌ or 4 wisteria ·." in text
    assert "turned: 4 wisteria ◆" in text
    assert "Turned: 4 wisteria ◆ takes  1) 4 wisteria ▌  2) 4 wisteria ·" in text
    assert "choose what 4 wisteria ◆ takes, 1 or 2" in text
    for typed in ("2", "04-chaff-1", "chaff", "take wisteria chaff"):
        assert shown_hanafuda.pick(view, typed) == {"type": "choose", "target": "04-chaff-1"}
    for typed in ("", "3", "1 2", "iris"):
        with pytest.raises(Unclear, match="1 for 04-ribbon or 2 for 04-chaff-1"):
            shown_hanafuda.pick(view, typed)


def test_h9_two_targets_that_are_alike_need_no_choice() -> None:
    turned, _ = turn_stock(flowers("01", "02", field="04 04-chaff-2", stock="04-animal 05"), 0)
    view = seen(koikoi, yaku_game(turned, phase=Phase.CHOOSE))
    assert shown_koikoi.pick(view, "") == {"type": "choose", "target": "04-chaff-1"}


def test_h10_a_hiki_is_listed_with_its_key() -> None:
    laid = flowers("03-bright 03-ribbon 04", "01", field="03 03-chaff-2 05")
    view = seen(hanafuda, point_game(laid))
    assert "h 3  hiki: take all four of 3 cherry (★¶ of your hand, ·· of the field)" in drawn(shown_hanafuda.hand(view))
    assert "or hiki: h 3" in question(view)
    for typed in ("h", "h 3", "hiki 3", "H cherry"):
        assert shown_hanafuda.pick(view, typed) == {"type": "hiki", "month": 3}
    with pytest.raises(Unclear, match="No hiki is open"):
        shown_hanafuda.pick(seen(hanafuda, point_game(STORM)), "h 3")
    for typed in ("h 4", "h 3 3", "h x"):
        with pytest.raises(Unclear, match="Type h 3 for a hiki"):
            shown_hanafuda.pick(view, typed)


def test_h10_a_hiki_that_is_no_more_than_playing_onto_a_stack_is_not_listed() -> None:
    view = seen(hanafuda, point_game(OPEN))
    assert "takes all ◆ · ·" in drawn(shown_hanafuda.hand(view), 120)
    assert "hiki" not in drawn(shown_hanafuda.hand(view)) + question(view)
    assert shown_hanafuda.pick(view, "h 8") == {"type": "hiki", "month": 8}


def test_k5_the_nearest_yaku_are_wrapped_and_not_cut() -> None:
    state = yaku_game(RICH, yaku=({"cherry_viewing": 5}, {}))
    narrow = "\n".join(drawn(part, 60) for part in shown_koikoi.middle(seen(koikoi, state)))
    assert "…" not in narrow
    assert "rainy four brights 2 of 1★ 11★ 12★" in " ".join(narrow.split())


def test_h11_the_storm_card_numbers_its_targets_after_those_of_its_month() -> None:
    view = seen(hanafuda, point_game(STORM))
    text = drawn(shown_hanafuda.hand(view))
    assert "11 willow ↯  takes 1) ★ or 2) ▌" in text
    assert "for example 3 3" in text
    assert "3) 3 cherry ★" in text
    assert "4) 9 chrysanth. ◆" in text
    assert "susuki" not in text
    storm = {"type": "play", "card": "11-chaff"}
    assert shown_hanafuda.pick(view, "3 2") == storm | {"target": "11-ribbon"}
    assert shown_hanafuda.pick(view, "3 4") == storm | {"target": "09-animal"}
    assert shown_hanafuda.pick(view, "storm cherry") == storm | {"target": "03-bright"}
    with pytest.raises(Unclear, match="3 1 for 11-bright, 3 2 for 11-ribbon, 3 3 for 03-bright or 3 4 for 09-animal"):
        shown_hanafuda.pick(view, "3")
    plain = seen(hanafuda, point_game(flowers("11-chaff", "01", field="03 05")))
    assert shown_hanafuda.pick(plain, "1") == storm
    assert shown_hanafuda.pick(plain, "1 2") == storm | {"target": "05-chaff-1"}
    with pytest.raises(Unclear, match="more than one choice"):
        shown_hanafuda.pick(plain, "")


# --- Koi-Koi ---------------------------------------------------------------------------------------------------------

RICH = flowers(
    "05 06",
    "01 07",
    field="11-ribbon",
    captured=("03-bright 09-animal 08-bright 01-chaff-2", "02-ribbon 10-animal 07-animal"),
    stock="04-animal 04",
)


def test_k5_the_table_shows_the_yaku_made_and_the_nearest_of_both() -> None:
    state = yaku_game(RICH, yaku=({"cherry_viewing": 5, "moon_viewing": 5}, {}), calls=(0, 1), scores=(12, 3))
    text = "\n".join(screenful(seen(koikoi, state)))
    assert "You  made     cherry viewing 5 + moon viewing 5 = 10" in text
    assert "three brights 1 of 1★ 12★" in text
    assert "boar deer butterflies 6◆" in text
    [bob] = [line.split() for line in text.splitlines() if "◆7 10" in line]
    assert bob == ["bob", "3", "2", "1", "◆7", "10", "¶2"]


def test_k4_the_decision_is_words_and_says_what_it_is_worth() -> None:
    state = yaku_game(
        RICH, phase=Phase.DECIDE, yaku=({"cherry_viewing": 5, "moon_viewing": 5}, {}), calls=(0, 1), asked=(10, 0)
    )
    view = seen(koikoi, state)
    text = "\n".join(screenful(view, width=120))
    assert "You have cherry viewing 5 + moon viewing 5 = 10 x 2 (seven or more) x 2 (after koi-koi) = 40." in text
    assert "s stops and scores, k calls koi-koi and plays on" in text
    assert "5 iris ·" in text
    for typed in ("s", " STOP "):
        assert shown_koikoi.pick(view, typed) == {"type": "stop"}
    for typed in ("k", "koi-koi", "Koi", "koikoi"):
        assert shown_koikoi.pick(view, typed) == {"type": "koi_koi"}
    for typed in ("", "1", "kk"):
        with pytest.raises(Unclear, match="s stops and scores"):
            shown_koikoi.pick(view, typed)
    once = yaku_game(RICH, phase=Phase.DECIDE, yaku=({"cherry_viewing": 5}, {}), options={"koi_double": False})
    assert "You have cherry viewing 5." in "\n".join(screenful(seen(koikoi, once)))
    assert "s stops" not in "\n".join(screenful(seen(koikoi, once, seat=1)))


# --- words -----------------------------------------------------------------------------------------------------------


def test_my_own_moves_are_told_to_me_as_mine() -> None:
    played = {"type": "played", "seat": 0, "card": "03-ribbon", "captured": ("03-bright",), "wild": False}
    assert told(hanafuda, played) == "You play 3 cherry ¶ and take 3 cherry ★."
    assert told(hanafuda, {**played, "seat": 1}) == "bob plays 3 cherry ¶ and takes 3 cherry ★."
    wild = {**played, "card": "11-chaff", "wild": True}
    assert told(hanafuda, wild) == "You play the storm card 11 willow ↯ and take 3 cherry ★."
    turned = {"type": "turned", "seat": 0, "card": "05-animal", "captured": (), "choices": (), "stock": 3}
    assert told(koikoi, turned) == "You turn 5 iris ◆ to the field."
    chosen = {"type": "chosen", "seat": 1, "card": "05-animal", "captured": ("05-ribbon",)}
    assert told(koikoi, chosen) == "bob lets 5 iris ◆ take 5 iris ▌."


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"type": "dealer", "seat": 0}, "You are the first dealer."),
        ({"type": "hiki", "seat": 1, "month": 3, "hand": (), "field": ()}, "bob takes all of 3 cherry by hiki."),
        ({"type": "redealt", "why": "four_of_a_month", "field": ()}, "A whole month lies on the field: the cards are"),
        ({"type": "left", "seat": 1, "stand_in": True}, "bob leaves; a bot plays on."),
        ({"type": "left", "seat": 1, "stand_in": False}, "bob leaves the match."),
        ({"type": "returned", "seat": 0}, "You are back."),
        ({"type": "match_over", "winners": (), "scores": (1, 2, 3), "reason": "abandoned"}, "The match is abandoned"),
        (
            {"type": "match_over", "winners": (0,), "scores": (9, 2, 3), "reason": "others_left"},
            "The others have left. You win the match. Scores: You 9, bob 2, cat 3.",
        ),
        (
            {"type": "dealt", "round": 2, "dealer": 1, "field": (), "stacks": (8,), "counts": (), "stock": 24},
            "Round 2: bob deals. Three of 8 susuki lie as a stack.",
        ),
    ],
)
def test_what_happens_in_hanafuda_has_words(event: dict[str, Any], words: str) -> None:
    assert told(hanafuda, event).startswith(words)


def test_h7_a_lucky_hand_is_shown_and_its_score_written_out() -> None:
    deck = cards("01 02 03 04 05 06 07 08") + cards("09 09-chaff-2 10 10-chaff-2 12 12-chaff-2 01-bright 01-ribbon")
    state = hanafuda.setup(hanafuda.Options(birthdays=("01-01", "02-02")), 2)
    # the second hand follows the first in the deck, and the dealer is seat 0
    step = hanafuda.draw(state, Shuffled(deck))
    words = told(hanafuda, *step.events)
    assert "You hold four pairs: 1 pine ★, 1 pine ¶, 9 chrysanth. ·" in words
    assert "Round 1: You win at once and get the field, 8. Scores: You 8, bob 0." in words


def test_h15_a_round_is_written_out_as_a_sum() -> None:
    event = {
        "type": "round_scored", "round": 2, "winner": 1, "why": "most_points", "values": (80, 92, 92),
        "tied": (1, 2), "gained": (0, 264, 0), "scores": (10, 264, 0),
    }  # fmt: skip
    assert told(hanafuda, event) == (
        "Round 2: You 80 + bob 92 + cat 92 = 264. bob wins of the tied bob and cat and gets them all. "
        "Scores: You 10, bob 264, cat 0."
    )
    own = event | {"gained": (80, 92, 92), "tied": ()}
    assert "Round 2: You 80, bob 92, cat 92. bob wins, all keep their own." in told(hanafuda, own)


def test_k6_a_round_of_koi_koi_is_written_out_as_a_sum() -> None:
    event = {
        "type": "round_scored", "round": 3, "winner": 0, "why": "stopped", "yaku": {"cherry_viewing": 5, "chaff": 2},
        "base": 7, "doubled": ("seven", "koi_koi"), "points": 28, "scores": (28, 6),
    }  # fmt: skip
    assert told(koikoi, event) == (
        "Round 3: You score cherry viewing 5 + chaff 2 = 7 x 2 (seven or more) x 2 (after koi-koi) = 28. "
        "Scores: You 28, bob 6."
    )
    plain = event | {"yaku": {"teshi": 6}, "doubled": (), "winner": 1}
    assert "Round 3: bob scores teshi 6. Scores" in told(koikoi, plain)
    nobody = event | {"winner": None, "why": "exhausted"}
    assert "Round 3: the hands have run out, nobody scores." in told(koikoi, nobody)
    assert "both hands are lucky" in told(koikoi, nobody | {"why": "both_lucky"})
    dealer = event | {"why": "exhausted", "points": 6}
    assert "the hands have run out, and you as the dealer get 6." in told(koikoi, dealer)


def test_k4_what_is_called_has_words() -> None:
    made = {"type": "yaku", "seat": 0, "made": {"red_poetry_ribbons": 5}, "total": 10}
    assert told(koikoi, made) == "You make red poetry ribbons 5; 10 in all."
    assert told(koikoi, {"type": "koi_koi", "seat": 1, "calls": (0, 1)}) == "bob calls koi-koi!"
    assert told(koikoi, {"type": "stopped", "seat": 0, "forced": False}) == "You stop."
    assert told(koikoi, {"type": "stopped", "seat": 1, "forced": True}) == "bob has to stop."
    both = {"type": "match_over", "winners": (0, 1), "scores": (9, 9), "reason": "rounds"}
    assert told(koikoi, both) == "You and bob both win the match. Scores: You 9, bob 9."


def test_help_of_both_games_is_short_and_fits_80_columns() -> None:
    for game, state in ((hanafuda, point_game(OPEN)), (koikoi, yaku_game(OPEN))):
        lines = help_lines(seen(game, state))
        assert [line for line in lines if len(line) > 80] == []
        assert len(lines) <= 9
