"""Asks the server, before a run, what games it has."""

from __future__ import annotations

import asyncio
from typing import Final

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from fudakai.clients.load.killer import OPENS, reachable
from fudakai.clients.load.plan import GameFacts, Plan, informed
from fudakai.clients.load.wire import ENCODINGS, BadFrame, Message, Refused, Welcome
from fudakai.clients.sdk.address import reason

ANSWERS: Final = 10.0
"""Seconds for the answer to hello."""


class CannotAsk(Exception):
    """The server does not say what games it has. Its text is one line for a person."""


async def ask_games(plan: Plan) -> Plan:
    """The plan with what the server says of its games. Raises CannotAsk, BadPlan."""
    why = await reachable(parse_uri(plan.url))
    if why is not None:
        raise CannotAsk(
            f"no server answers at {plan.address} ({why}): "
            "start one with `fudakai-server serve`, or name another with --url"
        )
    try:
        async with asyncio.timeout(ANSWERS):
            answer = await _welcome(plan)
    except TimeoutError:
        raise CannotAsk(f"the server at {plan.address} does not answer hello within {ANSWERS:g} seconds") from None
    except (OSError, WebSocketException) as error:
        raise CannotAsk(f"the server at {plan.address} takes no connection ({reason(error)})") from error
    except BadFrame as bad:
        raise CannotAsk(f"what answers at {plan.address} is no server of Fudakai ({bad})") from bad
    if isinstance(answer, Welcome):
        facts = {game.name: GameFacts(game.seats, game.cards.pattern if game.cards else None) for game in answer.games}
        return informed(plan, facts)
    if isinstance(answer, Refused):
        way = ": give it with --token" if answer.code == "wrong_access" else ""
        raise CannotAsk(f"the server refused hello ({answer.code}, {answer.words}){way}")
    raise CannotAsk(f"what answers at {plan.address} is no server of Fudakai")


async def _welcome(plan: Plan) -> Message:
    encoding = ENCODINGS[plan.encoding]
    subprotocol = Subprotocol(encoding.subprotocol)
    async with connect(
        plan.url, subprotocols=[subprotocol], open_timeout=OPENS, ping_interval=None, proxy=None
    ) as line:
        hello = encoding.pack({"type": "hello", "id": 1, "name": "load tester", "access": plan.access})
        await line.send(hello.decode() if encoding.text else hello)
        answer = await line.recv(decode=False)
    return encoding.read(answer)
