"""What happens at a table told in sentences, each with its paragraph: for the terminal with styles, for pages as plain text.

Whoever tells has redacted steps only (`pitboss.table.view.viewers`); a card that may not be seen never comes here.

Terminal and floor call it. Start reading at `plain.py`.
"""
