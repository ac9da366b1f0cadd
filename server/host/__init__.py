"""All rooms of this node: sessions, seating, the list of rooms, quotas."""
