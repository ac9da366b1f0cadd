"""One room as a pure state machine: commands in, entries and effects out. It knows no clock and no socket."""
