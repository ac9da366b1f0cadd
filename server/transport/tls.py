"""TLS of the listener: a certificate and its key out of two files, which may be renewed while the server runs."""

from __future__ import annotations

import ssl
from pathlib import Path


class WrongCertificate(Exception):
    """The certificate or its key cannot be used; the words name the file and say why."""


class Tls:
    """`context` is what the listener uses; after `reload` the next handshakes get the new certificate.

    TLS 1.2 at least. Raises WrongCertificate.
    """

    def __init__(self, certificate: Path, key: Path) -> None:
        self._certificate = certificate
        self._key = key
        self.context = self._loaded()

    def reload(self) -> None:
        """Reads both files anew. Raises WrongCertificate; then everything stays as it was."""
        self._loaded()  # a context that failed half-way would have the certificate of one and the key of the other
        self._load(self.context)

    def _loaded(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["http/1.1"])
        self._load(context)
        return context

    def _load(self, context: ssl.SSLContext) -> None:
        for what, path in (("certificate", self._certificate), ("key", self._key)):
            try:
                path.read_bytes()
            except OSError as error:
                raise WrongCertificate(f"The TLS {what} {path} cannot be read: {error.strerror}.") from error
        try:
            context.load_cert_chain(self._certificate, self._key, password=_no_password)
        except _HasPassword:
            raise WrongCertificate(
                f"The TLS key {self._key} has a password, and nobody is there to type it: take it off "
                "(openssl pkey -in OLD -out NEW) and let only the server's user read the file."
            ) from None
        except (ssl.SSLError, ValueError) as error:
            reason = getattr(error, "reason", None) or ""
            if "MISMATCH" in reason:
                words = f"The TLS key {self._key} does not belong to the certificate {self._certificate}."
            else:
                words = (
                    f"The TLS certificate {self._certificate} or its key {self._key} is not what it should be: "
                    "both are PEM files, with BEGIN CERTIFICATE and BEGIN PRIVATE KEY in them."
                )
            raise WrongCertificate(words) from error


class _HasPassword(Exception):
    """The key asks for a password."""


def _no_password() -> str:
    raise _HasPassword
