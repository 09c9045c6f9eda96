"""Rules Submissions: what a certificate holder chose, read from a file and compared with another."""
