"""Draws both decks into clients/web/cards/: one SVG file a deck, one symbol a card.

`python -m scripts.cards` writes the files; a test fails when they are stale. Everything is plain shapes in one small
set of inks, with presentation attributes only, so that a strict content security policy lets a page show them.
"""
