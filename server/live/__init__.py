"""One room at work: its runner, its audience, its timer."""
