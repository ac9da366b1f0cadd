"""Commands of the server's operator to a running server, over a local socket."""
