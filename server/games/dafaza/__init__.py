"""Dafaza (docs/rules/dafaza.md)."""
