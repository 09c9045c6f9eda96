"""The floor: tables that many people play at over the network, on a database that loses nothing acknowledged."""
