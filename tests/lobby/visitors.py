"""Connections at the door."""

from __future__ import annotations


class Visitor:
    """A connection from somewhere."""

    def __init__(self, source: str = "192.0.2.1", id: int = 1) -> None:
        self.source = source
        self.id = id
