"""Makes the project's own environment, or brings it up to date: `python3 scripts/environment.py .venv`.

The folder gets a virtual environment with everything that requirements-dev.lock pins, checked by hash, and the project
itself, editable. `.ready` inside says from which files it was made: a run that finds it right does nothing. Two runs at
once take turns (a lock on the lock file itself). A run that was interrupted is mended by the next one.

Exit code 1, with a sentence, when Python does not do or a step failed. This file must be readable by old Pythons
(3.6 and later): telling their users what is missing is its first task.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time

OLDEST = (3, 11)
"""The oldest Python the project runs on (the same as `requires-python` in pyproject.toml)."""

OTHERS = ("python3.13", "python3.12", "python3.11")
"""Looked for on the PATH when the Python at hand does not do."""

LOCK = "requirements-dev.lock"
SOURCES = (LOCK, "pyproject.toml", "scripts/environment.py")

PROBE = "import sys, venv, ensurepip, zlib; sys.exit(sys.version_info[:2] < ({}, {}))".format(*OLDEST)


class Failed(Exception):
    """The environment could not be made; the words are for the person at the terminal."""


def say(words: str) -> None:
    """Prints a line at once, so that it stands before what the next step prints."""
    print(f"environment: {words}", flush=True)


def suitable(program: str) -> bool:
    """Whether that Python is new enough and can make environments."""
    answer = subprocess.run([program, "-c", PROBE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return answer.returncode == 0


def lack() -> str:
    """What the running Python lacks, in words."""
    version = "{}.{}.{}".format(*sys.version_info[:3])
    if sys.version_info[:2] < OLDEST:
        return f"{sys.executable} is Python {version}; Fudakai needs {'.'.join(map(str, OLDEST))} or newer."
    return (
        f"{sys.executable} (Python {version}) cannot make virtual environments: its venv or ensurepip is missing "
        "(on Debian and Ubuntu: apt-get install python3-venv)."
    )


def choose() -> str:
    """A Python that does: the running one, else one of OTHERS. Raises Failed when there is none."""
    if suitable(sys.executable):
        return sys.executable
    for name in OTHERS:
        program = shutil.which(name)
        if program is not None and suitable(program):
            say(f"using {program}, since {lack()}")
            return program
    raise Failed(f"{lack()} Name another one with: make PYTHON=/path/to/python3.12 ...")


def wanted() -> str:
    """What `.ready` says when the environment is right: a digest of the files that it is made from."""
    digest = hashlib.sha256()
    for name in SOURCES:
        with open(name, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest() + "\n"


def step(arguments: "list[str]", failed: str) -> None:
    """Runs one command; what it prints goes to the terminal. Raises Failed with those words when it fails."""
    environment = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1")
    if subprocess.run(arguments, env=environment, check=False).returncode != 0:
        raise Failed(failed)


def make(folder: str) -> None:
    """Makes or mends the environment in `folder`, and writes `.ready` as the last step. Raises Failed."""
    began = time.monotonic()
    ready = os.path.join(folder, ".ready")
    python = os.path.join(folder, "bin", "python")
    if os.path.exists(ready):
        os.remove(ready)
    if not os.path.exists(python) or not suitable(python):
        base = choose()
        say(f"making {folder} (once, well under a minute; packages are downloaded)")
        step([base, "-m", "venv", "--clear", folder], f"could not make a virtual environment in {folder} with {base}.")
    with open(LOCK, encoding="utf-8") as file:
        count = sum(line[:1].isalnum() for line in file)
    say(f"installing {count} pinned packages")
    pip = [python, "-m", "pip", "install", "-qq"]
    step(
        [*pip, "--require-hashes", "--requirement", LOCK],
        f"could not install what {LOCK} names; pip's words are above. Is the package index reachable?",
    )
    step([*pip, "--no-deps", "--no-build-isolation", "--editable", "."], "could not install the project itself.")
    with open(ready, "w", encoding="ascii") as file:
        file.write(wanted())
    say(f"ready after {time.monotonic() - began:.0f} s")


def bring_up_to_date(folder: str) -> None:
    """Makes the environment unless it is right. One run at a time works on it; others wait. Raises Failed."""
    with open(LOCK, encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("another make is preparing it, waiting")
            fcntl.flock(lock, fcntl.LOCK_EX)
        ready = os.path.join(folder, ".ready")
        if os.path.exists(ready):
            with open(ready, encoding="ascii") as file:
                if file.read() == wanted():
                    os.utime(ready)  # make compares times
                    return
        make(folder)


def main() -> int:
    """The command. Returns the exit code."""
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    try:
        bring_up_to_date(sys.argv[1])
    except Failed as failed:
        print(f"environment: {failed}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("environment: interrupted; the next make goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
