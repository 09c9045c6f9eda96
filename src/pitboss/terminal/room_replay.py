"""The report of `pitboss replay` on the logs of a Poker room."""

from pathlib import Path

from pitboss.card_room.replay import replay_room
from pitboss.json_output import print_json
from pitboss.table.log.log import Difference
from pitboss.table.log.proving import Key
from pitboss.words import many


def show_replayed(log: Path, key: Key, as_json: bool) -> int:
    """Replay the logs of a room and print what they prove. Returns 1 if they do not follow the rules."""
    try:
        state, signatures, sealed = replay_room(log, key)
    except Difference as difference:
        if as_json:
            failure = {"log": str(log), "ok": False, "line": difference.line, "difference": str(difference)}
            print_json([failure])
        else:
            print(f"{log}: {difference}")
        return 1
    if as_json:
        about = {"closed": state.closed, "seeded": state.opening.seeded, "software": state.opening.software}
        about |= {"signatures": signatures, "proven": key is not None, "sealed": sealed}
        print_json([{"log": str(log), "ok": True, "commands": state.version, "hands": state.noted, **about}])
        return 0
    tables = len(state.openings)
    print(f"{log}: {many(state.noted, 'hand')} at {many(tables, 'table')}, every cent of the room as the rules say")
    if sealed:
        print(f"Not verified, as their cards are sealed and only the key of the house opens them: {', '.join(sealed)}.")
    if key is not None:
        print(f"Signed by {getattr(key, 'public', key)}.")
    elif signatures:
        print("It is signed; who signed it is not verified without --key.")
    if not state.closed:
        print("The room was not closed: its log may go on elsewhere, or have been cut.")
    if state.opening.seeded:
        print("Its chance was seeded: whoever knew the seed knew the cards.")
    return 0
