"""The server."""

if __name__ != "fudakai.server":
    # under two names every class would be there twice
    raise ImportError(f"{__name__!r} is part of the package fudakai: import fudakai.server")
