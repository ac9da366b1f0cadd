"""Fixtures: Node, and a server of its own for a test."""

from __future__ import annotations

from tests.e2e.conftest import node, server

__all__ = ["node", "server"]
