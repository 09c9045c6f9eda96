"""The version of this software, and when it was loaded."""

import time

__version__ = "0.1.0"
LOADED = time.time()  # before any other module: a source that has changed since may not be what runs
