"""The settings: names, meanings, units, bounds, and how they are read.

A value comes from, the later over the earlier: default.toml, <FUDAKAI_ENV>.toml (both in this package), the environment
variable FUDAKAI_<NAME> (an empty one counts as not set), and what the command line gave.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from msgspec import inspect
from pydantic import Field, SecretStr, ValidationError, create_model, field_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from fudakai.server.rooms.settings import RoomSettings

PREFIX: Final = "FUDAKAI_"
ENVIRONMENTS: Final = ("development", "test", "production")
LEAST_KEY: Final = 32
"""Characters of a signing key: HS256 wants a key no shorter than its hash of 256 bits (RFC 7518, section 3.2)."""
ALIKE: Final = 0.75
"""From this similarity on (difflib's ratio) an unknown variable is taken for a misspelt setting."""
OF_THE_CLIENT: Final = frozenset({"url", "token", "birthday"})
"""What `fudakai` takes from variables of the same kind, which nobody needs to hear of."""


class WrongSettings(Exception):
    """The server cannot start with these settings. `lines`: a sentence for each thing to put right."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


def _room_default(field: inspect.Field) -> tuple[object, object]:
    """A setting of rooms as a setting of the server: its type, and its bounds, default and words."""
    words = RoomSettings.WORDS[field.name]
    match field.type:
        case inspect.IntType(ge=least, le=most):
            kind: object = int
        case inspect.FloatType(ge=least, le=most):
            kind = float
        case inspect.BoolType():
            return bool, Field(default=field.default, description=f"of new rooms: {words}; true or false")
        case inspect.LiteralType(values=values):
            kind = Literal[values]
            return kind, Field(
                default=field.default, description=f"of new rooms: {words}; {', '.join(map(str, values))}"
            )
        case _:
            raise AssertionError(f"the room setting {field.name} is of a type that no variable can hold")
    words = f"of new rooms: {words}; {least:g} to {most:g}" if least is not None and most is not None else words
    return kind, Field(default=field.default, ge=least, le=most, description=words)


_OF_ROOMS: Final = inspect.type_info(RoomSettings)
if not isinstance(_OF_ROOMS, inspect.StructType):
    raise AssertionError("the settings of rooms are a struct")
RoomDefaults: Final = create_model(  # type: ignore[call-overload]  # pydantic wants literal field names
    "RoomDefaults", __base__=BaseSettings, **{field.name: _room_default(field) for field in _OF_ROOMS.fields}
)
"""A default for each setting of rooms, so that a new one of these is one of the server's, too."""


class Settings(RoomDefaults):  # type: ignore[misc, valid-type]  # a class that is made above
    """All settings. Each description says what the setting is and what is allowed; seconds may have a fraction."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, extra="forbid", env_ignore_empty=True, hide_input_in_errors=True
    )

    env: Literal["development", "test", "production"] = Field(
        description="the environment's name: development, test or production"
    )

    host: str = Field(min_length=1, max_length=255, description="address or name to listen on, for example 127.0.0.1")
    port: int = Field(ge=0, le=65535, description="port to listen on, 0 to 65535 (0: the system chooses one)")
    origins: Annotated[tuple[str, ...], NoDecode] = Field(
        max_length=100,
        description="other sites whose pages may connect, with commas between them, for example https://play.example.org",
    )
    tls_certificate: Path | None = Field(
        description="file with the server's certificate and those above it (PEM), for wss; empty: no TLS here"
    )
    tls_key: Path | None = Field(description="file with the certificate's private key (PEM), without a password")
    metrics_to_all: bool = Field(
        description="who may read /metrics: true: everybody who can connect, false: programs on this machine"
    )
    web: bool = Field(
        description="whether the page for browsers is served: true: at `/` of the same port, false: not at all"
    )
    trusted_proxies: Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode] = Field(
        max_length=100,
        description="addresses or networks of your own proxies, with commas between them, whose header tells the "
        "client's address, for example 10.0.0.0/8; none: no header is believed",
    )
    proxy_header: Literal["x-forwarded-for", "forwarded"] = Field(
        description="the header in which a trusted proxy tells the client's address: x-forwarded-for or forwarded"
    )
    data_dir: Path = Field(description="folder for Redis's files and the signing key; made if it is not there")
    node: str = Field(
        pattern=r"^[a-z0-9][a-z0-9-]{0,62}$", description="this server's name: a-z, 0-9 and -, at most 63"
    )

    redis_url: SecretStr | None = Field(
        default=None,
        description="redis://, rediss:// (TLS) or unix:// address of a Redis; not set: the server starts its own",
    )
    redis_fsync: Literal["always", "everysec", "no"] = Field(
        description="when the server's own Redis writes to the disk: always, everysec or no"
    )
    record_days: int = Field(ge=1, le=3650, description="days that a closed room's records are kept, 1 to 3650")
    history_days: int = Field(
        ge=0, le=36500, description="days that a match stands in its players' histories, 0 to 36500 (0: for ever)"
    )
    access_token: SecretStr | None = Field(
        default=None,
        min_length=1,
        max_length=256,
        description="a word every client must say in hello, at most 256 characters; not set: none is asked for",
    )
    secret_key: SecretStr | None = Field(
        default=None,
        min_length=LEAST_KEY,
        max_length=1024,
        description=f"the key that signs tokens, {LEAST_KEY} to 1024 characters; not set: made once, kept in data_dir",
    )

    guests: bool = Field(description="whether people without an account are let in: true or false")
    jwt_key: SecretStr | None = Field(
        default=None,
        min_length=LEAST_KEY,
        max_length=16384,
        description="the key that verifies the tokens of your own site's accounts: public key or certificate (PEM), "
        f"or a shared secret of {LEAST_KEY} characters or more; not set: no accounts, or those of jwks_file",
    )
    jwks_file: Path | None = Field(
        description="file with such keys (JWKS), read again when it changes; empty: none. RS256, ES256, EdDSA, HS256"
    )
    jwt_issuer: str | None = Field(
        max_length=256, description="who must have issued an account's token; empty: anybody"
    )
    jwt_audience: str | None = Field(
        max_length=256, description="for whom an account's token must be; empty: one that says for whom is refused"
    )
    jwt_name: str = Field(
        min_length=1, max_length=64, description="the claim with an account's name, 1 to 64 characters"
    )
    jwt_leeway: float = Field(
        ge=0, le=300, description="seconds by which the clocks of your site and this server may differ, 0 to 300"
    )

    hello_timeout: float = Field(
        ge=0.01, le=600, description="seconds until a connection must have said hello, 0.01 to 600"
    )
    ping_interval: float = Field(ge=0.05, le=600, description="seconds between the server's pings, 0.05 to 600")
    ping_timeout: float = Field(
        ge=0.05, le=600, description="seconds after an unanswered ping until the connection is dropped, 0.05 to 600"
    )
    outbound_limit: int = Field(
        ge=65536,
        le=2**30,
        description="bytes that may wait for a slow reader, 65536 to 1073741824; over it, it is dropped",
    )
    credits: int = Field(
        ge=1, le=1000000, description="messages that a player's connections together may send at once, 1 to 1000000"
    )
    credits_per_second: float = Field(
        ge=0.1, le=1000000, description="messages a second they may send on and on, 0.1 to 1000000"
    )
    abuse_refusals: int = Field(
        ge=1, le=1000000, description="bad or too fast messages in a minute that end a connection, 1 to 1000000"
    )

    max_connections: int = Field(ge=1, le=1000000, description="connections at once, 1 to 1000000")
    max_connections_per_address: int = Field(
        ge=1, le=1000000, description="connections at once from one address (or IPv6 /64 network), 1 to 1000000"
    )
    max_connections_per_player: int = Field(
        ge=1, le=10000, description="connections that a player may have at once, 1 to 10000"
    )
    max_rooms: int = Field(ge=1, le=1000000, description="open rooms at once, 1 to 1000000")
    max_rooms_per_address: int = Field(
        ge=1, le=1000000, description="open rooms made from one address (or IPv6 /64 network), 1 to 1000000"
    )
    max_rooms_per_player: int = Field(
        ge=1, le=1000, description="open rooms a player may have a seat in at once, 1 to 1000"
    )

    log_level: Literal["debug", "info", "warning", "error"] = Field(
        description="least level that is logged: debug, info, warning or error"
    )
    log_format: Literal["console", "json"] = Field(description="form of the log on standard error: console or json")

    @property
    def rooms(self) -> RoomSettings:
        """The settings of new rooms, as far as nobody chooses others."""
        return RoomSettings(**{name: getattr(self, name) for name in RoomSettings.__struct_fields__})

    @field_validator("origins", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return [item.strip() for item in value.split(",") if item.strip()] if isinstance(value, str) else value

    @field_validator("origins")
    @classmethod
    def _are_origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for item in value:
            parts = urlsplit(item)
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
                raise ValueError("not an origin")
        return tuple(item.lower() for item in value)

    @field_validator("tls_certificate", "tls_key", "jwks_file", "jwt_issuer", "jwt_audience", mode="before")
    @classmethod
    def _may_be_empty(cls, value: object) -> object:
        return None if value == "" else value

    @field_validator("redis_url")
    @classmethod
    def _is_redis(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and urlsplit(value.get_secret_value()).scheme not in ("redis", "rediss", "unix"):
            raise ValueError("not a Redis address")
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What the caller gave, the environment, the environment's file, the defaults: the first that has a value."""
        of_env = InitSettingsSource(settings_cls, dict(values_in(f"{environment()}.toml")))
        defaults = InitSettingsSource(settings_cls, dict(values_in("default.toml")))
        return init_settings, env_settings, of_env, defaults


class Loaded(NamedTuple):
    """What `load` found. `settings` hold; `warnings` are sentences to log once; `given` came from the command line."""

    settings: Settings
    warnings: tuple[str, ...]
    given: Mapping[str, object]


SECRETS: Final = frozenset({"redis_url", "access_token", "secret_key", "jwt_key"})
"""Settings whose values are shown to nobody."""


@cache
def values_in(name: str) -> Mapping[str, object]:
    """The values of one of this package's TOML files."""
    return MappingProxyType(tomllib.loads((files("fudakai.server.config") / name).read_text(encoding="utf-8")))


def variable_of(name: str) -> str:
    """The environment variable that sets a setting."""
    return PREFIX + name.upper()


def found_in_environment(name: str) -> str | None:
    """A setting's value in the environment, where names count in either case and an empty value counts as none."""
    wanted = variable_of(name)
    return next((value for key, value in os.environ.items() if key.upper() == wanted and value), None)


def environment() -> str:
    """The environment's name. Raises WrongSettings if FUDAKAI_ENV is none of ENVIRONMENTS."""
    name = os.environ.get(f"{PREFIX}ENV") or str(values_in("default.toml")["env"])
    if name not in ENVIRONMENTS:
        raise WrongSettings((f"{PREFIX}ENV={_shown(name)} is no environment: use one of {', '.join(ENVIRONMENTS)}.",))
    return name


def load(**given: Any) -> Loaded:  # settings by name, checked by their own types
    """Reads all settings; `given` (by setting name, None: not given) goes over everything else.

    Raises WrongSettings with everything that is wrong, not just the first.
    """
    environment()
    given = {name: value for name, value in given.items() if value is not None}
    wrong, warnings = _unknown_variables()
    try:
        settings = Settings(**given)
    except ValidationError as error:
        names = dict.fromkeys(str(fault["loc"][0]) for fault in error.errors())
        wrong += [_line(name, given) for name in names]
    else:
        wrong += _unfit_for_production(settings) + _accounts(settings)
        if (settings.tls_certificate is None) != (settings.tls_key is None):
            other = "tls_key" if settings.tls_key is None else "tls_certificate"
            wrong.append(f"TLS needs a certificate and its key: set {variable_of(other)}, too.")
    if wrong:
        raise WrongSettings(tuple(wrong))
    return Loaded(settings, tuple(warnings), MappingProxyType(given))


def _unknown_variables() -> tuple[list[str], list[str]]:
    """Sentences about FUDAKAI_ variables that are no settings: errors for likely misspellings, else warnings (an
    orchestrator that links a service called fudakai sets such variables by itself)."""
    wrong: list[str] = []
    warnings: list[str] = []
    for variable in sorted(name for name in os.environ if name.upper().startswith(PREFIX)):
        name = variable[len(PREFIX) :].lower()
        if name in Settings.model_fields or name in OF_THE_CLIENT:
            continue
        near = get_close_matches(name, Settings.model_fields, n=1, cutoff=ALIKE)
        if near:
            wrong.append(f"{variable} is not a setting: did you mean {variable_of(near[0])}?")
        else:
            warnings.append(f"{variable} is not a setting and is ignored.")
    return wrong, warnings


def _line(name: str, given: Mapping[str, object]) -> str:
    """What is wrong with a setting's value, without the value of a secret."""
    field = Settings.model_fields.get(name)
    if field is None:
        return f"{name} is not a setting."
    variable = variable_of(name)
    if name in SECRETS:
        what = f"{variable} (its value is not shown)"
    elif name in given:
        what = f"{name} {_shown(given[name])} on the command line"
    else:
        what = f"{variable}={_shown(found_in_environment(name))}"
    return f"{what} is not allowed. Wanted: {field.description}."


def _shown(value: object) -> str:
    """A value as a message may show it: printable, at most 60 characters."""
    text = str(value)
    text = text if len(text) <= 60 else text[:57] + "..."
    return text if text.isprintable() and text == text.strip() and text else repr(text)


def _accounts(settings: Settings) -> list[str]:
    """What does not go together in the settings about accounts."""
    key, file, own = settings.jwt_key, settings.jwks_file, settings.secret_key
    wrong = []
    if key is not None and file is not None:
        wrong.append(f"{variable_of('jwt_key')} and {variable_of('jwks_file')} are both set: set one of them.")
    if key is not None and own is not None and key.get_secret_value() == own.get_secret_value():
        wrong.append(
            f"{variable_of('jwt_key')} and {variable_of('secret_key')} are the same: accounts could be anybody."
        )
    if not settings.guests and key is None and file is None:
        words = f"set {variable_of('jwt_key')} or {variable_of('jwks_file')}"
        wrong.append(f"{variable_of('guests')}=false without accounts lets nobody in: {words}.")
    return wrong


def _unfit_for_production(settings: Settings) -> list[str]:
    """Secrets that are none: a key or a token out of the files of the other environments, or marked as theirs."""
    if settings.env != "production":
        return []
    public = {values_in(f"{name}.toml").get(secret) for name in ENVIRONMENTS for secret in SECRETS}
    marks = tuple(f"{name}-" for name in (*ENVIRONMENTS, "example"))
    wrong = []
    for name in ("secret_key", "access_token", "jwt_key"):
        secret = getattr(settings, name)
        if secret is None:
            continue
        value = secret.get_secret_value()
        if value in public or value.lower().startswith(marks):
            wrong.append(
                f"{variable_of(name)} is a development secret, which everybody may know, and this is production: "
                'set one of your own (python3 -c "import secrets; print(secrets.token_urlsafe(48))")'
                + (", or none at all, and one is made and kept in data_dir." if name == "secret_key" else ".")
            )
    return wrong
