"""Asks the server, before a run, what games it has."""

from __future__ import annotations

import asyncio
import re
from typing import Final

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from fudakai.clients.load.killer import OPENS, reachable
from fudakai.clients.load.plan import GameFacts, Plan, informed
from fudakai.clients.load.wire import ENCODINGS, BadFrame, GameInfo, Message, Refused, Welcome
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
        return informed(plan, {game.name: GameFacts(game.seats, _pattern(game)) for game in answer.games})
    if isinstance(answer, Refused):
        way = ": give it with --token" if answer.code == "wrong_access" else ""
        raise CannotAsk(f"the server refused hello ({answer.code}, {answer.words}){way}")
    raise CannotAsk(f"what answers at {plan.address} is no server of Fudakai")


def _pattern(game: GameInfo) -> str | None:
    """The pattern of its cards' names, None where it states none. Raises CannotAsk."""
    if game.cards is None:
        return None
    pattern = game.cards.pattern
    try:
        re.compile(pattern)
    except re.error as error:
        raise CannotAsk(
            f"the server names the cards of {game.name} by {pattern!r}, which is no regular expression ({error}): "
            "mend CARDS in that game"
        ) from error
    return pattern


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
