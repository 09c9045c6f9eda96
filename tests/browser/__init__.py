"""Tests in a browser: a package of its own, so that the browser ends with the last of them."""
