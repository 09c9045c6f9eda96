"""The floor over HTTP: JSON under /api, with the same rules for pages and bots."""
