"""Numbers as people read them."""

from __future__ import annotations


def in_time(microseconds: float | None) -> str:
    """A duration with three digits and the unit that suits it; a dash for none."""
    if microseconds is None:
        return "-"
    if microseconds < 999.5:
        return f"{microseconds:.0f} us"
    milliseconds = microseconds / 1_000
    if milliseconds < 9.995:
        return f"{milliseconds:.2f} ms"
    if milliseconds < 99.95:
        return f"{milliseconds:.1f} ms"
    if milliseconds < 999.5:
        return f"{milliseconds:.0f} ms"
    seconds = milliseconds / 1_000
    return f"{seconds:.2f} s" if seconds < 9.995 else f"{seconds:.1f} s"


def in_bytes(count: float) -> str:
    """A number of bytes, in the unit of 1024 that suits it."""
    if count < 1024:
        return f"{count:.0f} B"
    for unit in ("KiB", "MiB"):
        count /= 1024
        if count < 999.5:
            return f"{count:.1f} {unit}" if count < 99.95 else f"{count:.0f} {unit}"
    return f"{count / 1024:,.1f} GiB"


def in_clock(seconds: float) -> str:
    """A stretch of time, as 4:05 or 1:00:00."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
