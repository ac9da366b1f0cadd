"""wss: talks, slow readers and stops as without TLS, and certificates that cannot be used."""

from __future__ import annotations

import asyncio
import re
import ssl
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from fudakai.protocol.codes import Close
from fudakai.server.transport.tls import Tls, WrongCertificate
from tests.transport.certificates import make, trusting
from tests.transport.table import HOST, MSGPACK, Recorder, answer, end_of, house, packed, within


async def test_a_talk_a_drop_and_a_stop_over_wss(tmp_path: Path) -> None:
    certificate, key = make(tmp_path)
    async with house(tls=Tls(certificate, key).context) as home:
        url, trust = f"wss://{HOST}:{home.port}", trusting(certificate)
        options = {"subprotocols": [MSGPACK], "compression": None, "max_size": None}
        async with connect(url, ssl=trust, **options) as client:  # type: ignore[arg-type]
            await client.send(packed("hello"))
            assert (await answer(client))["re"] == 1
            async with connect(url, ssl=trust, **options) as hostile:  # type: ignore[arg-type]
                await hostile.send(b"\xc1")
                assert (await end_of(hostile))[0] == Close.MALFORMED
            cut = await connect(url, ssl=trust, **options)  # type: ignore[arg-type]
            await home.router.peer(3)
            cut.transport.abort()
            await home.router.until(lambda notes: notes.kinds().count("closed") == 2)
            silent_reader, silent_writer = await asyncio.open_connection(HOST, home.port)  # no handshake
            await client.send(packed("ping", 2))
            assert (await answer(client))["re"] == 2
            await within(home.listener.stop(within=1.0))
            assert await end_of(client) == (1012, "service restart")
            silent_writer.close()
            assert isinstance(silent_reader, asyncio.StreamReader)


async def test_a_slow_reader_is_dropped_over_wss_too(tmp_path: Path) -> None:
    certificate, key = make(tmp_path)
    router = Recorder()
    async with house(router, tls=Tls(certificate, key).context, outbound_limit=65536) as home:
        client = await connect(
            f"wss://{HOST}:{home.port}",
            ssl=trusting(certificate),
            subprotocols=[MSGPACK],
            compression=None,
            max_queue=1,
        )
        peer = await router.peer()
        client.transport.pause_reading()
        for _ in range(400):
            peer.send(bytes(65535))
            if not peer.open:
                break
            await asyncio.sleep(0)
        assert not peer.open
        assert peer.how == str(int(Close.SLOW_READER))
        client.transport.abort()


async def test_plain_http_is_for_https_only(tmp_path: Path) -> None:
    certificate, key = make(tmp_path)
    async with house(tls=Tls(certificate, key).context) as home:
        assert b"200" not in await home.say(f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        reader, writer = await asyncio.open_connection(HOST, home.port, ssl=trusting(certificate))
        writer.write(f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        assert (await within(reader.readline())).split()[1] == b"200"
        writer.close()


async def test_a_renewed_certificate_holds_for_the_next_handshake_and_a_bad_one_changes_nothing(tmp_path: Path) -> None:
    certificate, key = make(tmp_path)
    old = tmp_path / "old.crt"
    old.write_bytes(certificate.read_bytes())
    tls = Tls(certificate, key)
    async with house(tls=tls.context) as home:
        url = f"wss://{HOST}:{home.port}"
        async with connect(url, ssl=trusting(old), subprotocols=[MSGPACK]) as first:
            make(tmp_path)
            kept = key.read_bytes()
            key.write_bytes(make(tmp_path, "other")[1].read_bytes())
            with pytest.raises(WrongCertificate, match="does not belong"):
                tls.reload()
            async with connect(url, ssl=trusting(old), subprotocols=[MSGPACK]):
                pass
            key.write_bytes(kept)
            tls.reload()
            async with connect(url, ssl=trusting(certificate), subprotocols=[MSGPACK]):
                pass
            with pytest.raises(ssl.SSLCertVerificationError):
                await connect(url, ssl=trusting(old), subprotocols=[MSGPACK])
            await first.send(packed("hello"))
            assert (await answer(first))["re"] == 1


def test_certificates_that_cannot_be_used_are_refused_in_words(tmp_path: Path) -> None:
    certificate, key = make(tmp_path)
    other_certificate, locked = make(tmp_path, "locked", b"sesame")
    nonsense = tmp_path / "nonsense"
    nonsense.write_text("no certificate")
    for first, second, words in (
        (tmp_path / "none", key, f"certificate {tmp_path}/none cannot be read: No such file"),
        (certificate, tmp_path / "none", f"key {tmp_path}/none cannot be read: No such file"),
        (certificate, tmp_path, f"key {tmp_path} cannot be read: Is a directory"),
        (nonsense, key, "PEM files"),
        (certificate, nonsense, "PEM files"),
        (key, certificate, "PEM files"),
        (other_certificate, key, "does not belong"),
        (other_certificate, locked, "has a password"),
    ):
        with pytest.raises(WrongCertificate, match=re.escape(words)):
            Tls(first, second)
