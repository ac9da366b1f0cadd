"""One SVG file a deck: the motifs once, then a symbol for every card."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from scripts.cards import bridge, hanafuda, plants
from scripts.cards.ink import HEIGHT, WIDTH

FOLDER: Final = Path(__file__).parents[2] / "clients" / "web" / "cards"


def sheet(motifs: Mapping[str, str], cards: Mapping[str, str]) -> str:
    """The text of a deck's file. Every card is a symbol with its id, to be shown by <use>."""
    shared = "".join(f'<g id="{name}">{drawing}</g>\n' for name, drawing in motifs.items())
    symbols = "".join(
        f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{drawing}</symbol>\n' for name, drawing in cards.items()
    )
    edge = f'<clipPath id="edge"><rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="8"/></clipPath>\n'
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>\n{edge}{shared}</defs>\n{symbols}</svg>\n'


def decks() -> dict[str, str]:
    """The text of every deck's file, by the file's name."""
    return {
        "hanafuda.svg": sheet(plants.MOTIFS, hanafuda.drawings()),
        "bridge.svg": sheet(bridge.motifs(), bridge.drawings()),
    }


def write() -> None:
    """Write the files where the page finds them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in decks().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
