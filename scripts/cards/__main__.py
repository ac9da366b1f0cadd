"""`python -m scripts.cards`: writes the decks' files."""

from scripts.cards.sheet import write

if __name__ == "__main__":
    write()
