"""Tests for authors of games: every law that Fudakai's own games keep, run on an installed game.

`pytest -p fudakai.testing.plugin --pyargs fudakai.testing --game NAME`, or shorter `python -m fudakai.testing NAME`. It
needs `pip install 'fudakai[server,testing]'`.
"""
