"""Puts the events at a table into sentences, each with its paragraph: styled for the terminal, plain text for pages.

It receives redacted steps only (`pitboss.table.view.viewers`), so it never sees a hidden card. The exception is `shown_hands`,
which takes the table to name hands that the viewer sees in full.

Terminal and floor use it. Start reading at `plain.py`.
"""
