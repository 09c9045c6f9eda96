"""The engine: seats and wagers, steps with their citations, procedures and their drivers, the ledger, logs and views."""
