"""Another server process, for tests: it takes a bank, and says what became of each unit that it is told to write.

    python -m tests.floor.other URL BANK

Each line of its input is a unit: an id under which account 1 says it, or "". Its output is the fence first, then a line for
each unit with what it was told. It does not heed that its lease is lost, as a process does that has not heard of it yet.
"""

import asyncio
import sys

from pitboss.floor.storage.database import Database
from pitboss.floor.storage.leases import open_leases
from pitboss.floor.storage.transactions import CommandRow, Entry, Unit
from pitboss.floor.storage.writer import Writer
from tests.floor.writing import Chain


async def main(url: str, bank: str) -> None:
    """Takes the bank and writes until its input ends."""
    database = Database.open(url)
    leases = await open_leases(database)
    fence = await leases.take(bank)
    print(fence, flush=True)
    writer, chain = Writer(database.backend(), asyncio.get_running_loop()), Chain(bank)
    while line := await asyncio.to_thread(sys.stdin.readline):
        said = CommandRow(1, line.strip(), bank, chain.seq + 1) if line.strip() else None
        entries = [Entry("cage/1", -1), Entry("cage/2", 1)]
        try:
            await writer.write(Unit(bank, fence or 0, [chain.line()], said, entries))
            print("written", flush=True)
        except Exception as error:
            print(type(error).__name__, flush=True)
    await writer.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
