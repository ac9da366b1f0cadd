"""The insides of websockets on which server/transport/reading.py stands are there, and are what they were."""

from __future__ import annotations

import inspect
import tomllib
from importlib.metadata import version

import pytest
from packaging.requirements import Requirement
from websockets.asyncio.server import ServerConnection
from websockets.server import ServerProtocol

from fudakai.server.transport import listener, reading
from tests.test_deployment import text


def overridden() -> set[str]:
    """What our connections replace of the library's."""
    ours = {name for kind in (reading.Reading, listener._Socket) for name in vars(kind)}
    return {name for name in ours if hasattr(ServerConnection, name) and not name.startswith("__")}


def test_what_is_overridden_is_named() -> None:
    assert overridden() == set(reading.INSIDES[ServerConnection])


@pytest.mark.parametrize("name", reading.INSIDES[ServerConnection])
def test_a_method_that_is_overridden_takes_what_it_took(name: str) -> None:
    ours = next(vars(kind)[name] for kind in (reading.Reading, listener._Socket) if name in vars(kind))
    assert list(inspect.signature(ours).parameters) == list(
        inspect.signature(getattr(ServerConnection, name)).parameters
    )


@pytest.mark.parametrize("name", reading.INSIDES[ServerProtocol])
def test_a_part_of_the_protocol_that_is_used_is_there(name: str) -> None:
    protocol = ServerProtocol(select_subprotocol=lambda protocol, offered: None)
    assert hasattr(protocol, name)


def test_the_parser_is_a_generator_that_can_be_closed() -> None:
    assert inspect.isgenerator(ServerProtocol().parser)


def test_the_version_has_a_ceiling() -> None:
    asked = tomllib.loads(text("pyproject.toml"))["project"]["optional-dependencies"]["server"]
    (ceiling,) = [one for one in map(Requirement, asked) if one.name == "websockets"]
    installed = version("websockets")
    assert ceiling.specifier.contains(installed)
    assert not ceiling.specifier.contains(f"{int(installed.partition('.')[0]) + 1}.0")
