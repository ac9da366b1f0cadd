"""Refusal codes and close codes: every reason the server can give, in one place.

A refusal answers one request and changes nothing. A close ends one connection and nothing else: the seat stays, the
same token comes back. Codes of a single game (`too_low` ...) belong to that game's page in PROTOCOL.md.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Refusal(StrEnum):
    """Why a request was refused. The value is what travels."""

    # the message
    BAD_MESSAGE = "bad_message"  # wrong type, missing field, out of bounds; the words name the field
    UNKNOWN_TYPE = "unknown_type"  # no message of that type
    HELLO_FIRST = "hello_first"  # anything but hello before welcome
    HELLO_TWICE = "hello_twice"  # a connection says hello once
    TOO_FAST = "too_fast"  # out of message credits, or too many wrong guesses; `retry_after` in milliseconds
    # identity
    WRONG_TOKEN = "wrong_token"
    WRONG_ACCESS = "wrong_access"  # the server asks for an access token
    BAD_NAME = "bad_name"
    TOO_MANY_CONNECTIONS = "too_many_connections"  # this player has as many as one may have
    # rooms
    UNKNOWN_ROOM = "unknown_room"
    UNKNOWN_GAME = "unknown_game"
    BAD_OPTIONS = "bad_options"  # an option or setting by name, with what is allowed
    TOO_MANY_ROOMS = "too_many_rooms"
    ROOM_FULL = "room_full"
    SEAT_TAKEN = "seat_taken"
    NOT_SEATED = "not_seated"  # a spectator, or somebody who is not in the room
    NOT_HOST = "not_host"
    NOT_READY = "not_ready"  # start while somebody is not ready
    WRONG_PLAYER_COUNT = "wrong_player_count"  # start with too few or too many players
    PLAYING = "playing"  # not while a match runs
    NOT_PLAYING = "not_playing"  # a move while no match was started yet
    NO_SPECTATORS = "no_spectators"
    WRONG_PASSCODE = "wrong_passcode"  # the room is locked, and this is not its passcode, or none was given
    KICKED = "kicked"  # the host has put this player out of the room
    MUTED = "muted"  # the host lets this player not chat
    CHAT_OFF = "chat_off"  # nobody chats in this room, or only those who sit
    # moves, in the order in which they are given (decision 5); then come the game's own codes
    MATCH_OVER = "match_over"
    DECISION_PENDING = "decision_pending"
    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"  # made on a version older than this seat's last offers
    WRONG_TYPE = "wrong_type"
    NOT_IN_HAND = "not_in_hand"
    # what is over
    UNKNOWN_MATCH = "unknown_match"  # no such match is over, its record has expired, or it is not for the sender
    # the server
    UNAVAILABLE = "unavailable"  # the store cannot be reached; nothing was changed; try again
    INTERNAL = "internal"  # a fault of the server's; nothing was changed
    STOPPING = "stopping"  # the server is about to restart; no new rooms and matches


class Close(IntEnum):
    """Why a connection was closed: WebSocket close codes (RFC 6455, section 7.4; 4000-4999 are ours)."""

    TOO_BIG = 1009  # a frame over 16 KiB
    RESTART = 1012  # the server stops or restarts: come back in a moment
    MALFORMED = 4000  # bytes that are no MessagePack or no JSON
    TOO_DEEP = 4001  # nested deeper than 16
    WRONG_FRAME = 4002  # text in the binary subprotocol or the other way round
    NO_HELLO = 4003  # no accepted hello within the timeout
    ABUSE = 4004  # refusals on and on
    SLOW_READER = 4005  # the bounded outbound queue is full: read faster, or come back
    KICKED = 4006  # the server's operator ended it, and took the player's seats away


class Goodbye(StrEnum):
    """Why a connection is in a room no more: the `code` of `closed`."""

    LEFT = "left"  # the player left: by word on any connection, by being away too long, or by missing too many turns
    CLOSED = "closed"  # the room is gone: its host closed it, nobody sits in it any more, or nobody came for long
    KICKED = "kicked"  # the host has put this player out of the room
    NO_SPECTATORS = "no_spectators"  # the host lets nobody watch any more
    UNAVAILABLE = "unavailable"  # this server does not hold the room any more: connect again


class Announcement(StrEnum):
    """What the server has to say to a person: the `code` of `notice`."""

    STOPPING = "stopping"  # the server is about to restart; rooms are kept
    DRAINING = "draining"  # it will when the matches that run are over; no new rooms and matches until then
    ANNOUNCEMENT = "announcement"  # words of the server's operator
