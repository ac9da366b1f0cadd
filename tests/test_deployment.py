"""What the container files, the locks, the Makefile and CI promise, read out of them. None of them is run here."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from prometheus_client.parser import text_string_to_metric_families

from fudakai.clients.terminal import tokens
from fudakai.server.cli import cli
from fudakai.server.config.settings import Settings, values_in
from tests.test_metrics import measured

ROOT = Path(__file__).parent.parent
DASHBOARD = "deploy/grafana/dashboards/fudakai.json"
LOCKS = ("requirements.lock", "requirements-dev.lock")


def text(name: str) -> str:
    """A file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    """pyproject.toml's table of that name."""
    table: dict[str, Any] = tomllib.loads(text("pyproject.toml"))["project"]
    return table


def instructions(name: str) -> list[tuple[str, str]]:
    """A Dockerfile's lines as (word, rest); continued lines are one."""
    joined = re.sub(r"\\\n\s*", "", text(name))
    lines = (line for line in joined.splitlines() if line.strip() and not line.startswith("#"))
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """docker-compose.yml, with its variables as they are written."""
    content: dict[str, Any] = yaml.safe_load(text("docker-compose.yml"))
    return content


# the compose file


def test_compose_has_one_server_and_its_redis(compose: dict[str, Any]) -> None:
    assert {name for name, service in compose["services"].items() if "profiles" not in service} == {"server", "redis"}
    server = compose["services"]["server"]
    assert server["depends_on"] == {"redis": {"condition": "service_healthy"}}
    assert server["environment"]["FUDAKAI_REDIS_URL"].startswith("redis://redis:6379")
    assert server["environment"]["FUDAKAI_ENV"] == "production"


def test_compose_publishes_the_server_on_this_machine_alone(compose: dict[str, Any]) -> None:
    assert compose["services"]["server"]["ports"] == ["${FUDAKAI_PUBLISH:-127.0.0.1:8765}:8765"]
    assert "ports" not in compose["services"]["redis"]
    assert compose["services"]["redis"]["networks"] == ["back"]
    assert compose["networks"]["back"] == {"internal": True}


def test_compose_asks_for_the_secret_and_holds_none(compose: dict[str, Any]) -> None:
    environment = compose["services"]["server"]["environment"]
    assert environment["FUDAKAI_SECRET_KEY"].startswith("${FUDAKAI_SECRET_KEY:?")
    assert environment["FUDAKAI_ACCESS_TOKEN"] is None


def test_compose_redis_writes_before_it_answers_and_drops_nothing(compose: dict[str, Any]) -> None:
    redis = compose["services"]["redis"]
    command = redis["command"]
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options == {
        "--appendonly": "yes",
        "--appendfsync": "always",
        "--save": "",
        "--maxmemory-policy": "noeviction",
    }
    assert redis["volumes"] == ["redis-data:/data"]
    assert "redis-data" in compose["volumes"]


def test_compose_services_are_hardened_watched_and_restarted(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["restart"] == "unless-stopped"
        assert service["healthcheck"]["test"][0] == "CMD"
    assert "/readyz" in compose["services"]["server"]["healthcheck"]["test"][-1]


def test_compose_sets_only_settings_that_exist(compose: dict[str, Any]) -> None:
    known = {f"FUDAKAI_{name.upper()}" for name in Settings.model_fields}
    assert set(compose["services"]["server"]["environment"]) <= known
    assert set(re.findall(r"FUDAKAI_[A-Z_]+(?==)", text("Dockerfile"))) <= known


# monitoring


def test_monitoring_is_a_profile_that_shows_grafana_to_this_machine_alone(compose: dict[str, Any]) -> None:
    services = {name: service for name, service in compose["services"].items() if "profiles" in service}
    assert {name: service["profiles"] for name, service in services.items()} == {
        "prometheus": ["monitoring"],
        "grafana": ["monitoring"],
    }
    assert "ports" not in services["prometheus"]
    assert services["grafana"]["ports"] == ["127.0.0.1:3000:3000"]
    assert services["grafana"]["environment"]["GF_AUTH_ANONYMOUS_ORG_ROLE"] == "Viewer"
    assert compose["services"]["server"]["environment"]["FUDAKAI_METRICS_TO_ALL"] is None, "closed unless it is set"
    for service in services.values():
        mounts = [volume for volume in service["volumes"] if volume.startswith("./")]
        assert all(volume.endswith(":ro") and (ROOT / volume.split(":")[0]).exists() for volume in mounts)
        assert {volume.split(":")[0] for volume in service["volumes"] if volume not in mounts} <= set(
            compose["volumes"]
        )


def test_prometheus_and_grafana_find_each_other_and_the_server(compose: dict[str, Any]) -> None:
    (job,) = yaml.safe_load(text("deploy/prometheus.yml"))["scrape_configs"]
    (target,) = job["static_configs"][0]["targets"]
    assert target == "server:8765"
    assert "metrics_path" not in job, "/metrics is Prometheus's own default"
    (source,) = yaml.safe_load(text("deploy/grafana/provisioning/datasources/prometheus.yml"))["datasources"]
    assert source["url"] == "http://prometheus:9090"
    (provider,) = yaml.safe_load(text("deploy/grafana/provisioning/dashboards/fudakai.yml"))["providers"]
    grafana = compose["services"]["grafana"]
    assert any(volume.split(":")[1] == provider["options"]["path"] for volume in grafana["volumes"])
    sources = {panel["datasource"]["uid"] for panel in json.loads(text(DASHBOARD))["panels"]}
    assert sources == {source["uid"]}
    for name in ("server", "prometheus", "grafana"):
        assert "front" in compose["services"][name]["networks"]


async def known_metrics(redis_url: str) -> tuple[set[str], set[str]]:
    """The names of our families, and of all samples that there can be."""
    async with measured(redis_url) as (_, metrics):
        families = list(text_string_to_metric_families(metrics.text()))
    suffixes = {"counter": ["_total"], "histogram": ["", "_bucket", "_sum", "_count"]}
    ours = {family.name for family in families if family.name.startswith("fudakai_")}
    return ours, {family.name + suffix for family in families for suffix in suffixes.get(family.type, [""])}


async def test_the_page_for_hosts_speaks_of_what_exists(redis_url: str) -> None:
    page = text("docs/hosting.md")
    _, known = await known_metrics(redis_url)
    assert set(re.findall(r"`(fudakai_\w+)`", page)) - known == set()
    settings = {f"FUDAKAI_{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"FUDAKAI_[A-Z_]+", page)) - settings == {tokens.VARIABLE}, "and what a client reads"
    commands = {command.name or command.callback.__name__ for command in cli.registered_commands if command.callback}
    assert set(re.findall(r"fudakai-server ([a-z]+)", page)) <= commands
    assert {"rooms", "room", "players", "kick", "close", "announce", "drain", "backup", "restore", "forget"} <= commands


async def test_every_metric_of_the_dashboard_exists_and_every_metric_is_on_it(redis_url: str) -> None:
    ours, known = await known_metrics(redis_url)
    panels = json.loads(text(DASHBOARD))["panels"]
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    used = {name for expression in expressions for name in re.findall(r"\b(?:fudakai|process)_[a-z_]+", expression)}
    assert used - known == set()
    shown = {name for name in ours if any(use.startswith(name) for use in used)}
    assert ours - shown == {"fudakai_connections_opened", "fudakai_lease_number"}
    labels = {
        label
        for expression in expressions
        for part in re.findall(r" by \((.*?)\)", expression)
        for label in part.split(", ")
    }
    assert labels == {"game", "state", "by", "event", "code", "status", "le"}
    assert len({panel["id"] for panel in panels}) == len(panels)


@pytest.mark.parametrize("name", ["deploy/nginx.conf", "deploy/Caddyfile"])
def test_a_proxy_example_keeps_metrics_to_this_machine_and_passes_on_to_the_servers_port(name: str) -> None:
    assert re.search(r"/metrics( \{\s+return)? 404", text(name))
    assert f"127.0.0.1:{values_in('default.toml')['port']}" in text(name)


# the image


def test_the_image_runs_the_server_as_nobody_in_particular() -> None:
    words = instructions("Dockerfile")
    final = words[max(i for i, (word, _) in enumerate(words) if word == "FROM") :]
    of = dict(final)
    assert of["USER"] == "fudakai"
    assert of["EXPOSE"] == "8765"
    assert of["STOPSIGNAL"] == "SIGTERM"
    assert of["CMD"] == '["fudakai-server", "serve"]'
    assert not any("pip" in rest.split() or "apt-get" in rest for word, rest in final if word == "RUN")


def test_the_image_installs_what_the_locks_pin() -> None:
    installs = re.findall(
        r"pip install (.*?)(?: &&|$)", "\n".join(rest for _, rest in instructions("Dockerfile")), re.M
    )
    assert len(installs) == 3
    for arguments in installs:
        assert "--require-hashes" in arguments or "--no-index" in arguments


def test_the_image_gets_no_more_than_it_copies() -> None:
    copied = {
        name
        for word, rest in instructions("Dockerfile")
        if word == "COPY" and not rest.startswith("--from")
        for name in rest.split()[:-1]
    }
    lines = text(".dockerignore").splitlines()
    assert "*" in lines
    assert {line[1:] for line in lines if line.startswith("!")} == copied


def test_the_image_has_a_python_that_the_project_names() -> None:
    versions = set(re.findall(r"^FROM python:([\d.]+)-slim", text("Dockerfile"), re.M))
    (version,) = versions
    assert f"Programming Language :: Python :: {version}" in project()["classifiers"]


# the locks


def pins(lock: str) -> dict[str, Version]:
    """What a lock pins: name and version."""
    return {
        canonicalize_name(name): Version(version)
        for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", text(lock), re.M)
    }


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_by_hash_and_names_no_place(lock: str) -> None:
    kept = [line for line in text(lock).splitlines() if not line.lstrip().startswith("#")]
    requirements = [line for line in kept if not line.startswith(" ")]
    assert len(requirements) == len(pins(lock)) > 10
    assert all(re.search(r"==[^ ]+ (; .* )?\\$", line) for line in requirements)
    assert all(re.fullmatch(r" +--hash=sha256:[0-9a-f]{64}( \\)?", line) for line in kept if line.startswith(" "))
    assert "://" not in text(lock)
    assert not re.search(r"(^|\s)/\w", text(lock))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_answers_the_project_file(lock: str) -> None:
    extras = project()["optional-dependencies"]
    asked = project()["dependencies"] + extras["server"]
    if lock == "requirements-dev.lock":
        asked += extras["load"] + [name for name in extras["dev"] if Requirement(name).name != project()["name"]]
    pinned = pins(lock)
    for requirement in map(Requirement, asked):
        version = pinned.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement.name} is not pinned: make lock"
        assert requirement.specifier.contains(version), f"{requirement} is pinned at {version}: make lock"


def test_both_locks_agree() -> None:
    small, large = map(pins, LOCKS)
    assert small.items() <= large.items()


# CI


def test_ci_runs_all_of_check_once() -> None:
    (parts,) = re.findall(r"^check: ([a-z ]+)", text("Makefile"), re.M)
    assert re.findall(r"^make (\w+)", text(".ci/run"), re.M) == parts.split()
