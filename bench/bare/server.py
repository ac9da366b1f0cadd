"""What a room server costs when it does nothing but move bytes: websockets and uvloop, no rules, no log.

Prints `READY <port>` when it listens, and on SIGTERM how many moves it made and refused, as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal

import msgspec
import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

from bench.bare.rooms import Join, Move, Room

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Move | Join).decode


class Server:
    """All rooms, and what was counted."""

    def __init__(self, pad: int, seats: int) -> None:
        self._seats = seats
        self.moves = 0
        self.refused = 0
        self._act = "play" + " " * pad
        self._rooms: dict[str, Room] = {}

    async def serve(self, socket: ServerConnection) -> None:
        """One connection: a join, then moves."""
        room: Room | None = None
        seat = 0
        try:
            async for data in socket:
                message = decode(data)  # type: ignore[arg-type]  # a text frame fails here, as it should
                if isinstance(message, Join):
                    room = self._rooms.setdefault(message.room, Room(message.room, self._act, self._seats))
                    seat = message.seat
                    room.sockets[seat] = socket
                    await socket.send(encode({"t": "joined", "seat": seat, "hand": room.hands[seat]}))
                    continue
                done = room.play(seat, message) if room is not None else None
                if room is None or done is None:
                    self.refused += 1
                    await socket.send(encode({"t": "err", "ref": message.id}))
                    continue
                self.moves += 1
                event, dealt = done
                if dealt:
                    for other, hand in zip(room.sockets, room.hands, strict=True):
                        event.hand = hand
                        broadcast((other,), encode(event))
                else:
                    broadcast(room.sockets, encode(event))
        except ConnectionClosed:
            return


async def main() -> None:
    """Serves on a free port until SIGTERM."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pad", type=int, default=0, help="spaces that make each event so much longer")
    parser.add_argument("--seats", type=int, default=4, help="seats of each room")
    asked = parser.parse_args()
    server = Server(asked.pad, asked.seats)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with serve(server.serve, "127.0.0.1", 0, compression=None, backlog=1024) as listening:
        print("READY", listening.sockets[0].getsockname()[1], flush=True)
        await stop.wait()
        print(json.dumps({"moves": server.moves, "refused": server.refused}), flush=True)


if __name__ == "__main__":
    uvloop.run(main())
