"""The kit for authors of clients: scripted scenes, played between a client and a real server, each with a verdict."""
