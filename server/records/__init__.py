"""Matches as files: made out of logs, checked, and replayed."""
