"""Kinds of fields that several messages share, each with its bounds and words. Lengths are in characters."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

RequestId: TypeAlias = Annotated[
    int, Meta(ge=0, le=2**32 - 1, description="the request's number, for the client to choose; its answer names it")
]
Answered: TypeAlias = Annotated[int, Meta(ge=0, le=2**32 - 1, description="the `id` of the request")]
RoomCode: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=16,
        description="the room's code: six characters out of 23456789ABCDEFGHJKMNPQRSTUVWXYZ; small letters are taken",
    ),
]
Code: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=16, description="the room's code, six capital letters and digits")
]
Ref: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=64, description="names the move for the whole match; of the client's making")
]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Minor: TypeAlias = Annotated[int, Meta(ge=0, le=65535)]
Passcode: TypeAlias = Annotated[str, Meta(max_length=64)]
OptionName: TypeAlias = Annotated[str, Meta(max_length=32)]
GameName: TypeAlias = Annotated[str, Meta(max_length=32, description="a game's name, out of `welcome.games`")]
Title: TypeAlias = Annotated[str, Meta(max_length=40)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15, description="a seat, from 0, clockwise")]
PlayerId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, description="a player's id")]
PageLength: TypeAlias = Annotated[int, Meta(ge=1, le=100, description="how many at most")]
MatchId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32, description="a match's id")]
Name: TypeAlias = Annotated[str, Meta(max_length=64)]
Count: TypeAlias = Annotated[int, Meta(ge=0)]
Place: TypeAlias = Annotated[int, Meta(ge=1, description="from 1; equal ones share a place")]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0)]
