"""Settings: what may be set, where each value comes from, and the key that signs identity tokens."""

from fudakai.server.config.explain import Row, explain
from fudakai.server.config.secret import kept_key
from fudakai.server.config.settings import Loaded, Settings, WrongSettings, load

__all__ = ["Loaded", "Row", "Settings", "WrongSettings", "explain", "kept_key", "load"]
