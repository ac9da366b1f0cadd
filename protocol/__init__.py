"""What travels between server and clients: messages, codes, the two encodings."""

if __name__ != "fudakai.protocol":
    # under two names every class would be there twice
    raise ImportError(f"{__name__!r} is part of the package fudakai: import fudakai.protocol")
