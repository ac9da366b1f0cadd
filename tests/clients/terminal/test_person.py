"""A person at a table: what typed lines do, and what is said then."""

from __future__ import annotations

import asyncio
import io

import msgspec
import pytest
from rich.console import Console

from fudakai.clients.sdk import connect
from fudakai.clients.terminal.person import Person, sentence
from fudakai.clients.terminal.screen import Screen
from fudakai.server.games.hanafuda import game as hanafuda
from tests.clients.flower_views import flowers, point_game
from tests.clients.peer import QUICK, Peer, Talk, in_time

ASKED = "Your turn (30 s): lead a card. (? help, q leave)"
LEAD = {"table": {"scores": [0, 0], "round": 1, "out": [], "table": [], "counts": [2, 2]}}


@in_time
@pytest.mark.parametrize("word", ["?", "help", " HELP "])
async def test_after_help_and_after_a_wrong_word_the_question_stands_again(word: str) -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C", "2H"], state=LEAD)
        await talk.move()
        await talk.gone()

    file = io.StringIO()
    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        person = Person(await client.join("ABCDEF"), Screen(Console(file=file, width=80), live=False), eager=False)
        for line in (word, "5", "1", None):
            person.typed(line)
        await person.play()
    told = file.getvalue()
    assert "(9C 9H, JK1)" in told
    assert told.count(ASKED) == 2
    assert told.index("q leaves the match") < told.index(ASKED) < told.index("You hold no 5")
    assert told.rstrip().endswith(ASKED)


@in_time
async def test_h11_a_refused_storm_card_is_explained_and_another_move_is_asked_for() -> None:
    state = point_game(flowers("11-chaff 09", "02", field="03-bright 05 06"))
    table = msgspec.to_builtins(hanafuda.table(state))

    async def script(talk: Talk) -> None:
        await talk.welcome()
        you = {
            "seat": 0,
            "since": 4,
            "private": msgspec.to_builtins(hanafuda.seat(state, 0)),
            "offers": list(hanafuda.legal(state, 0)),
        }
        await talk.let_in(version=4, you=you, state={"game": "hanafuda", "table": table, "to_act": [0], "clocks": []})
        storm = await talk.expect("move")
        assert storm["move"] == {"type": "play", "card": "11-chaff", "target": "03-bright"}
        words = "the storm card may not take 03-bright: its month is a hiki; make another move"
        await talk.say("refused", re=storm["id"], code="hiki", words=words)
        assert (await talk.move())["move"] == {"type": "play", "card": "09-chaff-1"}
        await talk.gone()

    file = io.StringIO()
    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        person = Person(await client.join("ABCDEF"), Screen(Console(file=file, width=80), live=False), eager=False)
        for line in ("2 1", "1", None):
            person.typed(line)
        await person.play()
    told = " ".join(file.getvalue().split())
    refusal = "The storm card may not take 3 cherry ★: its month is a hiki; make another move."
    assert f"{refusal} Your turn: play a card by its number." in told


@in_time
async def test_l8_who_is_dropped_is_told_what_it_means_and_how_to_come_back() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C", "2H"], state=LEAD)
        words = "you missed turns for too long, and have left: a bot plays for you until you join again"
        await talk.say("closed", room="ABCDEF", code="left", words=words)
        await talk.gone()

    file = io.StringIO()
    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        person = Person(await client.join("ABCDEF"), Screen(Console(file=file, width=80), live=False), eager=False)
        await person.play()
    told = " ".join(file.getvalue().split())
    assert told.endswith("a bot plays for you until you join again. Come back with: fudakai play --room ABCDEF")


@in_time
@pytest.mark.parametrize(("lines", "moves"), [(("q", "q"), False), (("q", "1", "quit", "t", "Q", "Q"), True)])
async def test_q_leaves_a_running_match_only_when_it_is_said_twice(lines: tuple[str, ...], moves: bool) -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C", "2H"], state=LEAD)
        if moves:
            await talk.move()
        await talk.gone()

    file = io.StringIO()
    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        person = Person(await client.join("ABCDEF"), Screen(Console(file=file, width=80), live=False), eager=False)
        for line in lines:
            person.typed(line)
        await person.play()
    assert file.getvalue().count("q again leaves the match.") == (3 if moves else 1)


@in_time
async def test_after_help_something_is_asked_also_while_others_are_to_act() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        you = {"seat": 0, "since": 4, "private": {"hand": ["9C"]}, "offers": []}
        await talk.let_in(version=4, you=you, state=LEAD | {"to_act": [1]})
        await talk.gone()

    file = io.StringIO()
    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        person = Person(await client.join("ABCDEF"), Screen(Console(file=file, width=80), live=False), eager=False)
        for line in ("help", None):
            person.typed(line)
        await person.play()
    assert file.getvalue().rstrip().endswith("Others are to act. (? help, q leave)")


@in_time
async def test_t_shows_the_table_again_and_on_a_terminal_a_refusal_stands_under_it() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C", "2H"], state=LEAD)
        await talk.gone()

    for live in (False, True):
        file = io.StringIO()
        console = Console(file=file, width=80, height=24, color_system=None, force_terminal=live)
        async with Peer(script) as url, connect(url, patience=QUICK) as client:
            person = Person(await client.join("ABCDEF"), Screen(console, live=live), eager=False)
            playing = asyncio.create_task(person.play())
            await person.looked.wait()
            for line in ("t", "5", None):
                person.typed(line)
            await playing
        drawn = file.getvalue()
        assert drawn.count("[9♣]") == (3 if live else 2)
        *_, table, refusal = drawn.split("[9♣]")
        assert "You hold no 5" in (table if live else refusal)


def test_what_the_server_says_becomes_a_sentence() -> None:
    assert sentence("it is not your turn") == "It is not your turn."
    assert sentence("No such room.") == "No such room."
