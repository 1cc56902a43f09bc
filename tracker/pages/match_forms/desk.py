"""What every form of a score pad starts from: a match as one person sees it. Extended by the systems' packages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.ruleset import NextEvent, Outcome
from tracker.pages.match_forms.names import LETTERS, Names


@dataclass(frozen=True)
class DeskBase:
    """`play` is redacted for the person; `players` are those whom they act for.

    `types`: the steps that are open, as `step:player`. `rosters`: the lists handed in for the players, as payloads;
    `brought`: what the step of the list begins with, of players whose campaign knows whom they have; `fighters`: the
    names of these by their ids.
    `following`: what may come next, as far as the person may know it. `listed`: the players with a list for this match,
    handed in or chosen, whoever may read it; `at_event`: the match belongs to an event or a campaign; `judged`: to an
    event, whose staff are called to a dispute.
    """

    play: Any
    outcome: Outcome
    version: int
    types: frozenset[str]
    players: tuple[str, ...]
    is_staff: bool
    names: Names
    confirmed: tuple[str, ...] = ()
    final: bool = False
    rosters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    brought: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    fighters: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    following: tuple[NextEvent, ...] = ()
    listed: frozenset[str] = frozenset()
    at_event: bool = False
    judged: bool = False

    def sides(self) -> dict[str, str]:
        """Side -> its name, in the order in which the pages show them."""
        raise NotImplementedError

    def of_whom(self, side: str) -> str:
        """A side with who plays it, where the desk knows: rules speak of sides, and people of each other by name."""
        return self.sides()[side]

    def letters(self) -> dict[str, str]:
        """Side -> its mark on the pages."""
        return dict(zip(self.sides(), LETTERS, strict=False))

    def awaited(self, own: Collection[str]) -> str:
        """What a played match waits for: the confirmation of sides that are not the person's `own`, or nothing."""
        if self.final:
            return _("The result is confirmed.")
        done = {*self.confirmed, *(() if self.is_staff else own)}
        left = [self.of_whom(side) for side in self.sides() if side not in done]
        return _("Waiting for confirmation: %(sides)s.") % {"sides": ", ".join(left)} if left else ""
