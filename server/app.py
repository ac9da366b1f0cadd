"""The composition root: builds the server out of its parts, runs it, and takes it down in order."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import resource
import signal
from collections.abc import Callable
from importlib.metadata import version
from typing import Final

import msgspec
import structlog
from pydantic import SecretStr

from fudakai.clients import bots, web
from fudakai.protocol.codec import MAX_DEPTH, MAX_FRAME
from fudakai.protocol.from_server import Limits
from fudakai.server.clock import LoopClock
from fudakai.server.cluster.lease import Lease
from fudakai.server.config.secret import kept_key
from fudakai.server.config.settings import Settings, WrongSettings
from fudakai.server.control.line import ControlLine
from fudakai.server.control.operator import Operator
from fudakai.server.control.stored import redis_of
from fudakai.server.counts import Counts
from fudakai.server.games.registry import GAMES, INSTALLED
from fudakai.server.guesses import Guesses
from fudakai.server.host.host import Host, ServerInfo
from fudakai.server.host.quotas import Quotas
from fudakai.server.live.draws import Chance, drawn
from fudakai.server.live.passcodes import Passcodes
from fudakai.server.live.ports import Services
from fudakai.server.live.stand_ins import BotPlayers
from fudakai.server.lobby.accounts import Accounts, BadKey, key_of
from fudakai.server.lobby.door import Door
from fudakai.server.lobby.history import HistoryQueries
from fudakai.server.lobby.identity import Identity
from fudakai.server.lobby.results import ResultsWorker
from fudakai.server.metrics import Metrics
from fudakai.server.records.archive import Archive
from fudakai.server.store import Store
from fudakai.server.store.embedded import EmbeddedRedis
from fudakai.server.store.places import EmbeddedError
from fudakai.server.transport.connection import Bounds
from fudakai.server.transport.health import Health
from fudakai.server.transport.listener import Listener
from fudakai.server.transport.site import Site
from fudakai.server.transport.tls import Tls, WrongCertificate

SETTLE_SECONDS: Final = 2.0
"""Longest wait for appends under way when the server stops; then Redis is away, and they are unknown anyway."""
CLOSE_SECONDS: Final = 2.5
"""Longest wait for clients to take the close. With the results' CATCH_UP_SECONDS and Redis's own STOP_SECONDS the whole
stop takes less than ten seconds."""
LEASE_SECONDS: Final = 2.0
"""Between two looks at the lease. An append tells at once that it is lost; this is for a server where nobody plays."""
SPARE_FILES: Final = 128
"""Open files besides connections: sockets over the bound, Redis, logs, modules."""

log = structlog.get_logger()


class CannotListen(Exception):
    """The address or port is not to be had. The words say which and why."""


class Startup(msgspec.Struct, frozen=True):
    """What a person is told when the server is up."""

    host: str
    port: int
    tls: bool
    store: str
    promises: tuple[str, ...]
    rooms: int


async def serve(settings: Settings, started: Callable[[Startup], None], chance: Chance = drawn) -> int:
    """Runs the server until SIGTERM or SIGINT; the exit status. `started` is called when it listens. `chance` draws.

    Raises WrongSettings, WrongCertificate, EmbeddedError, BadAddress, Unavailable, LeaseLost and CannotListen, with
    words for the person who started it.
    """
    _allow_files(settings.max_connections)
    for fault in INSTALLED.faults:
        log.error("a game is not played", why=fault)
    tls = _tls_of(settings)
    accounts = _accounts_of(settings)
    key = settings.secret_key.get_secret_value() if settings.secret_key is not None else kept_key(settings.data_dir)
    async with redis_of(settings) as (url, redis):
        store = Store(url, record_days=settings.record_days, history_days=settings.history_days)
        try:
            await store.start()
            return await _serve(settings, key, tls, accounts, store, redis, started, chance)
        except ExceptionGroup as group:
            raise _first_of(group) from group  # one part could not go on, and the others were cancelled for it
        finally:
            await store.aclose()


def _collect_rarely() -> None:
    """What is loaded by now stays: the cycle collector need not look at it again. Moves make many short-lived objects
    and no cycles, so it may look less often: at 100 busy rooms that saves up to a fifth of a move's processor time.
    Nobody is answered while it looks: for 40 to 80 ms through 25,000 objects, for a second through all that 500 rooms
    hold, which it does after a million new ones that have stayed."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 4, 50)


def _allow_files(connections: int) -> None:
    """Raises this process's limit on open files to what so many connections need, or says that it cannot."""
    wanted = connections + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        if allowed < wanted:
            log.warning("fewer open files are allowed than max_connections needs", allowed=allowed, wanted=wanted)


def _first_of(error: Exception) -> Exception:
    return _first_of(error.exceptions[0]) if isinstance(error, ExceptionGroup) else error


async def _serve(
    settings: Settings,
    key: str,
    tls: Tls | None,
    accounts: Accounts | None,
    store: Store,
    redis: EmbeddedRedis | None,
    started: Callable[[Startup], None],
    chance: Chance,
) -> int:
    loop = asyncio.get_running_loop()
    stop, ready, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
    status = 0

    def fenced() -> None:
        nonlocal status
        if not stop.is_set():
            log.error("another server took over this node's rooms: stopping", node=settings.node)
            status = 1
            stop.set()

    counts = Counts()
    store.watch_batches(counts.batch.observe)
    lease = Lease(store, settings.node, fenced)
    await lease.acquire()
    worker = ResultsWorker(store, counts.leave_result)
    clock = LoopClock(loop)
    host = Host(
        Services(
            store=store,
            lease=lease,
            clock=clock,
            games=GAMES,
            players=BotPlayers(
                stand_ins={name: bots.stand_in(name) for name in GAMES},
                bots={one.value: {name: bots.player(one, name) for name in GAMES} for one in bots.Strength},
            ),
            counts=counts,
            passcodes=Passcodes(clock.now),
            chance=chance,
        ),
        door=Door(Identity(key), _secret(settings.access_token), Guesses(clock.now), accounts, guests=settings.guests),
        annals=HistoryQueries(store, worker, GAMES, Archive(store)),
        quotas=Quotas(
            connections_per_player=settings.max_connections_per_player,
            rooms_per_address=settings.max_rooms_per_address,
            rooms=settings.max_rooms,
            rooms_per_player=settings.max_rooms_per_player,
        ),
        info=ServerInfo(version("fudakai"), _limits_of(settings), settings.rooms),
    )

    def not_ready() -> str | None:
        if host.intake.stopping:
            return "The server is stopping."
        return None if store.healthy else "Redis cannot be reached."

    listener = Listener(
        host,
        _bounds_of(settings),
        Health(not_ready, lambda: metrics.text(), metrics_to_all=settings.metrics_to_all),
        counts,
        Site(web.files()) if settings.web else None,
    )
    began = loop.time()
    metrics = Metrics(
        counts=counts,
        host=host,
        listener=listener,
        store=store,
        worker=worker,
        lease=lease,
        uptime=lambda: loop.time() - began,
    )
    control = ControlLine(settings.data_dir, Operator(host, stop.set).answers)
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    loop.add_signal_handler(signal.SIGHUP, _renew, tls)
    async with asyncio.TaskGroup() as tasks:
        carriers = [tasks.create_task(work) for work in (store.run(), worker.run(), _watch_lease(lease, fenced))]
        if redis is not None:
            carriers.append(tasks.create_task(redis.supervise()))
        hosting = tasks.create_task(host.run(ready, ended))
        try:
            await _first(ready, stop, hosting)
            if not stop.is_set():
                port = await _listen(listener, settings, tls)
                await _open_control(control)
                promises = tuple(await store.promises())
                _collect_rarely()
                started(Startup(settings.host, port, tls is not None, store.address, promises, host.rooms))
                await stop.wait()
                await _stop(host, listener, control)
        finally:
            ended.set()
            if not ready.is_set():
                hosting.cancel()
            await asyncio.wait((hosting,))
            if store.healthy:
                await worker.caught_up()  # what ended in the last moment is told before the next start
            for task in carriers:
                task.cancel()
    return status


async def _open_control(control: ControlLine) -> None:
    """Without a control socket the server plays all the same."""
    try:
        await control.start()
    except (EmbeddedError, OSError) as error:
        log.warning("operators' commands cannot reach this server", why=str(error))


def _tls_of(settings: Settings) -> Tls | None:
    if settings.tls_certificate is None or settings.tls_key is None:  # `load` has seen to it that both are, or none
        return None
    return Tls(settings.tls_certificate, settings.tls_key)


def _renew(tls: Tls | None) -> None:
    """SIGHUP: the certificate was renewed."""
    try:
        if tls is not None:
            tls.reload()
            log.info("the certificate was read anew")
    except WrongCertificate as wrong:
        log.error("the certificate cannot be renewed, the old one holds on", why=str(wrong))


async def _listen(listener: Listener, settings: Settings, tls: Tls | None) -> int:
    try:
        return await listener.start(settings.host, settings.port, None if tls is None else tls.context)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error.strerror or error)
        raise CannotListen(
            f"cannot listen on {settings.host} port {settings.port}: {why}. "
            "Set another with FUDAKAI_HOST and FUDAKAI_PORT, or stop what listens there."
        ) from error


async def _first(ready: asyncio.Event, stop: asyncio.Event, hosting: asyncio.Task[None]) -> None:
    """Until the host is ready, is told to stop before that, or has failed."""
    waiting = [asyncio.ensure_future(event.wait()) for event in (ready, stop)]
    await asyncio.wait((*waiting, hosting), return_when=asyncio.FIRST_COMPLETED)
    for wait in waiting:
        wait.cancel()


async def _stop(host: Host, listener: Listener, control: ControlLine) -> None:
    """No new rooms, everybody is told, what is under way is stored, connections are closed; rooms stay in Redis."""
    log.info("stopping")
    host.stop_taking()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SETTLE_SECONDS):
            await host.settled()
    await listener.stop(within=CLOSE_SECONDS)
    await control.stop()


async def _watch_lease(lease: Lease, lost: Callable[[], None]) -> None:
    while await lease.held():  # noqa: ASYNC110  # another process took it: no event tells us
        await asyncio.sleep(LEASE_SECONDS)
    lost()


def _secret(value: SecretStr | None) -> str | None:
    return None if value is None else value.get_secret_value()


def _accounts_of(settings: Settings) -> Accounts | None:
    """Who reads the tokens of the host's own site, if there is one. Raises WrongSettings."""
    text = _secret(settings.jwt_key)
    if text is None and settings.jwks_file is None:
        return None
    try:
        return Accounts(
            () if text is None else (key_of(text),),
            file=settings.jwks_file,
            issuer=settings.jwt_issuer,
            audience=settings.jwt_audience,
            leeway=settings.jwt_leeway,
            name=settings.jwt_name,
        )
    except BadKey as bad:
        raise WrongSettings((f"The key of accounts cannot be used: {bad}.",)) from None


def _limits_of(settings: Settings) -> Limits:
    return Limits(
        frame=MAX_FRAME,
        depth=MAX_DEPTH,
        credits=settings.credits,
        credits_per_second=settings.credits_per_second,
        ping_interval=settings.ping_interval,
    )


def _bounds_of(settings: Settings) -> Bounds:
    names = (field.name for field in msgspec.structs.fields(Bounds))
    return Bounds(**{name: getattr(settings, name) for name in names})
