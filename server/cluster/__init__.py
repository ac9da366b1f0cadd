"""Who runs which rooms: the lease of a node, with its fencing numbers."""
