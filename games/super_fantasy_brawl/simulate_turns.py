"""Simulated turn reports: challenges that are scored, champions that go out of action, the track at a round's end.

Called by `simulate.py`, also to think out what a match reported as a whole came to.
"""

from __future__ import annotations

from games.simulated import ORGANISER
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.facts import LIMITS
from games.super_fantasy_brawl.results import due_winner, leader
from games.super_fantasy_brawl.round_report import rolled
from games.super_fantasy_brawl.simulate_table import SimulatedTable
from games.super_fantasy_brawl.state import UNNAMED, Figure, mode_of, other_side, side_of
from games.super_fantasy_brawl.training import CHALLENGES

VP = dict[str, int]
LONGEST = 14
"""Rounds after which the organisers end the match."""


class Reports:
    """A match being reported: the real challenge cards, whether the table names them, or skips the rounds' reports."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table
        self.skips = table.chance(0.15)
        self.named = not self.skips and table.chance(0.8)
        self.deck = table.rng.sample(list(CHALLENGES), LIMITS.challenges)
        self.discard: list[str] = []
        self.track: list[str | None] = [None] * len(table.state.track.values or (0,) * 5)

    def lay_first(self) -> None:
        """SFB-SETUP-07, SFB-MODE-10: the first cards; mostly they are noted."""
        told = self.table.chance(0.7)
        for cell in mode_of(self.table.state).start_cells:
            self.track[cell] = self.deck.pop()
            if told:
                laid = e.ChallengeCardLaid(cell=cell, card=self.name(self.track[cell]))
                self.table.log(laid, self.table.anybody())

    def name(self, card: str | None) -> str | None:
        """The card as the report names it."""
        return card if self.named else None

    def in_phase(self, *phases: str) -> bool:
        """Whether the match waits for turns, or for the report of a round in which everybody has had one."""
        return self.table.state.phase in phases

    @property
    def round(self) -> int:
        """The round of the next turn, also where the report of the last round is left out."""
        return rolled(self.table.state).round

    def end_round(self) -> None:
        """SFB-CHAL-01 to -04: shift, then lay, from a new deck where the old one is empty."""
        mode, width = mode_of(self.table.state), len(self.track)
        gone = [card for card in self.track[width - mode.shift :] if card]
        self.track = [*[None] * mode.shift, *self.track[: width - mode.shift]]
        self.discard += gone
        for cell in mode.new_cells:
            if not self.deck:
                self.deck, self.discard = self.table.rng.sample(self.discard, len(self.discard)), []
            self.track[cell] = self.deck.pop() if self.deck else None
        if not self.skips:
            self.table.log(self._round(gone), self.table.anybody())

    def _round(self, gone: list[str]) -> e.RoundRecorded:
        shown = tuple(card if self.named or card is None else UNNAMED for card in self.track)
        left = len(self.deck) if self.table.chance(0.6) else None
        told = tuple(card if self.named else UNNAMED for card in gone)
        return e.RoundRecorded(round=self.table.state.round, track=shown, discarded=told, deck_left=left)


def play(table: SimulatedTable) -> None:
    """The whole match by turn reports, to its end."""
    reports = Reports(table)
    reports.lay_first()
    last = table.rng.choice((LONGEST, LONGEST, LONGEST, table.rng.randint(1, 6)))
    while reports.in_phase("turns", "round") and reports.round <= last:
        for player in table.state.order:
            if reports.in_phase("turns", "round"):
                table.log(turn(reports, player), table.player(player))
        if reports.in_phase("round"):
            reports.end_round()
    finish(table)


def finish(table: SimulatedTable) -> None:
    """SFB-END-02 to -05: the end that the points call for; otherwise somebody gives up, or the organisers end it."""
    due = due_winner(table.state)
    if due is None and table.chance(0.5):
        side = table.rng.choice(tuple(table.state.sides))
        table.log(e.MatchConceded(side=side), table.player(table.state.sides[side].players[0]))
        return
    winner, reason = due or (leader(table.state), "organiser")
    winner = winner or table.rng.choice(tuple(table.state.sides))
    vp = {name: side.vp for name, side in table.state.sides.items()}
    ended = e.GameEnded(winner=winner, vp=vp, reason=reason)  # type: ignore[arg-type]
    table.log(ended, table.anybody() if due else ORGANISER)


def turn(reports: Reports, player: str) -> e.TurnRecorded:
    """One turn: what its scoring phase gave, then the champions that went out of action."""
    table = reports.table
    side = side_of(table.state, player)
    vp: VP = {name: own.vp for name, own in table.state.sides.items()}
    target = mode_of(table.state).target
    items = _claims(reports)
    vp[side] += sum(item.vp for item in items)
    fallen = _knockouts(table, player, vp) if vp[side] < target else []
    return e.TurnRecorded(
        round=reports.round,
        player=player,
        challenges=items,
        knockouts=tuple(fallen),
        levelled_up=_levelled(table, fallen),
        vp_after=vp,
    )


def _claims(reports: Reports) -> tuple[e.Claimed, ...]:
    """SFB-SCORE-02, -06: active challenges, from the second round on."""
    table = reports.table
    values = table.state.track.values or (0,) * len(reports.track)
    found = []
    for cell, card in enumerate(reports.track):
        if card is None or not values[cell] or reports.round == 1 or not table.chance(0.35):
            continue
        reports.track[cell] = None
        reports.discard.append(card)
        found.append(e.Claimed(cell=cell, vp=values[cell], card=reports.name(card)))
    return tuple(found)


def _knockouts(table: SimulatedTable, player: str, vp: VP) -> list[e.Knockout]:
    """None to two champions; the last one may take one the other side's with it."""
    side, target = side_of(table.state, player), mode_of(table.state).target
    free = [key for key, figure in table.state.figures.items() if figure.side != side]
    own = [key for key, figure in table.state.figures.items() if figure.player == player]
    table.rng.shuffle(free)
    found: list[e.Knockout] = []
    for _ in range(table.rng.choice((0, 0, 1, 1, 2))):
        mine = table.chance(0.15)
        victim = own[0] if mine else free.pop()
        found.append(_knockout(table, victim, own))
        vp[other_side(table.state, table.state.figures[victim].side)] += 1
        if max(vp.values()) >= target or mine:
            break
    if vp[side] >= target > min(vp.values()) >= target - 1 and table.chance(0.8):
        found.append(_knockout(table, own[0], own))
        vp[other_side(table.state, side)] += 1
    return found


def _knockout(table: SimulatedTable, victim: str, own: list[str]) -> e.Knockout:
    """SFB-KO-03, -04: by an enemy, by a friend, or by a trap on its way."""
    figure: Figure = table.state.figures[victim]
    if victim in own:
        enemies = [key for key, one in table.state.figures.items() if one.side != figure.side]
        kind = table.rng.choice(("own", "trap", "enemy"))
        by = table.rng.choice(enemies) if kind == "enemy" else None
        cause = "reaction" if kind == "enemy" else "card"
        return e.Knockout(champion=victim, by=by, kind=kind, cause=cause)  # type: ignore[arg-type]
    how = table.rng.choice(("card", "basic", None))
    return e.Knockout(champion=victim, by=table.rng.choice(own), cause=how)  # type: ignore[arg-type]


def _levelled(table: SimulatedTable, fallen: list[e.Knockout]) -> tuple[str, ...]:
    """SFB-LVL-01, -03, SFB-RES-12: the credited champions that lay on their base side."""
    found: list[str] = []
    for one in fallen:
        by = one.by
        if by and one.kind == "enemy" and not table.state.figures[by].levelled and by not in found:
            found.append(by)
    return tuple(found)
