"""What all clients of one process of the tester share: the plan, the clock, the address, measures and findings."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Final

from websockets.uri import parse_uri

from fudakai.clients.load.connection import context_of
from fudakai.clients.load.findings import Findings
from fudakai.clients.load.measures import Measures
from fudakai.clients.load.plan import Plan
from fudakai.clients.load.wire import ENCODINGS
from fudakai.clients.sdk.backoff import Backoff

PATIENCE: Final = 10.0
"""Seconds for which a server that went away may stay away, if it was not killed on purpose."""

RESTART: Final = 90.0
"""The same for one that was."""

LIFT: Final = (
    "its host lifts the limit for a tester with FUDAKAI_MAX_CONNECTIONS_PER_ADDRESS, FUDAKAI_MAX_CONNECTIONS, "
    "FUDAKAI_MAX_ROOMS_PER_ADDRESS and FUDAKAI_MAX_ROOMS"
)
"""What to tell about a quota of the server's."""


class Run:
    """See the module. `over` is set, with a reason or None, when there is nothing more to play; `stopping`: nobody
    makes moves any more."""

    def __init__(self, plan: Plan, measures: Measures, tasks: asyncio.TaskGroup, number: int) -> None:
        self.plan = plan
        self.measures = measures
        self.tasks = tasks
        self.findings = Findings()
        self.encoding = ENCODINGS[plan.encoding]
        self.uri = parse_uri(plan.url)
        self.context = context_of(self.uri)
        self.loop = asyncio.get_running_loop()
        self.clock = time.perf_counter  # uvloop's own time is in whole milliseconds
        self.rng = random.Random(f"{plan.seed}-{number}")
        self.backoff = Backoff(rng=random.Random(f"{plan.seed}-{number}-backoff"))
        self.patience = RESTART if plan.kills else PATIENCE
        self.over: asyncio.Future[str | None] = self.loop.create_future()
        self.stopping = False
        self.excused = frozenset({"unavailable", "stopping"} if plan.kills else ())
        """Refusals expected while the server is being killed."""

    def end(self, reason: str | None) -> None:
        """Ends the run: completed (None), or the reason why it cannot go on."""
        if not self.over.done():
            self.over.set_result(reason)

    def chance(self, share: float) -> bool:
        """True with this probability."""
        return share > 0 and self.rng.random() < share
