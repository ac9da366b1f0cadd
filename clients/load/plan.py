"""What is asked of a run: which rooms are played how, for how long, and with which faults.

Bad values are refused here, before anything is started, each with one line: the option, its value, and what would do.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from fudakai.clients.bots import Strength
from fudakai.clients.load.amounts import BadPlan, rate, seconds, share, whole
from fudakai.clients.sdk.address import fault, public

USUAL: Final = 4
"""Seats of a room when nothing is said, if the game has so many."""
GAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")

MOST_ROOMS: Final = 100_000
MOST_SECONDS: Final = 7 * 86_400.0

ENCODINGS: Final = ("msgpack", "json")


class Think(msgspec.Struct, frozen=True):
    """How long a player thinks before a move, in seconds. `spread` 0: always `median`, from the moment at which the
    move before it was due, whatever the server took (so a slow server is not spared). Else log-normal with that median
    and `spread` as the deviation of its logarithm. `median` 0: no schedule, each move follows the update at once."""

    median: float = 0.0
    spread: float = 0.0


HUMAN: Final = Think(2.0, 0.6)
"""Half of the moves within 2 s, one in twenty after more than 5.4 s."""


class GameFacts(msgspec.Struct, frozen=True):
    """What the server says of a game: the fewest and most seats, and the pattern of its cards' names, if it has any."""

    seats: tuple[int, int]
    cards: str | None = None


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All of it. Rates are a second, times in seconds, shares from 0 to 1.

    `mix`: games by weight; `rooms`: of all processes together; `seats`: of each room, 0: as many as usual; `spawn`:
    connections opened a second; `duration`: from when all rooms play, None: until `matches`; `matches`: in each room,
    0: no bound. `spectators`: for each room; `chat`: lines in each room; `watchers`: connections that follow the list
    of rooms. `drop`, `double`: of moves; `leave`: of seats in each match; `slow`, `hostile`: of the rooms' connections.
    `kills`: how often `kill_server` is run. `access`: the server's access token.
    """

    url: str = "ws://127.0.0.1:8765/"
    mix: dict[str, int] = msgspec.field(default_factory=lambda: {"agurk": 1})
    rooms: int = 10
    seats: int = 0
    spawn: float = 50.0
    duration: float | None = 60.0
    matches: int = 0
    think: Think = HUMAN
    strength: Strength = Strength.RANDOM
    spectators: int = 0
    chat: float = 0.0
    watchers: int = 0
    procs: int = 1
    drop: float = 0.0
    leave: float = 0.0
    slow: float = 0.0
    double: float = 0.0
    hostile: float = 0.0
    hostile_from: str | None = None
    kill_server: str | None = None
    kills: int = 0
    access: str | None = None
    encoding: str = "msgpack"
    seed: int = 0
    games: dict[str, GameFacts] = msgspec.field(default_factory=dict)
    """What the server says of its games (`welcome.games`); `informed` fills it in."""

    @property
    def address(self) -> str:
        """The server's, without a user's name and password: for what others read."""
        return public(self.url)

    def table(self, number: int) -> tuple[str, int]:
        """The game and the seats of a room, counted from 0: rooms next to one another are of different games."""
        weights = [(game, turn) for game, weight in self.mix.items() for turn in range(weight)]
        game, _ = sorted(weights, key=lambda item: (item[1], item[0]))[number % len(weights)]
        fewest, most = self.games[game].seats
        return game, self.seats or min(most, max(fewest, USUAL))

    def connections(self) -> int:
        """Connections of players and spectators."""
        return sum(self.table(number)[1] + self.spectators for number in range(self.rooms))

    def share_of(self, worker: int) -> range:
        """The numbers of the rooms that a process plays, counted from 0."""
        return range(worker, self.rooms, self.procs)

    def said(self) -> dict[str, Any]:
        """It for a report: without what is secret, and without what was not asked for."""
        all_of_it: dict[str, Any] = msgspec.to_builtins(self) | {"url": self.address}
        unset: dict[str, Any] = msgspec.to_builtins(Plan())
        always = ("mix", "rooms", "seats", "think", "duration", "matches", "procs", "seed")
        hidden = ("access", "games")
        return {
            name: value
            for name, value in all_of_it.items()
            if name not in hidden and (name in always or value != unset[name])
        }


def plan_of(typed: Mapping[str, str | None]) -> Plan:
    """The plan of options as they were typed, by name without dashes (`kill-server`); None or missing: not given.
    Raises BadPlan."""
    given = {name: value for name, value in typed.items() if value is not None}

    def said(name: str, default: str) -> str:
        return given.get(name, default)

    mix = mix_of(said("mix", "agurk=1"))
    timed = "duration" in given or "matches" not in given
    plan = Plan(
        url=url_of(said("url", Plan().url)),
        mix=mix,
        rooms=whole("--rooms", said("rooms", "10"), 1, MOST_ROOMS),
        seats=whole("--seats", given["seats"], 2, 16) if "seats" in given else 0,
        spawn=rate("--spawn", said("spawn", "50/s"), 10_000),
        duration=seconds("--duration", said("duration", "60s"), MOST_SECONDS) if timed else None,
        matches=whole("--matches", given["matches"], 1, 1_000_000) if "matches" in given else 0,
        think=think_of(said("think", "human")),
        strength=strength_of(said("strength", Strength.RANDOM.value)),
        spectators=whole("--spectators", said("spectators", "0"), 0, 1000),
        chat=rate("--chat", said("chat", "0/s"), 2.0, zero=True),
        watchers=whole("--watchers", said("watchers", "0"), 0, MOST_ROOMS),
        procs=whole("--procs", said("procs", "1"), 1, 64),
        drop=share("--drop", said("drop", "0%")),
        leave=share("--leave", said("leave", "0%")),
        slow=share("--slow", said("slow", "0%")),
        double=share("--double", said("double", "0%")),
        hostile=share("--hostile", said("hostile", "0%")),
        hostile_from=source_of(given.get("hostile-from")),
        kill_server=given.get("kill-server"),
        kills=whole("--kills", said("kills", "1"), 1, 1000) if "kill-server" in given else 0,
        access=given.get("token"),
        encoding=one_of("--encoding", said("encoding", "msgpack"), ENCODINGS),
        seed=whole("--seed", said("seed", "0"), 0, 2**63 - 1),
    )
    check(plan, given)
    return plan


def check(plan: Plan, given: Mapping[str, str]) -> None:
    """Raises BadPlan for options that do not go together."""
    if plan.procs > plan.rooms:
        raise BadPlan(f"--procs is {plan.procs}: more than there are rooms ({plan.rooms}); give at most that many")
    if "kills" in given and not plan.kill_server:
        raise BadPlan("--kills says how often --kill-server CMD is run: give that command, too")
    if plan.kill_server is not None and not plan.kill_server.strip():
        raise BadPlan("--kill-server is empty: give the command that kills (and starts) the server")
    if plan.hostile_from and not plan.hostile:
        raise BadPlan("--hostile-from says where bad frames come from: say how many with --hostile 1%")


def mix_of(typed: str) -> dict[str, int]:
    """`agurk=5,koikoi=3`: games by weight; a game alone weighs 1."""
    mix: dict[str, int] = {}
    for part in typed.split(","):
        game, equals, weight = part.strip().partition("=")
        if not GAME.fullmatch(game):
            raise BadPlan(f"--mix names {game!r}: give names of games, as --mix agurk=5,koikoi=3")
        if game in mix:
            raise BadPlan(f"--mix names {game!r} twice: say its weight once")
        mix[game] = whole(f"--mix {game}", weight, 1, 1000, f"--mix {game}=1") if equals else 1
    return mix


def informed(plan: Plan, games: Mapping[str, GameFacts]) -> Plan:
    """The plan with what the server says of its games. Raises BadPlan for a game that the server does not have, and
    for a number of seats that a game does not have."""
    for game in plan.mix:
        if game not in games:
            raise BadPlan(f"--mix names {game!r}: the server's games are {', '.join(games)}")
        fewest, most = games[game].seats
        if plan.seats and not fewest <= plan.seats <= most:
            has = f"{fewest} to {most}" if fewest < most else f"{fewest}"
            raise BadPlan(f"--seats is {plan.seats}: {game} has {has} seats; leave --seats out or change --mix")
    return msgspec.structs.replace(plan, games={game: games[game] for game in plan.mix})


def think_of(typed: str) -> Think:
    """`human`, `human:3s`, a fixed time, or 0."""
    name, colon, median = typed.strip().partition(":")
    try:
        if name == "human":
            return Think(seconds("--think", median, 3600), HUMAN.spread) if colon else HUMAN
        return Think(seconds("--think", typed, 3600, zero=True))
    except BadPlan:
        raise BadPlan(
            f"--think is {typed!r}: give a time of at most an hour (1s, 400ms), 0 for as fast as it goes, or human "
            "(human:3s)"
        ) from None


def strength_of(typed: str) -> Strength:
    """How well the bots play."""
    return Strength(one_of("--strength", typed, tuple(strength.value for strength in Strength)))


def one_of(option: str, typed: str, allowed: tuple[str, ...]) -> str:
    """One of these words."""
    if typed not in allowed:
        raise BadPlan(f"{option} is {typed!r}: give {' or '.join(allowed)}")
    return typed


def source_of(typed: str | None) -> str | None:
    """An address of this machine."""
    if typed is None:
        return None
    try:
        return str(ipaddress.ip_address(typed.strip()))
    except ValueError:
        raise BadPlan(f"--hostile-from is {typed!r}: give an address of this machine, as 127.0.0.9") from None


def url_of(typed: str) -> str:
    """A websocket address."""
    if fault(typed) is None and urlsplit(typed).port != 0:
        return typed
    raise BadPlan(f"--url is {public(typed)!r}: give a websocket address, as ws://127.0.0.1:8765/")
