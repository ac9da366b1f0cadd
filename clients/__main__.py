"""Starts the command `fudakai`. Loading it takes a moment, in which Ctrl-C is to end it as quietly as later."""

from __future__ import annotations

INTERRUPTED = 130
"""The exit status of what Ctrl-C ended."""


def main() -> None:
    """The console script."""
    try:
        from fudakai.clients.cli import main as command  # noqa: PLC0415  # Ctrl-C may come while it loads

        command()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


if __name__ == "__main__":
    main()
