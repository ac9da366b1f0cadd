"""The lease of a node on its rooms, with fencing tokens."""
