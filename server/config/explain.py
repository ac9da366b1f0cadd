"""Explains each setting: its value and where that comes from, for `fudakai-server config`."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import urlsplit

from fudakai.server.config.settings import SECRETS, Loaded, Settings, found_in_environment, values_in, variable_of

HIDDEN: Final = "********"
UNSET: Final = "(not set)"


class Row(NamedTuple):
    """One setting. `value` is fit to be printed: secrets are masked. `source`: a file's name, `environment FUDAKAI_X`,
    `command line` or `built in` (a secret that is not set)."""

    name: str
    variable: str
    value: str
    source: str
    description: str


def explain(loaded: Loaded) -> tuple[Row, ...]:
    """A row for every setting, in the order of the class `Settings`."""
    settings = loaded.settings
    of_env = f"{settings.env}.toml"

    def source(name: str) -> str:
        if name in loaded.given:
            return "command line"
        if found_in_environment(name) is not None:
            return f"environment {variable_of(name)}"
        return next((file for file in (of_env, "default.toml") if name in values_in(file)), "built in")

    return tuple(
        Row(name, variable_of(name), _value(settings, name), source(name), str(field.description))
        for name, field in Settings.model_fields.items()
    )


def _value(settings: Settings, name: str) -> str:
    value = getattr(settings, name)
    if value is None:
        return UNSET
    if name == "redis_url":
        return _address(value.get_secret_value())
    if name in SECRETS:
        return HIDDEN
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "(none)"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _address(url: str) -> str:
    """A Redis address without user, password and query (which may hold a password, too)."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return HIDDEN
    user = f"{HIDDEN}@" if parts.username or parts.password else ""
    return f"{parts.scheme}://{user}{host}{port}{parts.path}" + (f"?{HIDDEN}" if parts.query else "")
