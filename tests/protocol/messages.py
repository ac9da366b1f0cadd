"""One or more of every message, with interesting values: what the golden vectors and the round trips are made of."""

from __future__ import annotations

from typing import Final

import msgspec

from fudakai.protocol import from_client as ask
from fudakai.protocol import from_server as tell
from fudakai.protocol.from_client import FromClient
from fudakai.protocol.from_server import FromServer

NAME: Final = 'Åse "🂡" \\ 花札'
"""Two, three and four bytes a character, a quote and a backslash."""

FROM_CLIENT: Final[dict[str, FromClient]] = {
    "hello, a new guest": ask.Hello(0, name="ann"),
    "hello, everything": ask.Hello(1, name=NAME, token="a.b.c", access="letmein", client="bot/1.0", birthday="02-29"),
    "hello, no birthday any more": ask.Hello(18, token="a.b.c", birthday=""),
    "hello, nothing": ask.Hello(2**32 - 1),
    "list": ask.List(2),
    "list of one game": ask.List(3, game="agurk"),
    "list of some rooms": ask.List(3, game="agurk", status="waiting", free=True),
    "follow": ask.Follow(32),
    "follow, everything": ask.Follow(33, game="agurk", status="waiting", free=True),
    "unfollow": ask.Unfollow(34),
    "create": ask.Create(4, game="agurk"),
    "create, everything": ask.Create(
        5,
        game="agurk",
        title=NAME,
        seats=4,
        visibility="unlisted",
        options={"names": ["x", None], "deep": {"half": 0.5, "no": False}},
        settings={"turn_seconds": 0, "missed_turns": 2, "cycle_delay": 0.8, "spectators": True},
    ),
    "create, locked": ask.Create(19, game="agurk", visibility="locked", passcode=NAME),
    "quick": ask.Quick(31, game="agurk"),
    "join": ask.Join(6, room="K7QF2M"),
    "join a locked room": ask.Join(20, room="K7QF2M", passcode="open sesame"),
    "spectate": ask.Spectate(7, room="K7QF2M"),
    "sit, the first free seat": ask.Sit(8, room="K7QF2M"),
    "sit": ask.Sit(9, room="K7QF2M", seat=15),
    "ready": ask.Ready(10, room="K7QF2M"),
    "not ready": ask.Ready(11, room="K7QF2M", ready=False),
    "start": ask.Start(12, room="K7QF2M"),
    "configure, nothing": ask.Configure(21, room="K7QF2M"),
    "configure, everything": ask.Configure(
        22,
        room="K7QF2M",
        title=NAME,
        visibility="locked",
        passcode="open sesame",
        options={"rounds": 12},
        settings={"chat": "seated"},
    ),
    "add_bot": ask.AddBot(23, room="K7QF2M"),
    "add_bot, everything": ask.AddBot(24, room="K7QF2M", seat=3, strength="random"),
    "kick": ask.Kick(25, room="K7QF2M", seat=0),
    "mute": ask.Mute(26, room="K7QF2M", player="p2"),
    "not muted": ask.Mute(27, room="K7QF2M", player="p2", muted=False),
    "close": ask.CloseRoom(28, room="K7QF2M"),
    "chat, a text": ask.Chat(29, room="K7QF2M", text=NAME),
    "chat, an emote": ask.Chat(30, room="K7QF2M", emote="well_played"),
    "move": ask.Move(13, room="K7QF2M", ref="k3-1", version=17, move={"type": "play", "cards": ["9C", "9D"]}),
    "move, the largest numbers": ask.Move(
        14,
        room="K7QF2M",
        ref="r" * 64,
        version=2**53,
        move={"most": 2**64 - 1, "least": -(2**63), "text": "\u0000\u001f\u007f\u2028", "list": [], "map": {}},
    ),
    "leave": ask.Leave(15, room="K7QF2M"),
    "resume": ask.Resume(16, room="K7QF2M", version=70000),
    "ping": ask.Ping(17),
    "history": ask.History(19),
    "history, everything": ask.History(20, player="p2", limit=100, before=40),
    "leaderboard": ask.Leaderboard(21, game="agurk"),
    "leaderboard, everything": ask.Leaderboard(22, game="koikoi", limit=1),
    "record": ask.Record(23, match="K7QF2M-1"),
    "replay": ask.Replay(35, match="K7QF2M-1"),
    "replay, everything": ask.Replay(36, match="K7QF2M-1", first=2**53, count=1),
}

_SEATS: Final = (
    tell.SeatState(0, "p1", "ann", ready=True),
    tell.SeatState(1, "p2", NAME, away=True),
    tell.SeatState(2, None, None),
    tell.SeatState(3, "bot:strong:1", "Strong bot ①", ready=True, bot=True),
)
_WAITING: Final = tell.RoomState(
    status="waiting",
    game="agurk",
    title="",
    visibility="public",
    host="p1",
    options={},
    settings={"turn_seconds": 30.0, "missed_turns": 2},
    seats=_SEATS,
    match=None,
    to_act=(),
    clocks=(),
    spectators=0,
    table=None,
    result=None,
)
_PLAYING: Final = msgspec.structs.replace(
    _WAITING,
    status="playing",
    match="K7QF2M-1",
    to_act=(1,),
    clocks=(tell.ClockState(1, 29_500),),
    spectators=300,
    watchers=("eve", NAME),
    table={
        "scores": [0, 0, 14],
        "round": 4,
        "hand_size": 4,
        "player_one": None,
        "out": [],
        "table": [{"seat": 0, "cards": ["10H"]}],
        "counts": [3, 4, 4],
        "penalties": [[], [], ["AS"]],
    },
)
_FINISHED: Final = msgspec.structs.replace(
    _PLAYING,
    status="finished",
    to_act=(),
    clocks=(),
    result=tell.Result(("ann", NAME), (0,), (7, 22), (1, 2), (1, 0), "last_one_in"),
)
_EVENTS: Final = (
    tell.EntryEvents(17, "room", ({"type": "ready", "seat": 0, "ready": True},)),
    tell.EntryEvents(18, "chance", ()),
    tell.EntryEvents(19, 1, ({"type": "played", "seat": 1, "cards": ["JK1"], "left": 6},), clock=True),
)

_TABLE: Final = {
    "scores": [0, 0, 0],
    "round": 1,
    "hand_size": 7,
    "player_one": None,
    "out": [],
    "table": [],
    "counts": [0, 0, 0],
    "penalties": [[], [], []],
}
_PAST: Final = tell.PastMatch(
    match="K7QF2M-2",
    game="agurk",
    at=1_790_000_000_000,
    public=True,
    abandoned=False,
    players=("p1", "p2", ""),
    names=("ann", NAME, ""),
    winners=(0,),
    scores=(7, 22, 30),
    places=(1, 2, 3),
    points=(2, 1, 0),
    left=(2,),
    bots=(),
    reason="last_one_in",
)

FROM_SERVER: Final[dict[str, FromServer]] = {
    "welcome": tell.Welcome(
        re=1,
        player="p1",
        name=NAME,
        token="a.b.c",
        server="0.1.0",
        games=(
            tell.GameInfo("agurk", "Agurk", (2, 7), ()),
            tell.GameInfo(
                "koikoi",
                "Koi-Koi",
                (2, 2),
                (
                    tell.OptionInfo("goal", "integer", None, "points", nullable=True, min=1, max=500),
                    tell.OptionInfo("rounds", "choice", 12, "rounds", choices=(3, 6, 12)),
                    tell.OptionInfo("names", "list", (), NAME, max=7),
                ),
            ),
        ),
        settings=(
            tell.OptionInfo("turn_seconds", "number", 30.0, "time", min=0, max=86400),
            tell.OptionInfo("spectators", "boolean", True, ""),
        ),
        limits=tell.Limits(frame=16384, depth=16, credits=60, credits_per_second=20.0, ping_interval=20.0),
        rooms=("K7QF2M",),
    ),
    "rooms, none": tell.Rooms(2, ()),
    "rooms": tell.Rooms(3, (tell.RoomLine("K7QF2M", "evening", "agurk", "waiting", 7, 2, True, False),)),
    "listed": tell.Listed((tell.RoomLine("K7QF2M", NAME, "koikoi", "playing", 2, 2, False, True),), ("ABCDEF",)),
    "ok": tell.Ok(4),
    "ok, a seat": tell.Ok(5, room="K7QF2M", version=0, seat=0),
    "ok, a move": tell.Ok(13, room="K7QF2M", version=65536, ref="k3-1"),
    "refused, no id": tell.Refused("bad_message", "id: expected `int`, got `str`"),
    "refused": tell.Refused("too_fast", "slower, please", re=6, room="K7QF2M", ref="k3-1", retry_after=250),
    "update, waiting": tell.Update("K7QF2M", 2, _WAITING, (), you=tell.You(0, 2, {}, ())),
    "update, playing": tell.Update(
        "K7QF2M",
        19,
        _PLAYING,
        _EVENTS,
        you=tell.You(1, 17, {"hand": ["2C", "JK1"]}, ({"type": "play", "cards": ["2C"]},), missed=1),
    ),
    "update, a spectator who missed much": tell.Update("K7QF2M", 2**32, _FINISHED, (), gap=True),
    "closed": tell.Closed("K7QF2M", "closed", "the room is closed"),
    "said": tell.Said("K7QF2M", "p2", NAME, 1, text=NAME),
    "said, an emote of a spectator": tell.Said("K7QF2M", "p9", "eve", emote="wow"),
    "notice": tell.Notice("stopping", "the server restarts; your rooms are kept"),
    "pong": tell.Pong(17, {"K7QF2M": 19, "ABCDEF": 2**53}),
    "pong, no rooms": tell.Pong(18, {}),
    "matches, none": tell.Matches(19, "p1", (), (), None),
    "matches": tell.Matches(
        20,
        "p2",
        (
            _PAST,
            tell.PastMatch(
                match="K7QF2M-1",
                game="agurk",
                at=1_789_999_999_999,
                public=False,
                abandoned=True,
                players=("p1", "p2"),
                names=("ann", NAME),
                winners=(),
                scores=(0, 0),
                places=(),
                points=(),
                left=(),
                bots=(),
                reason="abandoned",
            ),
        ),
        (tell.GameTotal("agurk", -3, 1, 0, None), tell.GameTotal("koikoi", 40, 2, 1, 3.25)),
        40,
    ),
    "standings, nobody": tell.Standings(21, "agurk", (), None),
    "standings": tell.Standings(
        22,
        "koikoi",
        (tell.Standing(1, "p1", "ann", 40, 2, 2, 3.25),),
        tell.Standing(7, "p2", NAME, -3, 1, 0, None),
    ),
    "recorded": tell.Recorded(
        23,
        "K7QF2M-1",
        {"record": 1, "game": "agurk", "rules": 1, "options": {}, "players": ["ann", NAME], "entries": []},
    ),
    "replayed, beyond the end": tell.Replayed(35, _PAST, {}, 2, ()),
    "replayed": tell.Replayed(
        36,
        _PAST,
        {},
        2,
        (
            tell.Frame(0, "room", (), (), (), _TABLE, ({"hand": []}, {"hand": []}, {"hand": []})),
            tell.Frame(
                step=1,
                by=2,
                events=({"type": "left", "seat": 2, "stand_in": False},),
                to_act=(0, 1),
                left=(2,),
                table={**_TABLE, "out": [2]},
                private=({"hand": ["2C", "JK1"]}, {"hand": []}, {"hand": []}),
                clock=True,
            ),
        ),
    ),
}
