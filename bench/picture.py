"""The moves a second of all servers as a picture."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.load import OURS, Row
from bench.report import median
from bench.servers import Failed


def plots() -> Any:
    """matplotlib, which only a picture needs. Raises Failed where it is not installed."""
    try:
        return importlib.import_module("matplotlib.pyplot")
    except ImportError:
        raise Failed(f"--png needs matplotlib: {sys.executable} -m pip install --editable '.[bench]'") from None


def draw(file: Path, rows: Sequence[Row], names: Mapping[str, str]) -> None:
    """A bar for each server, medians at the most rooms, one panel a game. Raises Failed without matplotlib."""
    plot = plots()
    games = list(dict.fromkeys(row.game for row in rows))
    most = max((row.rooms for row in rows), default=0)
    figure, panels = plot.subplots(len(games) or 1, 1, figsize=(8, 3.2 * (len(games) or 1)), squeeze=False)
    for game, (panel,) in zip(games, panels, strict=False):
        speeds = {
            server: speed
            for server in names
            if (speed := median(rows, server, game, most, lambda row: row.moves_per_second)) is not None
        }
        order = sorted(speeds, key=speeds.__getitem__)
        colours = ["#b3322c" if server in OURS else "#8a8f98" for server in order]
        bars = panel.barh([names[server] for server in order], [speeds[server] for server in order], color=colours)
        panel.bar_label(bars, fmt="{:,.0f}", padding=3)
        panel.set_title(f"{game}, {most} rooms: moves a second", loc="left")
        panel.spines[["top", "right"]].set_visible(False)
        panel.margins(x=0.15)
    figure.tight_layout()
    figure.savefig(file, dpi=100)
    plot.close(figure)
