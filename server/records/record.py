"""Records: a finished match as a file that any program can replay, check, or write by hand.

The format is one JSON object (`"record": 1`): the game, its options, the players, and the entries in order. Names of
moves, codes and fields are each game's own. A record is untrusted: its size and its number of entries are bounded, and
whatever is wrong with it is said in one line (`MalformedRecord`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from fudakai.server.games.api import CHANCE, Chosen, Data, Event, Game, IllegalMove, Shuffled, State, Step
from fudakai.server.games.options import BadOption, Described, read_options
from fudakai.server.games.registry import GAMES

FORMAT: Final = 1
MAX_BYTES: Final = 16 * 1024 * 1024
"""Of a file: some forty times the longest match of any game, written with whole decks."""
MAX_ENTRIES: Final = 100_000
MAX_NAME: Final = 64
"""Characters in a player's name."""

Document: TypeAlias = dict[str, Any]
"""A record as JSON. Any: docs/records.md says what stands in it, and `read` checks it."""


class MalformedRecord(Exception):
    """This is no record, or one of a game or rules that this server does not know. The text says it in a line."""


class RecordedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry as the file says it. UNSET is what is not there: a move may be null on purpose."""

    by: int | Literal["chance", "room"] | UnsetType = UNSET
    move: object = UNSET
    choose: object = UNSET
    shuffle: list[object] | UnsetType = UNSET
    abandon: Literal[True] | UnsetType = UNSET
    clock: bool = False
    refused: str | None = None
    events: list[dict[str, object]] = []
    expect: dict[str, object] | UnsetType = UNSET
    about: str = ""


class Record(msgspec.Struct, frozen=True):
    """A whole file. Header fields that nobody knows are ignored; in an entry they are mistypings."""

    record: int
    game: str
    rules: int
    players: list[str]
    entries: list[RecordedEntry]
    options: dict[str, object] = {}
    bots: list[int] = []
    about: str = ""


class RecordedTable(msgspec.Struct, frozen=True):
    """A record that can be played: its game and the state before its first entry."""

    game: Game
    players: tuple[str, ...]
    bots: tuple[int, ...]
    entries: tuple[RecordedEntry, ...]
    state: State


class Difference(msgspec.Struct, frozen=True):
    """The first entry (its index, from 0) that is not as the record says; `where` is a field's path or empty."""

    entry: int
    where: str
    wanted: str
    got: str

    def __str__(self) -> str:
        what = f"{self.where}: " if self.where else ""
        return f"entry {self.entry} differs: {what}wanted {self.wanted}, got {self.got}"


class Turn(msgspec.Struct, frozen=True):
    """One entry, replayed: the state after it, a line for people, how it differs from what the record says, and what it
    showed."""

    state: State
    line: str
    difference: Difference | None
    events: tuple[Event, ...] = ()


# --- reading ---------------------------------------------------------------------------------------------------------


def read(data: bytes) -> RecordedTable:
    """A record from a file's bytes. Raises MalformedRecord."""
    if len(data) > MAX_BYTES:
        raise MalformedRecord(f"a record has at most {MAX_BYTES // 1024 // 1024} MiB")
    try:
        record = msgspec.json.decode(data, type=Record)
    except RecursionError:
        raise MalformedRecord("nested too deep") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise MalformedRecord(f"not a record: {error}") from None
    if record.record != FORMAT:
        raise MalformedRecord(f"record format {record.record} is not known here, only {FORMAT}")
    if len(record.entries) > MAX_ENTRIES:
        raise MalformedRecord(f"a record has at most {MAX_ENTRIES} entries")
    game = GAMES.get(record.game)
    if game is None:
        raise MalformedRecord(f"no such game here; there is {', '.join(sorted(GAMES))}")
    if record.rules != game.RULES:
        raise MalformedRecord(f"rules {record.rules} of {game.NAME} are not known here, only {game.RULES}")
    for name in record.players:
        if not 0 < len(name) <= MAX_NAME or not name.isprintable():
            raise MalformedRecord(f"a player's name has 1 to {MAX_NAME} printable characters")
    seats = range(len(record.players))
    if len(set(record.bots)) != len(record.bots) or not set(record.bots) <= set(seats):
        raise MalformedRecord("`bots` lists seats of this match, each once")
    for index, entry in enumerate(record.entries):
        wrong = _wrong_shape(entry, len(seats))
        if wrong:
            raise MalformedRecord(f"entry {index}: {wrong}")
    state = _set_up(game, record.options, len(seats))
    return RecordedTable(game, tuple(record.players), tuple(sorted(record.bots)), tuple(record.entries), state)


def _set_up(game: Game, options: Data, seats: int) -> State:
    try:
        return game.setup(read_options(game.Options, options), seats)
    except BadOption as error:
        raise MalformedRecord(f"options: {error}") from None
    except ValueError as error:
        raise MalformedRecord(str(error)) from None


def _wrong_shape(entry: RecordedEntry, seats: int) -> str:
    """What is wrong with an entry's fields, or nothing."""
    given = {
        name for name in ("by", "move", "choose", "shuffle", "abandon", "expect") if getattr(entry, name) is not UNSET
    }
    if entry.expect is not UNSET:
        alone = given == {"expect"} and not (entry.clock or entry.refused or entry.events)
        return "" if alone else "`expect` stands alone"
    if entry.refused is not None and entry.events:
        return "a refused entry has no events"
    if entry.clock and type(entry.by) is not int:
        return "the clock moves for a seat"
    if entry.by == "chance":
        return "" if given in ({"by", "choose"}, {"by", "shuffle"}) else "chance has either `choose` or `shuffle`"
    if entry.by == "room":
        return "" if given == {"by", "abandon"} else 'the room has `"abandon": true`'
    if type(entry.by) is not int:
        return "`by` is a seat, chance or room"
    if not 0 <= entry.by < seats:
        return f"there is no seat {entry.by}"
    return "" if given == {"by", "move"} else "a seat has a `move`"


# --- replaying -------------------------------------------------------------------------------------------------------


def turns(table: RecordedTable) -> Iterator[Turn]:
    """The entries one by one; ends early after an entry that the game does not take as the record says."""
    state = table.state
    for index, entry in enumerate(table.entries):
        turn = (
            _expected(table, state, index, entry) if entry.expect is not UNSET else _taken(table, state, index, entry)
        )
        yield turn
        if turn.difference is not None and entry.expect is UNSET:
            return
        state = turn.state


def check(record: Data) -> Difference | None:
    """Where a record, given as an object, first differs from what the game does; None when nothing does. Raises
    MalformedRecord."""
    table = read(msgspec.json.encode(record))
    return next((turn.difference for turn in turns(table) if turn.difference is not None), None)


def _take(table: RecordedTable, state: State, entry: RecordedEntry) -> Step:
    """Lets the game take an entry. Raises IllegalMove."""
    game: Game = table.game
    if entry.by == "chance":
        return game.draw(state, Chosen(entry.choose) if entry.shuffle is UNSET else Shuffled(tuple(entry.shuffle)))
    if entry.by == "room":
        return game.abandon(state)
    if not isinstance(entry.by, int):
        raise AssertionError("a record that was read has only such entries")
    kind = entry.move.get("type") if isinstance(entry.move, dict) else None
    if kind == "leave":
        if entry.by in table.bots and game.outcome(state) is None:
            raise IllegalMove("not_your_turn", "a bot does not leave")
        present = game.present(state)
        if table.bots and entry.by in present and {*present} <= {entry.by, *table.bots}:
            return game.abandon(state)  # L9: bots do not play on alone
        return game.leave(state, entry.by)
    if kind == "return":
        return game.give_back(state, entry.by)
    return game.apply(state, entry.by, entry.move)


def _taken(table: RecordedTable, state: State, index: int, entry: RecordedEntry) -> Turn:
    """A turn of an entry that is not an expectation."""
    who = table.players[entry.by] if isinstance(entry.by, int) else str(entry.by)
    try:
        step = _take(table, state, entry)
    except IllegalMove as refused:
        line = f"{who}: {_said(entry)} is refused: {refused.code} ({refused.words})"
        wanted = f"refused {entry.refused}" if entry.refused is not None else "accepted"
        same = entry.refused == refused.code
        return Turn(
            state, line, None if same else Difference(index, "", wanted, f"refused {refused.code} ({refused.words})")
        )
    line = "; ".join([table.game.words(event, table.players) for event in step.events])
    if entry.clock:
        line = f"the clock, for {who}: {line}"
    return Turn(step.state, line, _accepted_differs(table, state, index, entry, step), step.events)


def _accepted_differs(
    table: RecordedTable, state: State, index: int, entry: RecordedEntry, step: Step
) -> Difference | None:
    """How an accepted entry differs: it should be refused, is not the clock's move, or lacks an event."""
    if entry.refused is not None:
        return Difference(index, "", f"refused {entry.refused}", "accepted")
    game: Game = table.game
    if entry.clock and isinstance(entry.by, int) and isinstance(entry.move, dict) and entry.move.get("type") != "leave":
        moves = game.timeout_moves(state, entry.by) if entry.by in game.to_act(state) else ()
        if all(game.apply(state, entry.by, move).state != step.state for move in moves):
            return Difference(index, "clock", " or ".join(map(_text, moves)) or "none", _text(entry.move))
    events = _plain(step.events)
    for wanted in entry.events:
        if all(_mismatch(wanted, event, "") for event in events):
            return Difference(index, "events", _text(wanted), _text(events))
    return None


def _expected(table: RecordedTable, state: State, index: int, entry: RecordedEntry) -> Turn:
    """A turn of an expectation: the state stays."""
    if entry.expect is UNSET:
        raise AssertionError("only expectations come here")
    found = _mismatch(entry.expect, seen(table, state), "")
    difference = None if found is None else Difference(index, *found)
    line = "as expected" if found is None else "not as expected: {}: wanted {}, got {}".format(*found)
    return Turn(state, line, difference)


def seen(table: RecordedTable, state: State) -> Document:
    """All that an expectation may name: who is to act, the outcome, the game's fields, and every view."""
    game: Game = table.game
    outcome = game.outcome(state)
    public = dict(game.table(state))
    views = {"-": public} | {str(seat): public | dict(game.seat(state, seat)) for seat in range(len(table.players))}
    plain: Document = _plain(
        public
        | {
            "to_act": ["chance" if actor == CHANCE else actor for actor in sorted(game.to_act(state))],
            "over": outcome is not None,
            "winners": sorted(outcome.winners) if outcome is not None else [],
            "bots": sorted({*table.bots, *game.bots(state)}),
            "view": views,
        }
    )
    return plain


def _mismatch(wanted: object, got: object, path: str) -> tuple[str, str, str] | None:
    """The first field that differs (path, wanted, got): objects match as subsets, everything else is equal."""
    if not isinstance(wanted, dict) or not isinstance(got, dict):
        return None if _text(wanted) == _text(got) else (path, _text(wanted), _text(got))
    for key, value in wanted.items():
        below = f"{path}.{key}" if path else key
        if key not in got:
            return below, _text(value), "nothing"
        found = _mismatch(value, got[key], below)
        if found is not None:
            return found
    return None


def _plain(value: object) -> Any:  # lists and maps, as deep as the value
    """The value as a JSON file would hold it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _text(value: object) -> str:
    """Canonical JSON: equal values give equal text, true is not 1, and nothing in it can harm a terminal."""
    return json.dumps(value, sort_keys=True)


def _said(entry: RecordedEntry) -> str:
    """What an entry asked for, in short."""
    for asked in (entry.move, entry.choose, entry.shuffle):
        if asked is not UNSET:
            text = _text(asked)
            return text if len(text) <= 120 else f"{text[:117]}..."
    return "abandon"


# --- what the command line calls -------------------------------------------------------------------------------------


def replay(path: str | Path, check: bool, upto: int | None, write: Callable[[str], None]) -> int:
    """Replays the file and writes lines: every entry in words, or with `check` only `ok` or the first difference;
    with `upto` it stops after so many entries and writes every view. Returns the exit code: 0, 1 for a record that
    differs, 2 for a file that is no record (one line says why). Of the file's own words nothing unprintable is written:
    they might move the cursor of the terminal."""

    def say(line: str) -> None:
        write("".join([sign if sign.isprintable() else "?" for sign in line]))

    try:
        if upto is not None and upto < 0:
            raise MalformedRecord("--upto is a number of entries, 0 or more")
        table = read(_bytes(Path(path)))
        return _replayed(table, check, upto, say)
    except MalformedRecord as error:
        say(f"{path}: {' '.join(str(error).split())}")
    except RecursionError:
        say(f"{path}: nested too deep")
    return 2


def _bytes(path: Path) -> bytes:
    """The file, or as much of it as shows that it is too long. Raises MalformedRecord."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise MalformedRecord(f"cannot be read: {error.strerror}") from None


def _replayed(table: RecordedTable, only_check: bool, upto: int | None, write: Callable[[str], None]) -> int:
    if upto is not None:
        table = msgspec.structs.replace(table, entries=table.entries[:upto])
    state = table.state
    for index, turn in enumerate(turns(table)):
        if not only_check:
            write(f"{index:4}  {turn.line}")
        if turn.difference is not None and (only_check or table.entries[index].expect is UNSET):
            write(str(turn.difference))
            return 1
        state = turn.state
    if upto is not None:
        for line in _views(table, state):
            write(line)
    if only_check:
        write("ok")
    return 0


def _views(table: RecordedTable, state: State) -> list[str]:
    """What everybody sees, and what each seat sees beyond it."""
    all_seen = seen(table, state)
    views = all_seen.pop("view")
    lines = [f"everybody sees {_text(all_seen)}"]
    for seat, name in enumerate(table.players):
        own = {key: value for key, value in views[str(seat)].items() if key not in views["-"]}
        lines.append(f"seat {seat} ({name}) also sees {_text(own)}")
    return lines


# --- writing ---------------------------------------------------------------------------------------------------------


def record_of(
    game: Game,
    options: Data | Described,
    players: Sequence[str],
    entries: Sequence[Data],
    bots: Sequence[int] = (),
) -> Document:
    """A match's entries, given in the record's own form, as a record that ends with its outcome. Raises
    MalformedRecord when they cannot be replayed, which for a match of this server means a damaged log."""
    record: Document = {
        "record": FORMAT,
        "game": game.NAME,
        "rules": game.RULES,
        "options": _plain(options),
        "players": list(players),
        "entries": _plain(entries),
    }
    if bots:
        record["bots"] = sorted(bots)
    table = read(msgspec.json.encode(record))
    state = table.state
    for turn in turns(table):
        if turn.difference is not None:
            raise MalformedRecord(str(turn.difference))
        state = turn.state
    end = seen(table, state)
    record["entries"].append({"expect": {key: end[key] for key in ("over", "winners", "scores")}})
    return record
