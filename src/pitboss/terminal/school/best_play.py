"""Practice hands for players in the terminal: decide each hand, then see its best play and the exact cost of a mistake."""

from fractions import Fraction

from pitboss.house import House
from pitboss.school.best_play import in_dollars, next_question
from pitboss.school.memory import now
from pitboss.school.progress import Progress
from pitboss.table.game import Game
from pitboss.terminal.school.drilling import Answered, ask, summary
from pitboss.terminal.screen import Screen


def run_best_play(game: Game, house: House, progress: Progress, most: int | None, *, quiet: bool = False) -> list[Answered]:
    """Asks hands until the player leaves, or so many at the most; `quiet` prints nothing."""
    screen = Screen()
    answered: list[Answered] = []
    try:
        while most is None or len(answered) < most:
            hand, question = next_question(game, house, progress.hands(game.chapter), now())
            if not quiet:
                screen.blank()
                for line in question.shown:
                    screen.say(line)
            if (found := ask(screen, len(answered) + 1, question, quiet=quiet)) is None:
                break
            answered.append(found)
            progress.play(game.chapter, hand.name, question, found.typed, found.seconds)
            if not quiet:
                _tell(screen, found)
    except KeyboardInterrupt:
        screen.blank()
    if not quiet:
        summary(screen, answered)
        _costs(screen, answered)
    return answered


def _tell(screen: Screen, found: Answered) -> None:
    question = found.question
    if found.right:
        screen.row([("✓ ", "win"), (f"§ {question.section}", "quiet")])
    elif found.cost is None:
        screen.row([("✗ ", "alarm"), (f"the best play is {question.answer}", "alarm")])
    else:
        costs = f"{in_dollars(found.cost)} on average; the best play is {question.answer}"
        screen.row([("✗ ", "alarm"), (f"that costs {costs}", "alarm")])
    screen.indent(question.why, 2, "quiet")


def _costs(screen: Screen, answered: list[Answered]) -> None:
    """What the mistakes cost together."""
    costs = [found.cost for found in answered if found.cost is not None]
    if costs:
        whole = sum(costs, Fraction(0))
        screen.say(f"Mistakes cost {in_dollars(whole)} in {len(costs)} hands: {in_dollars(whole / len(costs))} a hand.")
