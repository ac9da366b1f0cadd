"""Where settings come from, what is refused and in which words, and what production does not start with."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest

from fudakai.server.config import Row, Settings, WrongSettings, explain, load
from fudakai.server.config.settings import ENVIRONMENTS, SECRETS

KEY = "a-key-of-nobody-else-0123456789abcdef"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().startswith("FUDAKAI_"):
            monkeypatch.delenv(name)


def _row(name: str, **given: object) -> Row:
    return next(row for row in explain(load(**given)) if row.name == name)


def _wrong(**given: object) -> tuple[str, ...]:
    with pytest.raises(WrongSettings) as caught:
        load(**given)
    return caught.value.lines


def _file(name: str) -> dict[str, object]:
    return tomllib.loads((files("fudakai.server.config") / f"{name}.toml").read_text(encoding="utf-8"))


def test_every_setting_has_a_default_in_the_file_or_is_a_secret_that_may_be_unset() -> None:
    assert set(Settings.model_fields) - SECRETS == set(_file("default"))


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_each_environment_loads_and_wins_over_the_defaults(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAKAI_ENV", name)
    settings = load().settings
    assert settings.env == name
    for setting, value in _file(name).items():
        held = getattr(settings, setting)
        assert (held.get_secret_value() if setting in SECRETS else held) == value


def test_later_sources_win_and_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _row("port")[2:4] == ("8765", "default.toml")
    assert _row("log_format")[2:4] == ("console", "development.toml")
    monkeypatch.setenv("FUDAKAI_PORT", "9001")
    assert _row("port")[2:4] == ("9001", "environment FUDAKAI_PORT")
    assert _row("port", port=9002)[2:4] == ("9002", "command line")
    assert _row("port", port=None)[2:4] == ("9001", "environment FUDAKAI_PORT")
    assert _row("secret_key")[2:4] == ("(not set)", "built in")


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAKAI_ACCESS_TOKEN", "")
    monkeypatch.setenv("FUDAKAI_PORT", "")
    monkeypatch.setenv("FUDAKAI_ENV", "")
    assert load().settings.access_token is None
    assert _row("port")[2:4] == ("8765", "default.toml")


def test_origins_are_a_list_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAKAI_ORIGINS", "https://Play.example.org, http://localhost:3000")
    assert load().settings.origins == ("https://play.example.org", "http://localhost:3000")
    assert _row("origins").value == "https://play.example.org, http://localhost:3000"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("FUDAKAI_PORT", "abc"),
        ("FUDAKAI_PORT", "70000"),
        ("FUDAKAI_PORT", "tcp://10.0.0.1:8765"),
        ("FUDAKAI_TURN_SECONDS", "nan"),
        ("FUDAKAI_PING_INTERVAL", "0"),
        ("FUDAKAI_REDIS_FSYNC", "sometimes"),
        ("FUDAKAI_NODE", "A B"),
        ("FUDAKAI_ORIGINS", "play.example.org"),
        ("FUDAKAI_ORIGINS", "https://[x"),
        ("FUDAKAI_LOG_LEVEL", "INFORM"),
    ],
)
def test_a_bad_value_gives_one_line_with_variable_value_and_what_is_wanted(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    (line,) = _wrong()
    wanted = Settings.model_fields[variable.removeprefix("FUDAKAI_").lower()].description
    assert line == f"{variable}={value} is not allowed. Wanted: {wanted}."


def test_everything_wrong_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAKAI_PORT", "abc")
    monkeypatch.setenv("FUDAKAI_CREDITS", "0")
    lines = _wrong(host="")
    assert sorted(line.partition(" is not allowed")[0] for line in lines) == [
        "FUDAKAI_CREDITS=0",
        "FUDAKAI_PORT=abc",
        "host '' on the command line",
    ]


def test_a_long_or_unprintable_value_is_shown_short_and_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAKAI_PORT", "x\n" * 500)
    (line,) = _wrong()
    assert line.isprintable()
    assert len(line) < 300


def test_an_unknown_environment_is_refused_with_the_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAKAI_ENV", "prod")
    assert _wrong() == ("FUDAKAI_ENV=prod is no environment: use one of development, test, production.",)


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("FUDAKAI_PROT", "FUDAKAI_PORT"),
        ("FUDAKAI_TURN_SECOND", "FUDAKAI_TURN_SECONDS"),
        ("FUDAKAI_REDISURL", "FUDAKAI_REDIS_URL"),
    ],
)
def test_a_misspelt_variable_is_refused_with_the_nearest_name(
    variable: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "1")
    assert _wrong() == (f"{variable} is not a setting: did you mean {meant}?",)


def test_another_unknown_variable_is_only_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAKAI_SERVICE_HOST", "10.0.0.1")
    assert load().warnings == ("FUDAKAI_SERVICE_HOST is not a setting and is ignored.",)


def test_the_variables_of_the_client_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("FUDAKAI_URL", "FUDAKAI_TOKEN", "FUDAKAI_BIRTHDAY"):
        monkeypatch.setenv(variable, "1")
    assert load().warnings == ()


def _spoken(rows: tuple[Row, ...]) -> Iterator[str]:
    for row in rows:
        yield from row


def test_secrets_are_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAKAI_SECRET_KEY", KEY)
    monkeypatch.setenv("FUDAKAI_ACCESS_TOKEN", "open-sesame")
    monkeypatch.setenv("FUDAKAI_REDIS_URL", "rediss://ann:pass-word@cards.example:6380/1?password=pass-word")
    loaded = load()
    shown = "\n".join(_spoken(explain(loaded))) + repr(loaded)
    assert not [secret for secret in (KEY, "open-sesame", "ann", "pass-word") if secret in shown]
    assert _row("redis_url").value == "rediss://********@cards.example:6380/1?********"
    monkeypatch.setenv("FUDAKAI_SECRET_KEY", "too-short-a-key")
    monkeypatch.setenv("FUDAKAI_REDIS_URL", "http://ann:pass-word@cards.example")
    lines = _wrong()
    assert len(lines) == 2
    assert not [secret for secret in ("too-short-a-key", "pass-word") if secret in "\n".join(lines)]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", str(_file("test")["secret_key"])),
        ("SECRET_KEY", "development-0123456789-0123456789-0123456789"),
        ("ACCESS_TOKEN", "example-token"),
    ],
)
def test_production_refuses_a_development_secret_and_says_what_to_do(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"FUDAKAI_{name}", value)
    load()  # development takes it
    monkeypatch.setenv("FUDAKAI_ENV", "production")
    (line,) = _wrong()
    assert line.startswith(f"FUDAKAI_{name} is a development secret")
    assert "set one of your own" in line
    assert value not in line


def test_production_refuses_a_short_key_and_takes_a_good_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAKAI_ENV", "production")
    monkeypatch.setenv("FUDAKAI_SECRET_KEY", KEY[:31])
    (line,) = _wrong()
    assert "32 to 1024 characters" in line
    monkeypatch.setenv("FUDAKAI_SECRET_KEY", KEY)
    secret = load().settings.secret_key
    assert secret is not None
    assert secret.get_secret_value() == KEY


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"GUESTS": "false"}, "lets nobody in"),
        ({"JWT_KEY": KEY, "JWKS_FILE": "keys.json"}, "both set"),
        ({"JWT_KEY": KEY, "SECRET_KEY": KEY}, "the same"),
        ({"JWT_KEY": "short-one"}, "its value is not shown"),
        ({"JWT_LEEWAY": "301"}, "0 to 300"),
        ({"TRUSTED_PROXIES": "10.0.0.1/8"}, "FUDAKAI_TRUSTED_PROXIES=10.0.0.1/8"),
        ({"TRUSTED_PROXIES": "proxy.example"}, "FUDAKAI_TRUSTED_PROXIES=proxy.example"),
        ({"PROXY_HEADER": "x-real-ip"}, "x-forwarded-for or forwarded"),
    ],
)
def test_what_does_not_go_together_about_accounts_and_proxies_is_said(
    values: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in values.items():
        monkeypatch.setenv(f"FUDAKAI_{name}", value)
    (line,) = _wrong()
    assert words in line
    assert KEY not in line
    assert "short-one" not in line


def test_proxies_are_networks_with_commas_and_accounts_may_be_all_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAKAI_TRUSTED_PROXIES", "10.0.0.0/8, ::1")
    monkeypatch.setenv("FUDAKAI_JWKS_FILE", "keys.json")
    monkeypatch.setenv("FUDAKAI_GUESTS", "false")
    settings = load().settings
    assert [str(network) for network in settings.trusted_proxies] == ["10.0.0.0/8", "::1/128"]
    assert _row("trusted_proxies").value == "10.0.0.0/8, ::1/128"
    assert (str(settings.jwks_file), settings.guests) == ("keys.json", False)
    assert settings.jwt_issuer is settings.jwt_audience is None
