"""A game without a drawing of its own: all of it is shown, to players and spectators, and every offer can be chosen."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
from rich.console import Console

from fudakai.clients.sdk import View, connect
from fudakai.clients.sdk.view import view_of
from fudakai.clients.terminal.company import FAST
from fudakai.clients.terminal.games import plain
from fudakai.clients.terminal.games.index import GAMES, renderer
from fudakai.clients.terminal.person import Person, question
from fudakai.clients.terminal.renderer import Unclear
from fudakai.clients.terminal.screen import Screen
from tests.clients.peer import update
from tests.clients.terminal.test_screen import drawn, plays, screen
from tests.e2e.process import ServerProcess

SECONDS = 30.0
PLACES = ["place", "player", "score", "for", "the", "list"]
HAND = ["2C", "9D", "10H", "QS", "JK1"]
FOLD = {"type": "fold", "count": 3, "among": HAND}
TABLE = {
    "scores": [5, 12],
    "round": 3,
    "trick": [{"seat": 1, "card": "9H"}, {"seat": 0, "card": "AD"}],
    "counts": [5, 4],
    "trump": None,
    "led_by": {"seat": 1, "first": True},
    "melds": [["2H", "3H"], []],
    "nobody": [],
}


def seen(*offers: dict[str, Any], seat: int | None = 0, **more: Any) -> View:
    """A view of a match of ann and bob at a game that nobody knows."""
    private = {"hand": HAND, "bid": 2, "last_meld": {"cards": ["KS"], "open": False}}
    you = {"seat": seat, "since": 4, "private": private, "offers": list(offers)}
    state = {"game": "whist", "table": TABLE, "to_act": [0], **more}
    return view_of(update(4, you=None if seat is None else you, state=state), known=0)


def shown(view: View, **titles: str) -> str:
    """What stands on the screen."""
    console, file = screen()
    console.titles = titles
    console.show(view, question(view))
    return file.getvalue()


def test_only_games_with_a_drawing_of_their_own_have_one() -> None:
    assert {name: renderer(name) for name in GAMES} == GAMES
    assert renderer("whist") is plain


@pytest.mark.parametrize("seat", [0, None])
def test_players_and_spectators_see_all_of_the_table_in_words(seat: int | None) -> None:
    text = shown(seen(plays("2C"), seat=seat), whist="Whist for two")
    assert "Whist for two · room ABCDEF · round 3" in text
    lines = [line.rstrip() for line in text.splitlines()]
    assert "trick: seat bob, card 9♥; seat ann, card A♦" in lines
    assert "counts: 5, 4" in lines
    assert "trump: -" in lines
    assert "led by: seat bob, first yes" in lines
    assert "melds: 2♥ 3♥; -" in lines
    assert "nobody: -" in lines
    assert ("hand: 2♣ 9♦ 10♥ Q♠ ★1" in lines) is (seat == 0)
    assert ("last meld: cards K♠, open no" in lines) is (seat == 0)


def test_a_game_that_the_server_gives_no_title_is_called_by_its_name() -> None:
    assert "whist · room ABCDEF" in shown(seen())


def test_every_offer_stands_there_with_its_number_however_many_there_are() -> None:
    few = seen(plays("2C"), FOLD, {"type": "bid", "tricks": 3}, {"type": "give", "card": "9D", "seat": 1})
    text = drawn(plain.hand(few))
    assert text.splitlines()[-4:] == [
        "  1  play 2♣",
        "  2  fold any 3 of 2♣ 9♦ 10♥ Q♠ ★1",
        "  3  bid 3",
        "  4  give 9♦ seat bob",
    ]
    many = seen(*({"type": "bid", "tricks": at} for at in range(1, 61)))
    text = " ".join(drawn(plain.hand(many)).split())
    assert all(f"{at} bid {at}" in text for at in range(1, 61))
    assert len(drawn(plain.hand(many)).splitlines()) < 20
    assert "choose from 1 to 60" in shown(many)
    assert plain.pick(many, "60") == {"type": "bid", "tricks": 60}


def test_events_are_told_in_words() -> None:
    names = ("ann", "bob")
    assert plain.words({"type": "folded", "seat": 1, "count": 3}, names) == "bob folded count 3"
    assert plain.words({"type": "trick_won", "seat": 0, "cards": ["2C", "3C"]}, names) == "ann trick won cards 2C 3C"
    over = {"type": "match_over", "winners": [1], "scores": [5, 12], "reason": "most_points"}
    assert plain.words(over, names) == "match over winners bob, scores 5, 12, reason most_points"
    assert plain.words({"type": "odd", "seat": 7}, names) == "odd seat 7"


def test_what_is_no_number_of_an_offer_is_told() -> None:
    with pytest.raises(Unclear, match="from 1 to 2"):
        plain.pick(seen(plays("2C"), FOLD), "")
    assert plain.pick(seen(plays("2C")), "") == plays("2C")


@pytest.mark.parametrize("typed", ["1 1 3 5", "1 jk1 2c 10H", " 1, 2C, 3, JK1 "])
def test_a_template_is_filled_with_the_cards_typed(typed: str) -> None:
    view = seen(FOLD)
    assert plain.pick(view, typed) == {"type": "fold", "cards": ["2C", "10H", "JK1"]}


@pytest.mark.parametrize("typed", ["", "1", "1 1 2", "1 1 1 2", "1 1 2c 3", "1 1 2 6", "1 1 2 3 4", "1 1 2 KH", "2"])
def test_a_template_that_is_filled_wrongly_is_said_in_words(typed: str) -> None:
    view = seen(FOLD)
    with pytest.raises(Unclear, match="from 1 to 1" if typed == "2" else "then 3 of: 2C 9D 10H QS JK1"):
        plain.pick(view, typed)


def test_an_offer_that_is_no_template_takes_no_cards() -> None:
    with pytest.raises(Unclear, match="no cards"):
        plain.pick(seen(plays("2C")), "1 2C")


class Answering(Screen):
    """A screen with somebody before it who takes the first offer each time, and leaves after the match."""

    person: Person

    def ask(self, words: str) -> None:
        super().ask(words)
        if words.startswith("Your turn"):
            self.person.typed("1")
        elif "play again" in words:
            self.person.typed("q")


async def test_a_match_of_a_game_that_nobody_knows_is_played_by_numbers(
    server_of_five: ServerProcess, fifth_game: str
) -> None:
    file = io.StringIO()
    shows = Answering(Console(file=file, width=100, highlight=False), live=False)
    async with asyncio.timeout(SECONDS), connect(server_of_five.url, name="ann") as client:
        shows.titles = client.titles
        room = await client.create(fifth_game, seats=2, settings=FAST)
        await room.add_bot("random")
        shows.person = Person(room, shows, eager=True, me=client.player)
        await shows.person.play()
    text = file.getvalue()
    assert "High card · room" in text
    assert text.count("You played card") == 3
    assert text.count(" played card") == 6
    assert "match over winners" in text
    assert "reason most_points" in text
    assert [line.split() for line in text.splitlines() if line.startswith("place")] == [PLACES]
