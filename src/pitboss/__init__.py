"""Pennsylvania's table game regulations (58 Pa. Code, Subpart K) as running software.

Each game is written down once; that one description is played, priced, checked, printed and audited.
Rooms, lowest first: `cards`, `money`, `hands`, `shoe`, `rulebook`, `table`, `games`, `cli`. Lower never imports higher.
"""

__version__ = "0.1.0"
