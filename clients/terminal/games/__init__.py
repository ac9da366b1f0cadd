"""How each game is drawn and played on the terminal."""
