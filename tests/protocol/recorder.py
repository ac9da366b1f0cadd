"""Listens at every WebSocket that this process opens as a client, and holds each frame in both directions to the
schema: what the server sends, and what a client has sent when the server carries it out."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, Final

import msgspec
import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode

from tests.protocol.schema import faults, faults_of_answer, faults_of_request

MOST: Final = 20
"""Faults that are kept: more would say no more."""


class Line:
    """One connection: the fragments of a message under way, and the requests that are not answered yet by their ids."""

    def __init__(self) -> None:
        self.pieces: dict[str, list[bytes]] = {"sent": [], "received": []}
        self.text = False
        self.waiting: defaultdict[Any, list[dict[str, Any]]] = defaultdict(list)


class FrameRecorder:
    """What went over all lines. `seen`: how many messages of each type were valid, with `C ` or `S ` before it."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.seen: Counter[str] = Counter()
        self.lines: defaultdict[ClientProtocol, Line] = defaultdict(Line)
        self.games: dict[str, str] = {}
        self.messages_only = True
        """False: a test lets the server send what is no message at all, which is then passed over."""

    def listen(self, patch: pytest.MonkeyPatch) -> None:
        """From now on, until the patch is undone. Only the library's frames are looked at, none is changed."""
        receive, send = ClientProtocol.recv_frame, ClientProtocol.send_frame

        def received(protocol: ClientProtocol, frame: Frame) -> None:
            self._frame(protocol, frame, "received")
            receive(protocol, frame)

        def sent(protocol: ClientProtocol, frame: Frame) -> None:
            self._frame(protocol, frame, "sent")
            send(protocol, frame)

        patch.setattr(ClientProtocol, "recv_frame", received)
        patch.setattr(ClientProtocol, "send_frame", sent)

    def _frame(self, protocol: ClientProtocol, frame: Frame, way: str) -> None:
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return
        line = self.lines[protocol]
        pieces = line.pieces[way]
        pieces.append(bytes(frame.data))
        if not frame.fin:
            return
        data = b"".join(pieces)
        pieces.clear()
        decode = msgspec.json.decode if str(protocol.subprotocol).endswith(".json") else msgspec.msgpack.decode
        try:
            message = decode(data)
        except (ValueError, RecursionError):
            message = None
        if way == "sent":
            self._asked(line, message)
        elif isinstance(message, dict):
            self.told(line, message)
        elif self.messages_only:
            self._fault("what the server sent", [repr(data[:80])])

    def _asked(self, line: Line, message: Any) -> None:
        """A request is looked at when it is answered: tests send many that are to be refused."""
        if isinstance(message, dict) and isinstance(message.get("id"), int):
            line.waiting[message["id"]].append(message)

    def told(self, line: Line, message: dict[str, Any]) -> None:
        """Holds a message of the server, and the request that it answers, to the schema."""
        kind = message.get("type")
        self._judge(f"S {kind}", faults_of_answer(message))
        if kind == "update":
            self.games[message["room"]] = message["state"]["game"]
        asked = line.waiting.get(message.get("re"))
        if asked:
            request = asked.pop(0)
            if kind != "refused":
                self._carried_out(request)

    def _carried_out(self, request: dict[str, Any]) -> None:
        self._judge(f"C {request['type']}", faults_of_request(request))
        if request["type"] == "move":
            game = self.games[request["room"].upper()]
            self._judge(f"C move of {game}", faults(f"games/{game}.json#/$defs/Move", request["move"], strict=False))

    def _judge(self, what: str, found: list[str]) -> None:
        if found:
            self._fault(what, found)
        else:
            self.seen[what] += 1

    def _fault(self, what: str, found: list[str]) -> None:
        if len(self.faults) < MOST:
            self.faults += [f"{what} is not as the schema says: {one}" for one in found]

    def check(self) -> None:
        """Raises AssertionError with everything that was not valid."""
        if self.faults:
            raise AssertionError("\n".join(self.faults))
