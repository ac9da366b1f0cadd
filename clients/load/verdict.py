"""What a run comes to, in a sentence."""

from __future__ import annotations

from typing import Final

import msgspec

from fudakai.clients.load.figures import Figures
from fudakai.clients.load.findings import NOT_SEARCHED

ONE: Final = {
    "frames": "frame",
    "entries": "entry",
    "acknowledged moves": "acknowledged move",
    "matches": "match",
    "lists of rooms": "list of rooms",
}
"""What a judge counts, when it is one."""


class Verdict(msgspec.Struct, frozen=True):
    """Whether nothing was wrong as far as was looked, and that in words."""

    good: bool
    words: str


def verdict(figures: Figures) -> Verdict:
    """What the judge's findings come to. A run that was cut short is judged as far as it got, and the words say so; one
    in which no move was acknowledged is not good."""
    looked = ", ".join(
        f"{count:,} {ONE.get(name, name) if count == 1 else name}"
        for name, count in figures.checked.items()
        if count and name != NOT_SEARCHED
    )
    unsearched = figures.checked.get(NOT_SEARCHED, 0)
    rest = f" {unsearched:,} {NOT_SEARCHED}: their game does not say how its cards are named." if unsearched else ""
    until = "" if figures.partial is None else f" The run was cut short ({figures.partial}): as far as it got."
    kinds = figures.wrongs()
    if kinds:
        wrong = ", ".join(f"{count:,} x {kind.replace('_', ' ')}" for kind, count in kinds.items())
        return Verdict(False, f"Not clean: {wrong}." + (f" Looked at {looked}." if looked else "") + rest + until)
    if not looked or not figures.checked.get("acknowledged moves"):
        return Verdict(False, f"Not judged: no move was made; give the run more time, or less --think.{until}")
    return Verdict(True, f"Clean: nothing wrong in {looked}.{rest}{until}")
