"""The web client's files by the path at which the server shows them: the page at `/`, the rest as it lies here."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

SHOWN: Final = (".css", ".html", ".js", ".svg", ".webmanifest")
"""What a page may ask for; documentation, types and tests are not among it."""

_HEAD_ENDS: Final = b"  </head>"


def files() -> dict[str, bytes]:
    """Every file of the page and of the SDK that it stands on.

    The page names the styles of all games, and all its modules, so that a browser asks for them at once and not one
    import after the other.
    """
    clients = resources.files("fudakai.clients")
    found = {f"/web/{path}": text for path, text in _below(clients / "web")}
    found |= {f"/js/{path}": text for path, text in _below(clients / "js") if "/" not in path}
    page = found.pop("/web/index.html")
    styles = [path for path in found if path.startswith("/web/games/") and path.endswith(".css")]
    links = [f'    <link rel="stylesheet" href="{path}" />\n' for path in styles]
    links += [f'    <link rel="modulepreload" href="{path}" />\n' for path in found if path.endswith(".js")]
    page = page.replace(_HEAD_ENDS, "".join(links).encode() + _HEAD_ENDS)
    return found | {"/": page, "/favicon.ico": found["/web/icon.svg"]}


def _below(folder: Traversable, prefix: str = "") -> list[tuple[str, bytes]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name not in ("node_modules", "__pycache__"):
            found += _below(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(SHOWN):
            found.append((prefix + entry.name, entry.read_bytes()))
    return found
