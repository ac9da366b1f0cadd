"""Installs Chromium for the tests of the web client, where nobody need be asked for it: as root, with apt-get.

`make test` calls it when no Chromium is on the PATH. It never asks for a password and always ends with status 0: where
Chromium cannot be installed, a sentence says so, and the tests that need it are not run (with CI=true they fail).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Final

SECONDS: Final = 600
"""An installation that takes longer is given up."""


def say(words: str) -> None:
    """Prints a line at once, so that it stands before what the next step prints."""
    print(f"chromium: {words}", flush=True)


def install() -> bool:
    """Whether Chromium is there now."""
    program = shutil.which("apt-get")
    if program is None or os.geteuid() != 0:
        return False
    say("installing it with apt-get, once")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        try:
            done = subprocess.run(
                [program, *step],
                env=quiet,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            say(f"apt-get {step[0]} took longer than {SECONDS} s")
            return False
        if done.returncode:
            say(f"apt-get {step[0]} failed: {done.stderr.strip().splitlines()[-1:] or done.returncode}")
    return shutil.which("chromium") is not None


def main() -> int:
    """Says what came of it."""
    if install():
        say("ready")
    else:
        say("it is not here, so the tests of the web client are not run (on Debian: apt-get install chromium)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
