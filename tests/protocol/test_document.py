"""PROTOCOL.md says what is so: examples decode, tables are complete, the session and the bot are the real ones."""

from __future__ import annotations

import json
import random
import re
from typing import Any, get_args

import msgspec
import pytest

from clients.bots import STRONG
from clients.terminal import games as terminal
from protocol import from_server as tell
from protocol.codec import JSON, MSGPACK
from protocol.codes import Announcement, Close, Goodbye, Refusal
from protocol.from_client import FromClient, Hello
from protocol.from_server import FromServer
from server.games import agurk
from server.games.api import Choose, Chosen, Event, Shuffled
from server.games.registry import GAMES
from server.guesses import Guesses
from server.lobby.door import Admitted, Door
from server.lobby.identity import Identity
from server.rooms.settings import RoomSettings
from tests.lobby.visitors import Visitor
from tests.protocol.page import PAGE, ROOT, blocks, part, rows, tables
from tests.protocol.session import session, wrapped

PLAYED_AT_RANDOM = {"agurk"}
"""Games that no bot plays better than at random."""

CLIENT = {kind.__struct_config__.tag: kind for kind in get_args(FromClient)}
SERVER = {kind.__struct_config__.tag: kind for kind in get_args(FromServer)}


def section(kind: str) -> str:
    """The part of the page about a message."""
    found = re.search(rf"^### `{kind}`\n(.*?)^##", PAGE, re.DOTALL | re.MULTILINE)
    assert found, f"{kind} has no section"
    return found[1]


def examples() -> list[dict[str, Any]]:
    """Every message in a JSON block."""
    found: list[dict[str, Any]] = [json.loads(block) for block in blocks("json")]
    return [value for value in found if value.get("type") in CLIENT or value.get("type") in SERVER]


def same(value: dict[str, Any]) -> None:
    """A message decodes into its Struct, and nothing in it is unknown or, from the server, missing."""
    text = json.dumps(value)
    if value["type"] in CLIENT:
        message = JSON.decode(text)
        written = json.loads(msgspec.json.encode(message))
        assert {key: written[key] for key in value} == value
    else:
        decoded = msgspec.json.decode(text, type=FromServer)
        assert json.loads(JSON.encode(decoded)) == value


@pytest.mark.parametrize("value", examples(), ids=lambda value: value["type"])
def test_the_examples_are_messages(value: dict[str, Any]) -> None:
    same(value)


@pytest.mark.parametrize("kind", [*CLIENT, *SERVER])
def test_every_message_has_a_section_with_an_example(kind: str) -> None:
    shown = re.findall(r"^```json\n(.*?)^```$", section(kind), re.DOTALL | re.MULTILINE)
    assert [json.loads(block)["type"] for block in shown] == [kind]


@pytest.mark.parametrize("kind", CLIENT)
def test_every_request_has_a_table_of_its_fields_and_bounds(kind: str) -> None:
    found = rows("field", section(kind))
    fields = [field for field in msgspec.structs.fields(CLIENT[kind]) if field.name != "id"]
    assert list(found) == [field.name for field in fields]
    schema = msgspec.json.schema(CLIENT[kind])["$defs"][CLIENT[kind].__name__]
    for field in fields:
        row = found[field.name]
        assert ("needed" in row) == field.required
        numbers = {int(number) for number in re.findall(r"\d+", row)}
        assert bounds(schema["properties"][field.name]) <= numbers | {0}


def bounds(schema: Any) -> set[int]:
    """The numbers in a field's schema that bound it."""
    found = set()
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key in ("minimum", "maximum", "minLength", "maxLength", "maxProperties"):
                found.add(int(value))
            elif key != "default":
                found |= bounds(value)
    elif isinstance(schema, list):
        for part in schema:
            found |= bounds(part)
    return found


def test_the_birthdays_that_are_named_are_taken() -> None:
    row = rows("field", section("hello"))["birthday"]
    door = Door(Identity("k" * 32), None, Guesses(lambda: 0))
    named = [*re.findall(r"`(\d\d-\d\d)`", row), ""]
    assert len(named) > 1
    for birthday in named:
        assert isinstance(door.admit(Hello(1, birthday=birthday), Visitor()), Admitted)
    assert isinstance(door.admit(Hello(1, birthday="MM-DD"), Visitor()), tell.Refused)
    assert "birthday" not in tell.Welcome.__struct_fields__


def test_the_id_has_its_bounds() -> None:
    assert "0 to 4294967295" in rows("field", PAGE[PAGE.index("## Requests") :])["id"]


@pytest.mark.parametrize("kind", SERVER)
def test_every_answer_has_a_table_of_its_fields(kind: str) -> None:
    found = rows("field", section(kind))
    fields = msgspec.structs.fields(SERVER[kind])
    assert sorted(found) == sorted(field.name for field in fields)
    omits = SERVER[kind].__struct_config__.omit_defaults
    for field in fields:
        assert ("may be absent" in found[field.name]) == (omits and not field.required)


@pytest.mark.parametrize(
    ("header", "struct"),
    [
        ("in `options[]`", tell.OptionInfo),
        ("in `rooms[]`", tell.RoomLine),
        ("in `state`", tell.RoomState),
        ("in `state.seats[]`", tell.SeatState),
        ("in `state.result`", tell.Result),
        ("in `state.sitting`", tell.Sitting),
        ("in `state.sitting.matches[]`", tell.Played),
        ("in `state.sitting.totals[]`", tell.Total),
        ("in `events[]`", tell.EntryEvents),
        ("in `you`", tell.You),
        ("in `matches[]`", tell.PastMatch),
        ("in `totals[]`", tell.GameTotal),
        ("in `rows[]`", tell.Standing),
        ("in `frames[]`", tell.Frame),
        ("setting", RoomSettings),
    ],
)
def test_every_part_has_a_table_of_its_fields(header: str, struct: type[msgspec.Struct]) -> None:
    assert list(rows(header)) == list(struct.__struct_fields__)


def test_small_parts_are_named_where_they_stand() -> None:
    welcome, state = rows("field", section("welcome")), rows("in `state`")
    assert all(f'"{name}"' in welcome["games"] for name in tell.GameInfo.__struct_fields__)
    assert all(f"`{name}`" in welcome["limits"] for name in tell.Limits.__struct_fields__)
    assert all(f'"{name}"' in state["clocks"] for name in tell.ClockState.__struct_fields__)


def test_the_bounds_of_settings() -> None:
    schema = msgspec.json.schema(RoomSettings)["$defs"]["RoomSettings"]["properties"]
    for name, row in rows("setting").items():
        numbers = {int(number) for number in re.findall(r"\d+", row.split("|")[2])}
        assert numbers == bounds(schema[name])


def test_the_codes_are_complete() -> None:
    all_tables = {head: lines for head, *lines in tables()}
    refusals = next(lines for head, lines in all_tables.items() if head == "| code | means |")
    assert [line.split("`")[1] for line in refusals] == list(Refusal)
    assert list(rows("`closed` code")) == list(Goodbye)
    assert list(rows("`notice` code")) == list(Announcement)
    closes = next(lines for head, lines in all_tables.items() if "come back" in head)
    assert [int(line.split("|")[1]) for line in closes] == list(Close)


def test_every_code_that_is_named_exists() -> None:
    known = {*Refusal, *Goodbye, *rows("Agurk code")}
    for kind in CLIENT:
        for sentence in re.findall(r"Refused:(.*?)\.\n", section(kind), re.DOTALL):
            named = set(re.findall(r"`([a-z_]+)`", sentence)) - {"spectate", "hello"}
            assert named <= known


def test_the_message_in_hexadecimal_is_the_one_in_json() -> None:
    packed = bytes.fromhex("".join(blocks("hex")[0].split()))
    shown = next(value for value in examples() if value["type"] == "move")
    assert MSGPACK.decode(packed) == JSON.decode(json.dumps(shown))


# ---- the room and the game


def sources(folder: str, names: str) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "server" / folder).glob(names)))


def test_the_events_of_a_room_are_complete() -> None:
    made = re.findall(r'\{"type": "(\w+)"((?:, "\w+": [^,{}]+)*)\}', sources("rooms", "room.py"))
    documented = rows("`type`", PAGE[PAGE.index("## Events of a room") :])
    assert {kind for kind, _ in made} == set(documented)
    for kind, fields in made:
        assert re.findall(r'"(\w+)": ', fields) == re.findall(r"`(\w+)`", documented[kind].split("|")[2])


def agurk_match(seed: int) -> tuple[list[Event], Any, str]:
    """A random match of Agurk, departures included: all events, the last table, how it ended."""
    chance = random.Random(seed)
    seats = chance.randint(2, 5)
    state = agurk.setup(agurk.Options(), seats)
    events: list[Event] = []
    for _ in range(3000):
        if agurk.outcome(state) is not None:
            break
        to_act = [seat for seat in range(seats) if seat in agurk.to_act(state)]
        if chance.random() < 0.004:
            step = agurk.leave(state, chance.choice(agurk.present(state)))
        elif chance.random() < 0.0002:
            step = agurk.abandon(state)
        elif to_act:
            step = agurk.apply(state, to_act[0], chance.choice(agurk.legal(state, to_act[0])))
        else:
            due = agurk.chance(state)
            if isinstance(due, Choose):
                step = agurk.draw(state, Chosen(chance.choice(due.among)))
            else:
                step = agurk.draw(state, Shuffled(tuple(chance.sample(due.deck, len(due.deck)))))
        events += step.events
        state = step.state
    outcome = agurk.outcome(state)
    assert outcome is not None
    return events, state, outcome.reason


def test_agurk_is_described_as_it_is() -> None:
    documented = rows("Agurk event")
    seen, reasons = set(), set()
    for seed in range(400):
        events, state, reason = agurk_match(seed)
        reasons.add(reason)
        for event in events:
            kind = event["type"]
            seen.add(kind)
            assert set(event) - {"type"} == set(re.findall(r"`(\w+)`", documented[kind].split("|")[2])), kind
        assert list(agurk.table(state)) == list(rows("Agurk table"))
        assert list(agurk.seat(state, 0)) == list(rows("Agurk private"))
        if seen == set(documented) and len(reasons) >= 4:
            break
    assert seen == set(documented)
    assert reasons <= set(rows("Agurk reason"))
    ends = set(re.findall(r'_finish\(.*"(\w+)", events\)|reason="(\w+)"', sources("games", "agurk*.py")))
    assert {word for pair in ends for word in pair if word} == set(rows("Agurk reason"))


def test_agurks_codes_are_complete() -> None:
    raised = set(re.findall(r'Refused\(\s*"(\w+)"', sources("games", "agurk*.py")))
    assert raised - {*Refusal, "bad_chance"} == set(rows("Agurk code"))
    assert list(rows("Agurk code")) == ["wrong_count", "ranks_differ", "must_keep_one", "too_low"]


def test_agurk_has_no_options_and_its_number_of_seats() -> None:
    assert agurk.Options.__struct_fields__ == ()
    assert "for {} to {} players, without options".format(*agurk.SEATS) in PAGE


# ---- the session and the bot


def transcript() -> list[str]:
    """The session's lines as the page has them, long ones joined."""
    (text,) = (block for block in blocks("text") if block.startswith("C> "))
    return re.sub(r"\n   ", " ", text).splitlines()


def test_every_game_has_its_part_of_the_page_its_drawing_and_its_strong_player() -> None:
    for game in GAMES.values():
        assert part(game.TITLE)
    assert set(terminal.GAMES) == set(GAMES)
    assert set(STRONG) == set(GAMES) - PLAYED_AT_RANDOM


def test_the_session_is_what_a_real_room_does() -> None:
    shown = next(block for block in blocks("text") if block.startswith("C> "))
    assert shown == wrapped(session()) + "\n", "run: python -m tests.protocol.session"


def test_the_session_holds_messages_only() -> None:
    kinds = set()
    for line in transcript():
        if not line.startswith("# "):
            value = json.loads(line[3:])
            assert line[:3] == ("C> " if value["type"] in CLIENT else "S> ")
            same(value)
            kinds.add(value["type"])
    assert kinds >= {"hello", "create", "ready", "start", "move", "resume", "ping", "leave", *SERVER} - {
        *("rooms", "listed", "said", "notice"),
        *("matches", "standings", "recorded", "replayed"),
    }


def test_the_bot_is_the_one_in_the_examples() -> None:
    bot = (ROOT / "clients" / "examples" / "bot.py").read_text(encoding="utf-8")
    assert blocks("python") == [bot]
    assert set(re.findall(r"^(?:import|from) (\w+)", bot, re.MULTILINE)) <= {
        *("asyncio", "itertools", "random", "sys", "typing"),
        *("msgpack", "websockets"),
    }


def test_the_links_of_the_page_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]*)\)", PAGE)) <= anchors
