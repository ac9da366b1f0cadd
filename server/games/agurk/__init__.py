"""Agurk (docs/rules/agurk.md)."""
