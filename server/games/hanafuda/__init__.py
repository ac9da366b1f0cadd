"""Hanafuda, the point game (docs/rules/hanafuda.md)."""
