"""The floor: a server with accounts, tables and one database, for pages and bots alike."""
