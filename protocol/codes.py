"""Refusal codes and close codes: every reason the server can give, in one place.

A refusal answers one request and changes nothing. A close ends one connection and nothing else: the seat stays, the
same token comes back. Codes of a single game (`too_low` ...) are said in its shapes.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Self


class _Word(StrEnum):
    """A word that travels, and what it means."""

    words: str

    def __new__(cls, value: str, words: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.words = words
        return member


class _Number(IntEnum):
    """A number that travels, and what it means."""

    words: str

    def __new__(cls, value: int, words: str = "") -> Self:
        member = int.__new__(cls, value)
        member._value_ = value
        member.words = words
        return member


class Refusal(_Word):
    """Why a request was refused. The value is what travels."""

    # the message
    BAD_MESSAGE = (
        "bad_message",
        "not a map, no valid `id`, or a field that is missing, of the wrong type or out of bounds; the words name it",
    )
    UNKNOWN_TYPE = "unknown_type", "there is no request of that type"
    HELLO_FIRST = "hello_first", "say `hello` before anything else"
    HELLO_TWICE = "hello_twice", "a connection says `hello` once"
    TOO_FAST = (
        "too_fast",
        "out of credits, a guess after too many wrong ones, too many requests wait in the room or for your "
        "history, or you talk too much; see `retry_after`",
    )
    # identity
    WRONG_TOKEN = "wrong_token", "not a token of this server, an expired one, or none where no guests are let in"
    WRONG_ACCESS = "wrong_access", "this server asks for an access token, and this is not it"
    BAD_NAME = "bad_name", "the name is too long, empty, or holds characters that do not print"
    TOO_MANY_CONNECTIONS = (
        "too_many_connections",
        "you have as many connections as the server allows; close one, or wait until it has noticed that one is gone",
    )
    # rooms
    UNKNOWN_ROOM = "unknown_room", "there is no room with that code, or no longer"
    UNKNOWN_GAME = "unknown_game", "this server does not play it; `welcome.games` says what it plays"
    BAD_OPTIONS = (
        "bad_options",
        "an option or setting that does not exist or is out of bounds, by name; or a number of seats "
        "that the game does not have",
    )
    TOO_MANY_ROOMS = (
        "too_many_rooms",
        "you have a seat in as many rooms as the server allows, or so many were made from your address, or by all "
        "together",
    )
    ROOM_FULL = "room_full", "no free seat"
    SEAT_TAKEN = "seat_taken", "somebody else sits there"
    NOT_SEATED = "not_seated", "you have no seat in this room"
    NOT_HOST = "not_host", "only the host may do this"
    NOT_READY = "not_ready", "somebody is not ready"
    WRONG_PLAYER_COUNT = "wrong_player_count", "too few or too many for the game"
    PLAYING = "playing", "not while a match runs"
    NOT_PLAYING = "not_playing", "no match of yours was started"
    NO_SPECTATORS = "no_spectators", "nobody may watch this room"
    WRONG_PASSCODE = "wrong_passcode", "the room is locked, and this is not its passcode, or none was given"
    KICKED = "kicked", "the host, or the server's operator, has put you out of this room"
    MUTED = "muted", "the host has muted you here"
    CHAT_OFF = "chat_off", "nobody may chat here, or only those who sit"
    # moves, in the order in which they are given (principle 5); then come the game's own codes
    MATCH_OVER = "match_over", "the match has ended"
    DECISION_PENDING = "decision_pending", "another decision is due first"
    NOT_YOUR_TURN = "not_your_turn", "it is not, or no longer"
    STALE = "stale", "decided on an older version than your last offers"
    WRONG_TYPE = "wrong_type", "no move of this game, or of this phase of it"
    NOT_IN_HAND = "not_in_hand", "a card that you do not hold, or named twice"
    # what is over
    UNKNOWN_MATCH = "unknown_match", "no match with that id is over, its record has expired, or it is not for you"
    # the server
    UNAVAILABLE = "unavailable", "the server cannot store anything just now; nothing was changed; try again in a second"
    INTERNAL = "internal", "an error in the server; nothing was changed"
    STOPPING = "stopping", "the server is about to restart: no new rooms and matches until it is back"


class Close(_Number):
    """Why a connection was closed: WebSocket close codes (RFC 6455, section 7.4; 4000-4999 are ours)."""

    TOO_BIG = 1009, "a frame over the limit"
    RESTART = 1012, "the server stops or restarts"
    MALFORMED = 4000, "bytes that are not MessagePack or JSON: cut short, bytes left over, not UTF-8, NaN in JSON"
    TOO_DEEP = 4001, "nested deeper than 16"
    WRONG_FRAME = 4002, "a text frame in the MessagePack subprotocol, or a binary one in JSON"
    NO_HELLO = 4003, "no accepted `hello` within the timeout"
    ABUSE = 4004, "too many messages that were bad or too fast"
    SLOW_READER = 4005, "you did not read fast enough what was sent to you"
    KICKED = 4006, "the server's operator ended the connection; your seats are gone"


class Goodbye(_Word):
    """Why a connection is no longer in a room: the `code` of `closed`."""

    LEFT = (
        "left",
        "you left: by `leave` on any connection, by being away too long, or by missing too many turns in a row",
    )
    CLOSED = "closed", "the room is gone: its host closed it, nobody sits in it any more, or nobody came for a while"
    KICKED = "kicked", "the host, or the server's operator, has put you out; this room does not let you in again"
    NO_SPECTATORS = "no_spectators", "the host lets nobody watch any more"
    UNAVAILABLE = "unavailable", "this server does not hold the room any more: connect again, then `resume`"


class Announcement(_Word):
    """What the server has to say to a person: the `code` of `notice`."""

    STOPPING = (
        "stopping",
        "the server is about to restart; the rooms are kept, and the connection will be closed with 1012",
    )
    DRAINING = (
        "draining",
        "the server is about to restart once the running matches are over or some time has passed; until then it takes "
        "no new rooms and matches",
    )
    ANNOUNCEMENT = "announcement", "a message from the server's operator"
