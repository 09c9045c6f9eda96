"""The version of this software, and the time it was loaded."""

import time

__version__ = "0.1.0"
LOADED = time.time()  # noted before other modules load: sources changed later may not be what runs
