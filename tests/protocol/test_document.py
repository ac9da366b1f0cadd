"""PROTOCOL.md and the pages beside it say what is so: examples decode, words and codes are there, the session and the
bot are the real ones."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import msgspec
import pytest

from fudakai.clients.bots import STRONG
from fudakai.clients.terminal.games import index as terminal
from fudakai.protocol import from_server as tell
from fudakai.protocol.codec import JSON, MSGPACK
from fudakai.protocol.codes import Close, Refusal
from fudakai.protocol.from_client import FromClient, Hello
from fudakai.protocol.from_server import FromServer
from fudakai.server.games.agurk import game as agurk
from fudakai.server.games.registry import GAMES
from fudakai.server.guesses import Guesses
from fudakai.server.lobby.door import Admission, Door
from fudakai.server.lobby.identity import Identity
from tests.lobby.visitors import Visitor
from tests.protocol.page import PAGE, PAGES, ROOT, SESSION, blocks, messages, part, section, tables
from tests.protocol.schema import parts, read
from tests.protocol.session import page, session

PLAYED_AT_RANDOM = {"agurk"}
"""Games that no bot plays better than at random."""

OTHER_WORDS = {"websockets", "msgpack", "str", "null"}
"""What code marks hold beside the words of the protocol: libraries, types."""

CLIENT = {kind.__struct_config__.tag: kind for kind in get_args(FromClient)}
SERVER = {kind.__struct_config__.tag: kind for kind in get_args(FromServer)}


def examples() -> list[dict[str, Any]]:
    """Every message on the page: in a JSON block, or in a sentence."""
    found = [value for block in blocks("json") for value in messages(block)]
    found += [json.loads(mark) for mark in re.findall(r"`(\{[^`\n]*\})`", PAGE)]
    return [value for value in found if value["type"] in CLIENT or value["type"] in SERVER]


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
def test_every_message_has_a_section_and_an_example_on_the_page_or_in_the_session(kind: str) -> None:
    assert section(kind)
    in_session = {json.loads(line[3:])["type"] for line in transcript() if line[0] != "#"}
    assert kind in {value["type"] for value in examples()} | in_session


def test_the_birthdays_that_are_named_are_taken() -> None:
    door = Door(Identity("k" * 32), None, Guesses(lambda: 0))
    named = [*re.findall(r"`(\d\d-\d\d)`", section("hello")), ""]
    assert len(named) > 1
    for birthday in named:
        assert isinstance(door.admit(Hello(1, birthday=birthday), Visitor()), Admission)
    assert isinstance(door.admit(Hello(1, birthday="MM-DD"), Visitor()), tell.Refused)
    assert "birthday" not in tell.Welcome.__struct_fields__


def test_every_code_that_is_named_exists() -> None:
    known = set(Refusal)
    for kind in CLIENT:
        for sentence in re.findall(r"Refused:(.*?)\.\s", section(kind), re.DOTALL):
            named = set(re.findall(r"`([a-z_]+)`", sentence)) - {"spectate"}
            assert named <= known


def test_the_message_in_hexadecimal_is_the_one_in_json() -> None:
    packed = bytes.fromhex("".join(blocks("hex")[0].split()))
    (shown,) = (json.loads(block) for block in blocks("json", part("Encodings")))
    assert MSGPACK.decode(packed) == JSON.decode(json.dumps(shown))


# ---- words, codes


def words_of_the_schema() -> set[str]:
    """Every word that stands for something in the protocol: fields, types, values of options, codes, files."""
    found = {name for name, _ in files()} | {"schema", "vectors"}
    for _, document in files():
        for path, schema in parts(document):
            found |= {path.rpartition("/")[2], str(schema.get("const")), *map(str, schema.get("enum", ()))}
            found |= {*re.findall(r"[a-z]+", str(schema.get("pattern", "")))}
    return found


def files() -> list[tuple[str, Any]]:
    """The files of the schema by their names."""
    return list(read().items())


@pytest.mark.parametrize("name", sorted({*PAGES} - {"REFERENCE.md"}))
def test_every_word_in_code_marks_is_one_of_the_protocol(name: str) -> None:
    known = words_of_the_schema() | OTHER_WORDS
    prose = re.sub(r"^```.*?^```$", "", PAGES[name], flags=re.DOTALL | re.MULTILINE)
    named = {word for mark in re.findall(r"`([a-z_.\[\]]+)`", prose) for word in re.split(r"[.\[\]]+", mark) if word}
    assert sorted(named - known) == []


def test_a_word_that_there_is_not_is_found() -> None:
    assert {"since", "unlisted", "not_your_turn", "hiki", "turn_seconds"} <= words_of_the_schema()
    assert "sinse" not in words_of_the_schema()


def test_the_codes_that_the_guide_has_are_all_or_are_there() -> None:
    (closes,) = (lines for head, *lines in tables(PAGE) if "come back" in head)
    assert sorted(int(code) for line in closes for code in re.findall(r"\d{4}", line.split("|")[1])) == sorted(Close)
    (advice,) = (lines for head, *lines in tables(PAGE) if "what to do" in head)
    named = {code for line in advice for code in re.findall(r"`([a-z_]+)`", line.split("|")[1])}
    assert named < {*Refusal, "retry_after"}


def test_what_may_be_assumed_is_held_by_tests_that_there_are() -> None:
    named = re.findall(r"`((?:tests|fudakai)/[\w/.]+)::(\w+)`", PAGES["ASSUME.md"])
    assert len(named) > 20
    for path, name in named:
        assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), name


def test_agurk_has_no_options_and_its_number_of_seats() -> None:
    assert agurk.Options.__struct_fields__ == ()
    assert "for {} to {} players, without options".format(*agurk.SEATS) in part("Agurk")


# ---- the session and the bot


def transcript() -> list[str]:
    """The session's lines as its page has them, long ones joined."""
    (text,) = blocks("text", SESSION)
    return re.sub(r"\n   ", " ", text).splitlines()


def test_every_game_has_its_part_of_the_page_its_drawing_and_its_strong_player() -> None:
    for game in GAMES.values():
        assert part(game.TITLE)
    assert set(terminal.GAMES) == set(GAMES)
    assert set(STRONG) == set(GAMES) - PLAYED_AT_RANDOM


async def test_the_session_is_what_the_server_does(redis_url: str) -> None:
    assert page(await session(redis_url)) == SESSION, "run: make session"


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
    bot = (ROOT / "clients" / "examples" / "short_bot.py").read_text(encoding="utf-8")
    assert blocks("python") == [bot]
    assert set(re.findall(r"^(?:import|from) (\w+)", bot, re.MULTILINE)) <= {
        *("itertools", "random", "sys"),
        *("msgpack", "websockets"),
    }
