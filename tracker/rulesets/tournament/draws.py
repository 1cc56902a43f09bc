"""From the tournament's state to a field to be paired, and from a draw to the event that logs it.

Called by the organiser's commands (`draw_next_round`, `explain_pair`) and by the checks of `drawing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from games.ruleset import Rejected
from tracker.pairing import explain as pairing_explain
from tracker.pairing import swiss
from tracker.pairing.structs import Draw, Field, Pairing, Player, Unpairable
from tracker.rulesets.tournament.chapter import broken
from tracker.rulesets.tournament.events import RoundDrawn, TablePairing
from tracker.rulesets.tournament.scoring import PLAYED, ranking
from tracker.rulesets.tournament.state import Round, TournamentState
from tracker.standings.order import find


def draw_next_round(
    state: TournamentState, seed: str, scenario: str | None = None, **origin: str | None
) -> RoundDrawn:
    """The next round by the Swiss rules, as the event to log. Raises `Rejected` (TRN-CRE-01, TRN-DRAW-03, -11).

    `scenario` names the battlefield of a round for which the options name none. `origin`: the event's `secret` and
    `after`, or the `reason` for a seed that was chosen by hand. Whether the round may be drawn now
    is judged when the event is logged.
    """
    field = next_field(state, seed)
    try:
        draw = swiss.draw(field)
    except Unpairable as error:
        rule = "TRN-DRAW-11" if len(field.players) > 1 else "TRN-DRAW-03"
        raise Rejected(broken(rule, players=list(error.players), present=len(field.players))) from None
    return replace(_as_event(draw, field, planned_scenario(state, field.round) or scenario), **origin)


def explain_pair(state: TournamentState, seed: str, one: str, other: str) -> pairing_explain.Answer:
    """Why these two meet, or what it would cost if they did: the best round that has this pair.

    `seed` is that of the draw asked about. Raises KeyError when one of them is not to be drawn.
    """
    return pairing_explain.why(next_field(state, seed), one, other)


def _as_event(draw: Draw, field: Field, scenario: str | None) -> RoundDrawn:
    return RoundDrawn(
        round=draw.round,
        seed=field.seed,
        pairings=tuple(_table(pairing, field.sides) for pairing in draw.pairings),
        bye=draw.bye,
        scenario=scenario,
        certificate=draw.certificate,
    )


def _table(pairing: Pairing, sides: tuple[str, str]) -> TablePairing:
    return TablePairing(
        pairing.table, {side: (name,) for side, name in zip(sides, pairing.players, strict=True)}
    )


def planned_scenario(state: TournamentState, round_: int) -> str | None:
    """The battlefield that the options fix for a round, if any."""
    planned = state.options.scenarios
    return planned[round_ - 1] if round_ <= len(planned) else None


def next_field(state: TournamentState, seed: str) -> Field:
    """Everyone present with what pairing needs to know of them. Rejects before the tournament is created."""
    if state.created is None:
        raise Rejected(broken("TRN-CRE-01"))
    options, history = state.options, History(state)
    return Field(
        players=tuple(history.player(entrant.player, entrant.club) for entrant in state.present()),
        round=len(state.rounds) + 1,
        seed=seed,
        sides=options.sides,
        prohibited=state.prohibited,
        weights=options.weights,
    )


class History:
    """What the rounds so far say about every player: points, rank, opponents, byes, sides."""

    def __init__(self, state: TournamentState) -> None:
        table = ranking(state)
        points = find("points").figures(table.book, table.ranks)[0].tolist()
        self.points = dict(zip(table.book.columns.players, points, strict=True))
        self.ranks = table.ranks_by_player()
        self.met: dict[str, list[str]] = {}
        self.byes: Counter[str] = Counter()
        self.balance: Counter[str] = Counter()
        self.streak: Counter[str] = Counter()
        for round_ in state.rounds:
            if round_.status in PLAYED:
                self._add(round_, state.options.sides)

    def _add(self, round_: Round, sides: tuple[str, str]) -> None:
        self.byes.update([round_.bye] if round_.bye is not None else [])
        for pairing in round_.pairings:
            first, second = (pairing.sides[side] for side in sides)
            self.balance.update(first)
            self.balance.subtract(second)
            self._run_on(first, 1)
            self._run_on(second, -1)
            for own, foes in ((first, second), (second, first)):
                for name in own:
                    self.met.setdefault(name, []).extend(foes)

    def _run_on(self, names: Iterable[str], side: int) -> None:
        for name in names:
            self.streak[name] = self.streak[name] + side if self.streak[name] * side > 0 else side

    def player(self, name: str, club: str | None) -> Player:
        return Player(
            name,
            self.points[name],
            self.ranks[name],
            tuple(self.met.get(name, ())),
            self.byes[name],
            self.balance[name],
            club,
            self.streak[name],
        )
