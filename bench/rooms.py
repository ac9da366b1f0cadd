"""Rooms for the generator: joined and ready, up to the first move."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgpack  # type: ignore[import-untyped]

from bench import generator
from bench.client import Client

SUBPROTOCOL: Final = "fudakai.v1.msgpack"
SETTINGS: Final = {"turn_seconds": 0, "cycle_delay": 0, "round_delay": 0}
"""No clocks and no pauses for people."""


class Work(NamedTuple):
    """What is played in a room."""

    game: str
    seats: int


AGURK: Final = Work("agurk", 4)
KOIKOI: Final = Work("koikoi", 2)


def joined(port: int, work: Work) -> tuple[str, list[Client]]:
    """A room whose clients are all ready, and nothing unread: its code and the clients in seat order."""
    clients = [greeted(port, f"player {seat}") for seat in range(work.seats)]
    host = clients[0]
    host.ask("create", game=work.game, seats=work.seats, settings=SETTINGS)
    code: str = host.hear_type("ok")["room"]
    host.hear_type("update")
    for client in clients:
        client.room = code
    for seat, client in enumerate(clients[1:], 1):
        client.ask("join", room=code)
        client.hear_type("ok")
        for other in clients[: seat + 1]:
            other.hear_type("update")
    for client in clients:
        client.ask("ready", room=code)
        client.hear_type("ok")
        for other in clients:
            other.hear_type("update")
    return code, clients


def greeted(port: int, name: str) -> Client:
    """A connection that has said hello."""
    client = Client(port, SUBPROTOCOL)
    client.ask("hello", name=name)
    client.hear_type("welcome")
    return client


def fudakai(port: int, rooms: int, work: Work) -> tuple[list[Client], list[generator.Client]]:
    """That many rooms: the connections (keep them), and the same for the generator."""
    connections: list[Client] = []
    players: list[generator.Client] = []
    for room in range(rooms):
        code, clients = joined(port, work)
        heads = (_head("move", 6, code), _head("ready", 3, code), _head("start", 3, code))
        connections += clients
        players += (generator.Client(client.fileno(), room, seat, *heads) for seat, client in enumerate(clients))
    return connections, players


def _head(kind: str, fields: int, code: str) -> bytes:
    """A request's bytes up to the number of its id."""
    packed: bytes = bytes([0x80 | fields]) + b"".join(map(msgpack.packb, ("type", kind, "room", code, "id")))
    return packed


def bare(port: int, rooms: int, work: Work) -> tuple[list[Client], list[generator.Client]]:
    """The same for the bare server."""
    connections: list[Client] = []
    players: list[generator.Client] = []
    for room in range(rooms):
        name = f"r{room:04d}"
        head = b"\x85" + b"".join(map(msgpack.packb, ("t", "move", "room", name, "act", "play", "id")))
        for seat in range(work.seats):
            client = Client(port)
            client.say({"t": "join", "room": name, "seat": seat})
            client.hear()
            connections.append(client)
            players.append(generator.Client(client.fileno(), room, seat, head))
    return connections, players
