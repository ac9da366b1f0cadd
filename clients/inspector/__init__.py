"""Looking at what travels: a room's messages live and in both encodings, recorded, and messages written by hand."""
