"""The line between a page and its server, that a test can cut, as a network is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Line:
    """Forwards connections from a port of its own to the server's."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self.cut = False
        self._to = port
        self._writers: set[asyncio.StreamWriter] = set()

    def lose(self) -> None:
        """Cuts every connection; new ones are closed at once, until `mend`."""
        self.cut = True
        for writer in self._writers:
            writer.transport.abort()

    def mend(self) -> None:
        """New connections go through again."""
        self.cut = False

    async def forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, both ways, until one side ends it."""
        if self.cut:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        both = {writer, far_writer}
        self._writers |= both
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(pour(reader, far_writer))
                tasks.create_task(pour(far_reader, writer))
        finally:
            self._writers -= both


async def pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Everything that comes from one side, to the other, and then its end."""
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass  # cut
    finally:
        writer.close()


@asynccontextmanager
async def line_to(port: int) -> AsyncIterator[Line]:
    """A line to the server at that port."""
    line = Line(port)
    server = await asyncio.start_server(line.forward, "127.0.0.1", 0)
    line.port = server.sockets[0].getsockname()[1]
    try:
        yield line
    finally:
        server.close()
        line.lose()
