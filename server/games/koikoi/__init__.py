"""Koi-Koi (docs/rules/koikoi.md)."""
