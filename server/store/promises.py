"""Says what 'acknowledged' promises with the settings of this Redis. The README states the same table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import ResponseError

SETTINGS: Final = ("appendonly", "appendfsync", "save", "maxmemory", "maxmemory-policy")

ALWAYS: Final = (
    "appendfsync always: an acknowledged move is on Redis's disk. It survives kill -9 of the server and of Redis, "
    "and a power cut as far as the disk keeps its word."
)
EVERYSEC: Final = (
    "appendfsync everysec: an acknowledged move survives kill -9 of the server and of Redis. A power cut or a crash of "
    "the machine may cost the last second or two."
)
NO: Final = (
    "appendfsync no: an acknowledged move survives kill -9 of the server and of Redis. A power cut or a crash of the "
    "machine may cost what the system had not yet written, often half a minute."
)
SNAPSHOTS: Final = (
    "appendonly no: an acknowledged move is in Redis's memory only. It survives kill -9 of the server; when Redis "
    "dies, everything since its last snapshot is lost (save is {save!r}). Set 'appendonly yes'."
)
MEMORY: Final = (
    "appendonly no and no snapshots: an acknowledged move is in Redis's memory only. It survives kill -9 of the "
    "server; when Redis stops, all rooms are lost. Set 'appendonly yes'."
)
EVICTS: Final = (
    "maxmemory-policy {policy}: when its memory is full, this Redis deletes rooms. Set 'maxmemory-policy noeviction'; "
    "moves are then refused instead."
)
HIDDEN: Final = (
    "This Redis does not tell its settings (CONFIG is forbidden), so what an acknowledged move survives is what its "
    "operator promises: ask for 'appendonly yes', 'appendfsync always' and 'maxmemory-policy noeviction'."
)
REPLICAS: Final = (
    "This Redis has replicas. They copy after the answer, so a fail-over may cost the newest acknowledged moves."
)
CLUSTER: Final = "This Redis is part of a Redis Cluster, which this version cannot use: rooms on its other nodes fail."


def sentences(settings: Mapping[str, str] | None, facts: Mapping[str, object]) -> list[str]:
    """The promise for these settings (CONFIG GET, None when forbidden) and facts (INFO), most important first."""
    said = []
    if settings is None:
        said.append(HIDDEN)
    else:
        if settings.get("appendonly") == "yes":
            said.append({"always": ALWAYS, "everysec": EVERYSEC}.get(settings.get("appendfsync", ""), NO))
        elif settings.get("save"):
            said.append(SNAPSHOTS.format(save=settings["save"]))
        else:
            said.append(MEMORY)
        policy = settings.get("maxmemory-policy", "noeviction")
        if policy != "noeviction" and settings.get("maxmemory") != "0":
            said.append(EVICTS.format(policy=policy))
    if facts.get("connected_slaves", 0):
        said.append(REPLICAS)
    if facts.get("cluster_enabled", 0):
        said.append(CLUSTER)
    return said


async def promises(client: Redis) -> list[str]:
    """Read CONFIG and INFO of this Redis and say what they promise. redis-py's errors come through."""
    settings: dict[str, str] | None
    try:
        found = [await client.config_get(name) for name in SETTINGS]
        settings = {_text(key): _text(value) for pairs in found for key, value in pairs.items()}
    except ResponseError:  # no permission, or the command was renamed
        settings = None
    try:
        facts = await client.info()
    except ResponseError:
        facts = {}
    return sentences(settings, facts)


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
