"""Frames for a person: what a message is in words, and both encodings side by side, or below one another."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from fudakai.clients.inspector.frames import Direction, Message, SeenFrame

WIDE: Final = 100
"""Columns from which on the two encodings stand side by side."""
ROW: Final = 16
"""Bytes of MessagePack in a row."""
ARROWS: Final = {Direction.SENT: Text("→ sent", "cyan"), Direction.GOT: Text("← got", "green")}


def page(frame: SeenFrame, width: int, whole: bool = False) -> RenderableType:
    """A frame at that many columns: when, which way, in words, its sizes, and its content in both encodings, of which
    the first lines only, if not the `whole` is asked for."""
    json, msgpack = frame.as_json, frame.as_msgpack
    head = Text.assemble(
        (f"{frame.at:9.3f} s  ", "dim"),
        ARROWS[frame.direction],
        "  ",
        (words(frame.message), "bold"),
        (f"  {len(msgpack)} bytes MessagePack, {len(json)} JSON", "dim"),
    )
    side = width >= WIDE
    left = (width - 4) // 2 if side else width - 2
    rows = None if whole else (12 if side else 6)
    hex_lines = _cut(_hex(msgpack, max(4, min(ROW, (left + 1) // 4))), rows)
    json_lines = _cut(_folded(json.decode(errors="replace"), width - left - 4 if side else left), rows)
    if side:
        table = Table.grid(padding=(0, 2))
        table.add_column(width=left, no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_row(Text("\n".join(hex_lines), "dim"), Text("\n".join(json_lines)))
        return Group(head, table, Text())
    return Group(head, Text("\n".join(hex_lines), "dim"), Text("\n".join(json_lines)), Text())


def words(message: Message | None) -> str:
    """What a message is, in a few words."""
    if message is None:
        return "bytes that are no message"
    kind = str(message.get("type"))
    match message:
        case {"type": "update", "version": version, "state": {"status": status}, "events": events}:
            names = [str(event.get("type")) for entry in events for event in entry["events"]]
            happened = ", ".join(names) if names else "nothing new"
            return f"update to version {version}, {status}: {happened}{_turn(message.get('you'))}"
        case {"type": "refused", "code": code, "words": said}:
            return f"refused {code}: {said}"
        case {"type": "move", "move": {"type": move}, "version": version}:
            return f"move {move} on version {version}"
        case {"type": "ok" | "pong" | "welcome" | "rooms", "re": re}:
            return f"{kind} for request {re}"
        case {"type": "notice" | "closed", "code": code}:
            return f"{kind} {code}"
    return kind


def _turn(you: Any) -> str:
    offers = you.get("offers") if isinstance(you, dict) else None
    return f"; {len(offers)} offers" if offers else ""


def _hex(raw: bytes, row: int) -> list[str]:
    lines = []
    for at in range(0, len(raw), row):
        part = raw[at : at + row]
        shown = "".join(chr(byte) if 32 <= byte < 127 else "·" for byte in part)
        lines.append(f"{part.hex(' '):{row * 3}}{shown}")
    return lines


def _folded(text: str, width: int) -> list[str]:
    return [text[at : at + width] for at in range(0, len(text), width)]


def _cut(lines: list[str], most: int | None) -> list[str]:
    if most is None or len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"... {len(lines) - most + 1} more lines (--whole)"]
