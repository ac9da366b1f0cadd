"""What breaks clients is told from what does not, in both directions."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from scripts.schema.breaking import breaks
from tests.protocol.schema import read

Documents = dict[str, Any]
Change = Callable[[Documents], object]

NOW = read()


def definition(documents: Documents, name: str) -> Any:
    """`from_client Hello`: that definition of that file."""
    file, _, kind = name.partition(" ")
    return documents[f"{file}.json"]["$defs"][kind]


def field(documents: Documents, name: str) -> Any:
    """`from_client Hello.name`: the schema of that field."""
    kind, _, field = name.partition(".")
    return definition(documents, kind)["properties"][field]


def changed(change: Change) -> list[str]:
    """What breaks with that change of today's schema."""
    documents = copy.deepcopy(NOW)
    change(documents)
    return breaks(NOW, documents)


def pop(name: str) -> Change:
    return lambda documents: definition(documents, name.partition(".")[0])["properties"].pop(name.partition(".")[2])


def set_to(name: str, **words: Any) -> Change:
    return lambda documents: field(documents, name).update(words)


def without(name: str, word: str) -> Change:
    return lambda documents: field(documents, name).pop(word)


def added(name: str, schema: Any, needed: bool = False) -> Change:
    def change(documents: Documents) -> None:
        kind, _, new = name.partition(".")
        definition(documents, kind)["properties"][new] = schema
        if needed:
            definition(documents, kind)["required"].append(new)

    return change


def renamed(name: str, to: str) -> Change:
    def change(documents: Documents) -> None:
        kind, _, old = name.partition(".")
        one = definition(documents, kind)
        one["properties"] = {to if key == old else key: value for key, value in one["properties"].items()}
        one["required"] = [to if key == old else key for key in one["required"]]

    return change


def optional(name: str) -> Change:
    kind, _, one = name.partition(".")
    return lambda documents: definition(documents, kind)["required"].remove(one)


def needed(name: str) -> Change:
    kind, _, one = name.partition(".")
    return lambda documents: definition(documents, kind)["required"].append(one)


def value(name: str, number: int, **words: Any) -> Change:
    """A branch of a field that may be several things."""
    return lambda documents: field(documents, name)["anyOf"][number].update(words)


def word(name: str, new: str | None = None, old: str | None = None) -> Change:
    """Adds a word to a vocabulary, or takes one away."""

    def change(documents: Documents) -> None:
        one = definition(documents, name)
        one["oneOf"] = [each for each in one["oneOf"] if each["const"] != old]
        if new is not None:
            one["oneOf"].append({"const": new, "description": "new"})

    return change


def union(name: str, number: int) -> Change:
    """Takes one of the moves, offers or events of a game away."""
    return lambda documents: definition(documents, name)["anyOf"].pop(number)


STRING = {"type": "string", "description": "new"}

BREAKING: dict[str, tuple[Change, str]] = {
    "a field of a request is gone": (pop("from_client Hello.access"), "from_client.json Hello.access: is gone"),
    "a field of a message is gone": (pop("from_server Welcome.rooms"), "from_server.json Welcome.rooms: is gone"),
    "a field has another name": (renamed("from_server Pong.versions", "at"), "Pong.versions: is gone"),
    "a request is gone": (lambda one: one["from_client.json"]["$defs"].pop("Quick"), "from_client.json Quick: is gone"),
    "a message is gone": (lambda one: one["from_server.json"]["$defs"].pop("Said"), "from_server.json Said: is gone"),
    "a game is gone": (lambda one: one.pop("games/agurk.json"), "games/agurk.json: is gone"),
    "a request needs a new field": (added("from_client Join.age", STRING, needed=True), "Join.age: is needed now"),
    "a part of one game's variant is gone": (pop("games/koikoi RoomState.sitting"), "Update.state.sitting: is gone"),
    "a request of one game takes less": (
        value("from_client Create_koikoi.seats", 0, maximum=2),
        "Create.seats: maximum",
    ),
    "a request needs an old field": (needed("from_client Create_other.title"), "Create.title: is needed now"),
    "a field of a message may be absent": (optional("from_server Pong.versions"), "Pong.versions: may be absent now"),
    "a request takes fewer types": (set_to("from_client Kick.seat", type="string"), "Kick.seat: integer is gone"),
    "null is taken no more": (
        lambda one: field(one, "from_client Sit.seat")["anyOf"].pop(1),
        "from_client.json Sit.seat: null is gone",
    ),
    "a message has another type": (set_to("from_server Ok.version", type="string"), "Ok.version: was integer and is"),
    "a message may be null": (
        lambda one: definition(one, "from_server Pong")["properties"].update(
            versions={"anyOf": [field(one, "from_server Pong.versions"), {"type": "null"}]}
        ),
        "from_server.json Pong.versions: may be null now",
    ),
    "a tighter most for requests": (set_to("from_client Kick.seat", maximum=6), "Kick.seat: maximum was 15 and is 6"),
    "a tighter least for requests": (set_to("from_client Kick.seat", minimum=1), "Kick.seat: minimum was 0 and is 1"),
    "a shorter text in requests": (value("from_client Chat.text", 0, maxLength=200), "Chat.text: maxLength was 300"),
    "a new bound for requests": (value("from_client Chat.text", 0, minLength=1), "Chat.text: minLength was None"),
    "a pattern for requests": (value("from_client Chat.text", 0, pattern="^a"), "Chat.text: pattern was None"),
    "longer keys were taken": (
        lambda one: definition(one, "from_client ChosenOptions")["propertyNames"].update(maxLength=8),
        "Create.options{key}: maxLength was 32",
    ),
    "a wider most from the server": (set_to("from_server RoomLine.seats", maximum=20), "seats: maximum was 16"),
    "a bound less from the server": (without("from_server RoomLine.seats", "maximum"), "seats: maximum was 16"),
    "another pattern from the server": (
        lambda one: definition(one, "games/agurk SeatCard")["properties"]["card"].update(pattern=".*"),
        "SeatCard.card: pattern was",
    ),
    "a choice less in requests": (
        lambda one: definition(one, "from_client Visibility")["enum"].remove("locked"),
        "Create.visibility: 'locked' is gone",
    ),
    "a choice less from the server": (
        lambda one: definition(one, "room RoomStatus")["enum"].remove("finished"),
        "RoomState.status: 'finished' is gone",
    ),
    "a choice more from the server": (
        lambda one: definition(one, "room RoomStatus")["enum"].append("paused"),
        "RoomState.status: may be 'paused' now",
    ),
    "a code is gone": (word("codes Refusal", old="stale"), "codes.json Refusal: 'stale' is gone"),
    "a close code is gone": (word("codes Close", old=4005), "codes.json Close: 4005 is gone"),  # type: ignore[arg-type]
    "a code of a game is gone": (word("games/agurk Code", old="too_low"), "Code: 'too_low' is gone"),
    "a reason is gone": (word("games/koikoi Reason", old="goal"), "Reason: 'goal' is gone"),
    "another default of a request": (set_to("from_client Leaderboard.limit", default=10), "limit: default was 20"),
    "another default of an option": (set_to("games/koikoi Options.rounds", default=6), "rounds: default was 12"),
    "an option is gone": (pop("games/koikoi Options.cup"), "games/koikoi.json Options.cup: is gone"),
    "a setting is gone": (pop("settings RoomSettings.chat"), "RoomSettings.chat: is gone"),
    "a setting has tighter bounds": (set_to("settings RoomSettings.turn_seconds", maximum=60), "maximum was 86400"),
    "a move of a game is gone": (union("games/hanafuda Move", 2), "Move: type hiki is gone"),
    "an event of a game is gone": (union("games/hanafuda Event", 0), "Event: type dealer is gone"),
    "a part of a view is gone": (pop("games/dafaza Table.tops"), "Table.tops: is gone"),
    "items of another type": (
        lambda one: field(one, "from_server Welcome.rooms")["items"].update(type="integer"),
        "Welcome.rooms[]: was string and is integer",
    ),
    "a room's event is gone": (
        lambda one: one["room_events.json"]["$defs"].pop("Sat"),
        "room_events.json Sat: is gone",
    ),
}

HARMLESS: dict[str, Change] = {
    "nothing": lambda one: None,
    "other words": set_to("from_server Pong.versions", description="other words"),
    "a new optional field of a request": added("from_client Join.seat", STRING),
    "a new field of a message": added("from_server Pong.load", STRING, needed=True),
    "a new part of a view": added("games/agurk Table.leader", STRING, needed=True),
    "a new request": lambda one: one["from_client.json"]["$defs"].update(Dance={"type": "object"}),
    "a new message": lambda one: one["from_server.json"]["$defs"].update(Danced={"type": "object"}),
    "a new game": lambda one: one.update({"games/oicho.json": {"$defs": {}}}),
    "a new event": lambda one: definition(one, "games/agurk Event")["anyOf"].append(
        {"type": "object", "properties": {"type": {"const": "danced"}}}
    ),
    "a new code": word("codes Refusal", new="tired"),
    "a new close code": word("codes Close", new="5000"),
    "a new code of a game": word("games/agurk Code", new="too_green"),
    "a new reason": word("games/agurk Reason", new="rain"),
    "a needed field of a request is needed no more": optional("from_client Kick.seat"),
    "a field of a message is always there": needed("from_server Ok.version"),
    "a wider most for requests": set_to("from_client Kick.seat", maximum=31),
    "a bound less for requests": without("from_client Kick.seat", "maximum"),
    "a pattern less for requests": without("games/agurk Move_play.cards", "maxItems"),
    "a tighter most from the server": set_to("from_server RoomLine.seats", maximum=8),
    "a new bound from the server": set_to("from_server GameTotal.points", minimum=-1000),
    "a choice more in requests": lambda one: definition(one, "from_client Visibility")["enum"].append("secret"),
    "a request takes null, too": lambda one: definition(one, "from_client Kick")["properties"].update(
        seat={"anyOf": [field(one, "from_client Kick.seat"), {"type": "null"}]}
    ),
    "a message is never null": lambda one: field(one, "from_server Matches.before")["anyOf"].pop(1),
    "a request takes fractions, too": set_to("from_client Leaderboard.limit", type="number"),
    "a message has whole numbers only": lambda one: field(one, "from_server GameTotal.rating")["anyOf"][0].update(
        type="integer"
    ),
    "a new option": added("games/koikoi Options.weather", STRING),
    "a new setting": added("settings RoomSettings.music", STRING),
    "another default from the server": set_to("from_server Update_other.gap", default=True),
}


@pytest.mark.parametrize("name", BREAKING)
def test_what_breaks_is_found(name: str) -> None:
    change, words = BREAKING[name]
    assert [line for line in changed(change) if words in line] != [], changed(change)


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_harmless_is_allowed(name: str) -> None:
    documents = copy.deepcopy(NOW)
    HARMLESS[name](documents)
    assert documents != NOW or name == "nothing"
    assert breaks(NOW, documents) == []
