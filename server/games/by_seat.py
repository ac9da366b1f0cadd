"""Tuples with one item for each seat."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def with_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The same by seat, with this seat's item replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
