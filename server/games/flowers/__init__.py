"""What the games with flower cards share: the cards, a match's course, moves, shapes, words."""
