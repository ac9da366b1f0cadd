"""Settings: what may be set, where each value comes from, and the key that signs identity tokens."""

from fudakai.server.config.explain import Row as Row, explain as explain
from fudakai.server.config.secret import kept_key as kept_key
from fudakai.server.config.settings import (
    Loaded as Loaded,
    Settings as Settings,
    WrongSettings as WrongSettings,
    load as load,
)
