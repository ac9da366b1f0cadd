"""The log: one line an event, on standard error, and never a hand, a card, a move, a token or a birthday in it.

Set up once by the program (`set_up`); everybody else calls `structlog.get_logger()` and logs words with named values.
The libraries' own log records (asyncio, websockets, redis) come out in the same form.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from typing import Any, Final, Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

HIDDEN: Final = "[hidden]"
SECRET_WORDS: Final = frozenset(
    {
        # what people say to each other
        *("chat", "text"),
        # who somebody is
        *("token", "tokens", "access", "secret", "key", "password", "passcode", "authorization", "url"),
        *("birthday", "birthdays"),
        # what is in play
        *("hand", "hands", "card", "cards", "deck", "stock", "move", "moves", "offer", "offers", "private", "view"),
        # what may hold any of them
        *("frame", "payload"),
    }
)
"""A value is hidden when its name has one of these words in it: `access_token`, `hand`, `hand_cards`, `last_move`."""
DEEPEST: Final = 4
"""Levels of mappings and lists that are looked through; what lies deeper is hidden as a whole."""
UNTOUCHED: Final = frozenset({"event", "exc_info", "_record", "_from_structlog"})
MOST_PLACES: Final = 8
"""Places in the code named for an exception, the innermost first."""


def hide(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """The processor that hides values by their names, at every level, and all bytes whatever their name."""
    for name in list(event):
        if name not in UNTOUCHED:
            event[name] = _hidden(name, event[name], 0)
    return event


def _hidden(name: str, value: Any, depth: int) -> Any:  # any value may stand in a line of the log
    if not SECRET_WORDS.isdisjoint(name.lower().replace("-", "_").split("_")) or depth > DEEPEST:
        return HIDDEN
    if isinstance(value, bytes | bytearray | memoryview):
        return f"[{len(value)} bytes]"
    if isinstance(value, Mapping):
        return {str(key): _hidden(str(key), item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_hidden("", item, depth + 1) for item in value]
    if value is None or isinstance(value, str | int | float):
        return value
    return f"[{type(value).__name__}]"  # an object's own words could say anything


def name_fault(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """The processor that puts an exception into the line as its type and the last places in the code.

    Its words are left out, since they may quote what a client sent; so is the traceback, which is many lines.
    """
    found = event.pop("exc_info", None)
    error = found if isinstance(found, BaseException) else found[1] if isinstance(found, tuple) else None
    if error is None and found:
        error = sys.exc_info()[1]
    if error is not None:
        places = []
        trace = error.__traceback__
        while trace is not None:
            places.append(f"{'/'.join(trace.tb_frame.f_code.co_filename.rsplit('/', 2)[-2:])}:{trace.tb_lineno}")
            trace = trace.tb_next
        event["error"] = type(error).__name__
        event["where"] = " < ".join(reversed(places[-MOST_PLACES:]))
    return event


def where(error: BaseException) -> str:
    """An error in one line for the log: its kind and place. Never its text, which might name a card."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" at {trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}"
    return f"{type(error).__name__}{place}"


def set_up(level: str, form: Literal["console", "json"], to: TextIO | None = None) -> None:
    """Sends the log to `to` (standard error if None), from `level` on: debug, info, warning or error.

    May be called again. Level of other libraries' records: warning at least, since below it they tell what they carry.
    """
    stream = sys.stderr if to is None else to
    least = logging.getLevelNamesMapping()[level.upper()]
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide,
        name_fault,
    ]
    last: Processor = structlog.processors.JSONRenderer()
    if form == "console":
        last = structlog.dev.ConsoleRenderer(colors=stream.isatty(), pad_event_to=0)
    structlog.configure(
        processors=[*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last]
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(least, logging.WARNING))
