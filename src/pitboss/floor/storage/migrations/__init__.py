"""The migrations of a floor's database, which `Database.migrate` runs."""
