"""One file for each change of the tables, oldest first. A file that has been released is never edited."""
