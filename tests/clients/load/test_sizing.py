"""What docs/sizing.md names is there."""

from __future__ import annotations

import re
from pathlib import Path

from fudakai.clients.load.budgets import MEASURES, budget, functions
from fudakai.server.config.settings import Settings, values_in, variable_of

GUIDE = (Path(__file__).parents[3] / "docs" / "sizing.md").read_text(encoding="utf-8")


def test_its_budgets_can_be_read() -> None:
    typed = re.findall(r"--fail-if '([^']+)'", GUIDE)
    assert len(typed) >= 4
    for text in typed:
        assert budget(text).text == text


def test_it_names_every_measure_and_function_of_budgets() -> None:
    table = "".join(line for line in GUIDE.splitlines() if line.startswith("|"))
    named = set(re.findall(r"`([a-z0-9_.]+)`", table))
    assert set(MEASURES) - {"ack"} <= named  # `ack` is the plots' name of `move`
    assert {function for measure in MEASURES for function in functions(measure)} <= named


def test_its_settings_are_the_servers() -> None:
    named = set(re.findall(r"FUDAKAI_[A-Z_]+", GUIDE))
    assert named <= {variable_of(name) for name in Settings.model_fields}


def test_the_limits_it_tells_are_the_defaults() -> None:
    defaults = values_in("default.toml")
    told = re.findall(r"^\| ((?:`FUDAKAI_[A-Z_]+`(?:, )?)+) \(([\d, ]+)\)", GUIDE, re.MULTILINE)
    assert len(told) == 4
    for names, values in told:
        found = [str(defaults[name.strip("`, ").removeprefix("FUDAKAI_").lower()]) for name in names.split(", ")]
        assert set(found) == set(values.split(", "))
