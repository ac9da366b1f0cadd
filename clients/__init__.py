"""The clients: SDKs, bots, terminal, web page, load tester, client kit."""

if __name__ != "fudakai.clients":
    # under two names every class would be there twice
    raise ImportError(f"{__name__!r} is part of the package fudakai: import fudakai.clients")
