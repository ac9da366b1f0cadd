"""Starts the command `fudakai-server`. Loading it takes a moment, in which Ctrl-C is to end it as quietly as later."""

from __future__ import annotations

import sys

INTERRUPTED = 130
"""The exit status of what Ctrl-C ended."""
USAGE = 2
"""The exit status where the server is not installed."""


def main() -> None:
    """The console script."""
    try:
        try:
            from fudakai.server.cli import main as command  # noqa: PLC0415  # Ctrl-C may come while it loads
        except ModuleNotFoundError as missing:
            if str(missing.name).startswith("fudakai."):
                raise
            why = f"the server is not installed ({missing.name} is missing)"
            sys.stderr.write(f"fudakai-server: {why}. Install it: pip install 'fudakai[server]'\n")
            raise SystemExit(USAGE) from None
        command()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


if __name__ == "__main__":
    main()
