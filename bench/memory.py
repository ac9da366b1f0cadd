"""What an idle connection costs: the server's memory with none, and with many that have said hello and nothing more."""

from __future__ import annotations

import select
from typing import Final

from bench.client import Client
from bench.measure import resident_kib
from bench.rooms import greeted
from bench.servers import Running

SETTLE_SECONDS: Final = 2.0


def per_connection(running: Running, connections: int) -> float:
    """KiB a connection by which the server grows from 0 connections to that many."""
    before = resident_kib(running.pids[0])
    clients: list[Client] = []
    try:
        clients.extend(greeted(running.port, f"idle {number}") for number in range(connections))
        select.select([clients[0]], [], [], SETTLE_SECONDS)  # the server says nothing to the idle: this is a pause
        return (resident_kib(running.pids[0]) - before) / connections
    finally:
        for client in clients:
            client.close()
