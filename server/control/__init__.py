"""What the server's operator asks of it while it runs: over a local socket, by the commands of `fudakai-server`."""
