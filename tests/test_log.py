"""Nothing that a player holds or proves gets into the log."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any, Literal

import pytest
import structlog

from fudakai.server.log import set_up

FORMS: tuple[Literal["console", "json"], ...] = ("console", "json")


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "values",
    [
        {"token": "SECRET"},
        {"access_token": "SECRET"},
        {"access": "SECRET"},
        {"redis_url": "redis://:SECRET@x"},
        {"secret_key": "SECRET"},
        {"birthday": "SECRET"},
        {"passcode": "SECRET"},
        {"chat": ["SECRET"]},
        {"text": "SECRET"},
        {"options": {"birthdays": ["SECRET"]}},
        {"hand": ["SECRET"]},
        {"hand_cards": ["SECRET"]},
        {"cards": ("SECRET",)},
        {"move": {"type": "play", "x": "SECRET"}},
        {"last_move": "SECRET"},
        {"Hand": "SECRET"},
        {"seat": {"private": {"x": "SECRET"}}},
        {"seats": [{"seat": 1, "hand": ["SECRET"]}]},
        {"a": {"b": {"c": {"d": {"e": {"f": "SECRET"}}}}}},
        {"anything": b"SECRET"},
        {"anything": [bytearray(b"SECRET")]},
        {"anything": type("Holder", (), {"__repr__": lambda self: "SECRET"})()},
    ],
)
def test_secret_values_are_hidden_wherever_they_stand(form: Literal["console", "json"], values: dict[str, Any]) -> None:
    out = io.StringIO()
    set_up("debug", form, out)
    structlog.get_logger().warning("something", room="ABC234", **values)
    text = out.getvalue()
    assert "SECRET" not in text
    assert "something" in text
    assert "ABC234" in text
    assert text.count("\n") == 1


@pytest.mark.parametrize("form", FORMS)
def test_an_exception_is_one_line_without_its_words(form: Literal["console", "json"]) -> None:
    out = io.StringIO()
    set_up("info", form, out)
    try:
        hand = ["SECRET"]
        raise ValueError(f"bad {hand}")
    except ValueError:
        structlog.get_logger().error("ours", exc_info=True)
        logging.getLogger("library").error("theirs", exc_info=True)
    lines = out.getvalue().splitlines()
    assert len(lines) == 2
    assert all("SECRET" not in line and "ValueError" in line and "test_log.py" in line for line in lines)


def test_production_writes_json_and_keeps_the_level() -> None:
    out = io.StringIO()
    set_up("info", "json", out)
    structlog.get_logger().debug("too low")
    logging.getLogger("library").info("too low, too")
    structlog.get_logger().info("heard", connections=3)
    (line,) = out.getvalue().splitlines()
    entry = json.loads(line)
    assert entry.pop("timestamp").endswith("Z")
    assert entry == {"event": "heard", "connections": 3, "level": "info"}
