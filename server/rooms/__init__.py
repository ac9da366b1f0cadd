"""One table, pure: commands in, entries and effects out. Knows the games and the messages, and no clock or socket."""
