"""Vouching: what a floor checks of its own logs before it goes on with them.

Whoever can write to the database, but lacks the key of the house, can add lines behind the last signature, or cut lines off. A
server goes on with a log only if a server of the house wrote its last line and the log reaches as far as the last checkpoint
says.
"""

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.storage.checkpoints import STREAM, signed_by
from pitboss.floor.storage.signing import is_marked, objection
from pitboss.floor.storage.transactions import OFFICE, Reads, StreamLine
from pitboss.table.log.sealed import FIRST, digest

REMEDY = "somebody changed the database: restore a backup, or look at what `pitboss audit` names"


def why_not(reads: Reads, key: HouseKey, end: StreamLine) -> str:
    """Why a server does not go on with a log that ends with this line, "" if it does.

    Lines of versions that made no marks are vouched for by the last checkpoint.
    """
    named = signed_by(key, reads.head(STREAM)).get(end.stream, (0, FIRST))
    if (end.seq, end.seal) == named:
        return ""
    if not is_marked(key, end):
        return f"line {end.seq} was not written by a server of this house"
    return f"the last checkpoint has line {named[0]}, and it is gone" if end.seq <= named[0] else ""


def check_office(reads: Reads, key: HouseKey) -> None:
    """Check the last checkpoint, and every line of the office since; raises PitbossError.

    A version that signed nothing in the office may have written its first lines.
    """
    last = reads.head(STREAM)
    if last is not None and (why := objection(STREAM, last, key.public.current)):
        raise PitbossError(f"line {last.seq} of the checkpoints is not of this house: {why}; {REMEDY}")
    named, seal = signed_by(key, last).get(OFFICE, (0, FIRST))
    lines = reads.lines(OFFICE, max(0, named - 1))
    if named and ((first := next(lines, None)) is None or (first.seq, first.seal) != (named, seal)):
        raise PitbossError(f"the last checkpoint has line {named} of the office, and it is gone or another one; {REMEDY}")
    seq, signs = named, named > 0
    for line in lines:
        own = is_marked(key, line) or not objection(OFFICE, line, key.public.current)
        if line.seq != seq + 1 or digest(seal, line.body) != line.seal or (signs and not own):
            raise PitbossError(f"line {line.seq} of the office was not written by a server of this house; {REMEDY}")
        seq, seal, signs = line.seq, line.seal, own
