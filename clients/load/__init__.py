"""The load tester: plays whole rooms of bots against a server, judges what it saw, and shows what it found."""
