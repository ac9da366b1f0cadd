"""What travels between client and server. Pure: imports nothing of ours."""
