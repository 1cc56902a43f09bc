"""Moving the ring on a character's study card: SEN-KAM-02 to -08, at full detail.

A card is a graph of kamae cells and focus cells with one-way or two-way lines. Pure; a card that is unknown is not
judged by its caller.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.ruleset import RuleViolation
from games.senjutsu.facts import FACTS

Path = tuple[str, ...]
Violations = Iterator[RuleViolation]


class StudyCard(msgspec.Struct, frozen=True):
    """`lines` leads from a cell to the cells that its lines enter; every cell that is no kamae gives focus."""

    lines: dict[str, tuple[str, ...]]

    def leads(self, start: str) -> tuple[str, ...]:
        return self.lines.get(start, ())


def is_focus(cell: str) -> bool:
    """A focus cell: not one of the four kamae."""
    return cell not in FACTS.kamae


def cost(start: str, path: Path) -> int:
    """SEN-KAM-03: entering a cell costs 1, except from a focus cell."""
    return sum(not is_focus(before) for before in (start, *path[:-1])) if path else 0


def paths(card: StudyCard, start: str, limit: int, so_far: Path = ()) -> Iterator[Path]:
    """Every path without a repeated cell within the limit, the empty one first."""
    yield so_far
    for cell in card.leads(so_far[-1] if so_far else start):
        longer = (*so_far, cell)
        if cell != start and cell not in so_far and cost(start, longer) <= limit:
            yield from paths(card, start, limit, longer)


def may_end(card: StudyCard, start: str, limit: int, path: Path) -> bool:
    """SEN-KAM-06: on a focus cell only where no new kamae cell can be reached any more."""
    if not path or not is_focus(path[-1]):
        return True
    further = paths(card, start, limit, path)
    return all(is_focus(longer[-1]) for longer in further)


def check_ring_move(card: StudyCard, start: str, limit: int, path: Path) -> Violations:
    """Lines, count, repeated cells, the way through focus, and where a path may end."""
    told = {"path": list(path), "limit": limit}
    steps = zip((start, *path), path, strict=False)
    if any(after not in card.leads(before) for before, after in steps):
        yield RuleViolation("SEN-KAM-02", told)
        return
    if cost(start, path) > limit:
        yield RuleViolation("SEN-KAM-03", told)
    if len({start, *path}) < len(path) + 1 or _passes_focus_by(card, start, limit, path):
        yield RuleViolation("SEN-KAM-05", told)
    elif not may_end(card, start, limit, path):
        yield RuleViolation("SEN-KAM-06", told)


def _passes_focus_by(card: StudyCard, start: str, limit: int, path: Path) -> bool:
    """SEN-KAM-05: the destination could be reached through a focus cell next to the start, and was not."""
    if not path or is_focus(path[0]) or is_focus(path[-1]):
        return False
    return any(other and is_focus(other[0]) and other[-1] == path[-1] for other in paths(card, start, limit))


def ring_moved(start: str, path: Path) -> tuple[str, int]:
    """(cell of the ring, focus gained): SEN-KAM-04, -06; who ends on a focus cell goes back to the start."""
    gained = sum(is_focus(cell) for cell in path)
    return (path[-1] if path and not is_focus(path[-1]) else start), gained


def check_change(instruction: str, to: str) -> Violations:
    """SEN-KAM-07, -08: a change goes to the named cell; "any" is every kamae but neutral."""
    if instruction == "any" and to == "neutral":
        yield RuleViolation("SEN-KAM-08", {"told": to})
    elif is_focus(to) or instruction not in ("any", to):
        yield RuleViolation("SEN-KAM-07", {"expected": instruction, "told": to})
