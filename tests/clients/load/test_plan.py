"""What may be asked of a run, and how what may not is refused: by one line with option, value and a way out."""

from __future__ import annotations

import re

import pytest

from fudakai.clients.bots import Strength
from fudakai.clients.load.amounts import BadPlan
from fudakai.clients.load.plan import HUMAN, GameFacts, Plan, Think, informed, plan_of
from fudakai.server.games.registry import GAMES


def test_nothing_said_is_a_plan() -> None:
    assert plan_of({}) == Plan()
    assert plan_of({"rooms": None}) == Plan()


def test_all_can_be_said() -> None:
    typed = {
        "url": "wss://cards.example/x",
        "mix": "agurk=5, koikoi=3",
        "rooms": "64",
        "spawn": "30/m",
        "duration": "2m",
        "matches": "3",
        "think": "400ms",
        "strength": "strong",
        "spectators": "2",
        "chat": "6/m",
        "watchers": "5",
        "procs": "2",
        "drop": "5%",
        "leave": "0.02",
        "slow": "1%",
        "double": "5%",
        "hostile": "1%",
        "hostile-from": "127.0.0.9",
        "kill-server": "systemctl restart fudakai",
        "kills": "3",
        "token": "let me in",
        "encoding": "json",
        "seed": "7",
    }
    plan = plan_of(typed)
    assert plan.mix == {"agurk": 5, "koikoi": 3}
    assert plan.spawn == 0.5
    assert (plan.duration, plan.matches) == (120.0, 3)
    assert plan.think == Think(0.4)
    assert plan.strength is Strength.STRONG
    assert plan.chat == pytest.approx(0.1)
    assert (plan.drop, plan.leave, plan.slow) == pytest.approx((0.05, 0.02, 0.01))
    assert (plan.kill_server, plan.kills) == ("systemctl restart fudakai", 3)
    assert plan.access == "let me in"


def test_matches_alone_bound_a_run() -> None:
    assert plan_of({"matches": "2"}).duration is None


@pytest.mark.parametrize(("typed", "think"), [("0", Think()), ("human", HUMAN), ("human:3s", Think(3.0, HUMAN.spread))])
def test_thinking(typed: str, think: Think) -> None:
    assert plan_of({"think": typed}).think == think


@pytest.mark.parametrize(
    ("option", "value", "way_out"),
    [
        ("rooms", "many", "from 1 to"),
        ("rooms", "0", "from 1 to"),
        ("mix", "Whist!", "give names of games"),
        ("mix", "agurk,agurk=2", "once"),
        ("mix", "agurk=0", "from 1 to 1000, as --mix agurk=1"),
        ("spawn", "fast", "5/s"),
        ("spawn", "0/s", "5/s"),
        ("spawn", "5/h", "5/s"),
        ("duration", "long", "90s"),
        ("duration", "0", "90s"),
        ("matches", "-1", "from 1 to"),
        ("matches", "0", "from 1 to"),
        ("think", "slowly", "human"),
        ("think", "human:", "human:3s"),
        ("think", "human:0", "human:3s"),
        ("think", "2h", "at most an hour"),
        ("strength", "weak", "strong or random"),
        ("spectators", "1.5", "whole number"),
        ("chat", "3/s", "up to 2 a second, as --chat 2/s"),
        ("watchers", "x", "whole number"),
        ("procs", "65", "1 to 64"),
        ("drop", "101%", "0% to 100%"),
        ("leave", "5", "0% to 100%"),
        ("slow", "-1%", "0% to 100%"),
        ("double", "%", "0% to 100%"),
        ("hostile", "often", "0% to 100%"),
        ("encoding", "xml", "msgpack or json"),
        ("seed", "x", "whole number"),
        ("url", "http://127.0.0.1/", "ws://"),
        ("url", "ws://127.0.0.1:99999/", "ws://"),
        ("url", "ws://127.0.0.1:8765/#K7QF2M", "ws://"),
        ("url", "ws://a..b/", "ws://"),
        ("url", "ws://127.0.0.1:8765/ x", "ws://"),
        ("hostile-from", "here", "127.0.0.9"),
    ],
)
def test_a_bad_value_is_refused_with_its_name_and_a_way_out(option: str, value: str, way_out: str) -> None:
    with pytest.raises(BadPlan) as refused:
        plan_of({option: value})
    text = str(refused.value)
    assert f"--{option}" in text
    assert value.split(",", maxsplit=1)[0].split("=", maxsplit=1)[0] in text
    assert way_out in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"rooms": "2", "procs": "3"}, "--procs is 3"),
        ({"kills": "3"}, "--kill-server"),
        ({"kill-server": " "}, "--kill-server is empty"),
        ({"hostile-from": "127.0.0.9"}, "--hostile 1%"),
    ],
)
def test_options_that_do_not_go_together_are_refused(typed: dict[str, str | None], words: str) -> None:
    with pytest.raises(BadPlan, match=words):
        plan_of(typed)


def test_a_password_in_the_address_is_in_no_report_and_no_error() -> None:
    plan = plan_of({"url": "ws://ann:sesame@127.0.0.1:1/x"})
    assert plan.url == "ws://ann:sesame@127.0.0.1:1/x"
    assert plan.said()["url"] == plan.address == "ws://127.0.0.1:1/x"
    with pytest.raises(BadPlan) as refused:
        plan_of({"url": "ws://ann:sesame@127.0.0.1:99999/"})
    assert "sesame" not in str(refused.value)


FACTS = {name: GameFacts(game.SEATS, game.CARDS and game.CARDS.pattern) for name, game in GAMES.items()}
"""What the server says of its games."""


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"mix": "whist"}, "the server's games are agurk, dafaza, hanafuda, koikoi"),
        ({"mix": "koikoi", "seats": "4"}, "koikoi has 2 seats"),
        ({"mix": "agurk,hanafuda", "seats": "8"}, "agurk has 2 to 7 seats"),
    ],
)
def test_what_the_servers_games_do_not_have_is_refused(typed: dict[str, str | None], words: str) -> None:
    with pytest.raises(BadPlan, match=re.escape(words)):
        informed(plan_of(typed), FACTS)


def test_a_room_has_four_seats_if_its_game_has_them() -> None:
    plan = informed(plan_of({"mix": "agurk,dafaza,hanafuda,koikoi", "rooms": "4"}), FACTS)
    assert [plan.table(number) for number in range(4)] == [("agurk", 4), ("dafaza", 4), ("hanafuda", 4), ("koikoi", 2)]


def test_rooms_are_mixed_by_weight_and_next_to_one_another() -> None:
    plan = informed(plan_of({"mix": "agurk=2,koikoi=1", "rooms": "6"}), FACTS)
    games = [plan.table(number)[0] for number in range(6)]
    assert games == ["agurk", "koikoi", "agurk"] * 2
    assert plan.connections() == 4 * 4 + 2 * 2


def test_every_room_is_some_processes() -> None:
    plan = plan_of({"rooms": "7", "procs": "3"})
    assert sorted(number for worker in range(3) for number in plan.share_of(worker)) == list(range(7))


def test_a_report_says_what_was_asked_without_the_token() -> None:
    said = plan_of({"token": "secret", "drop": "5%"}).said()
    assert said["drop"] == 0.05
    assert "secret" not in str(said)
    assert "leave" not in said
