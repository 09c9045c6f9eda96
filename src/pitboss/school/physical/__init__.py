"""A real table: cards are entered as they are turned up, and the program leads through the round, pays and keeps the record.

`table` plays rounds of which not everything is known, `chance` fills up what is not, `needs` says what is entered next. Start
reading at `table.py`.
"""
