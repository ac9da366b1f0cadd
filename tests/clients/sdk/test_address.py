"""Addresses: why none answers there, in words for a person."""

from __future__ import annotations

import errno
import socket
import ssl

import pytest

from fudakai.clients.sdk.address import reason


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed ('127.0.0.1', 9)"), "connection refused"),
        (ConnectionResetError(), "the connection was cut"),
        (TimeoutError(), "no answer"),
        (socket.gaierror(-2, "Name or service not known"), "Name or service not known"),
        (OSError("Multiple exceptions."), "Multiple exceptions"),
        (ssl.SSLCertVerificationError(1, "certificate has expired"), "certificate has expired"),
        (ValueError(), "ValueError"),
    ],
)
def test_why_a_connection_failed_is_in_words(error: Exception, words: str) -> None:
    assert reason(error) == words
