"""What a corrected result changes, in words: the score, tournament points, places by name, and what stays as it is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.ruleset import Outcome
from games.secrets import canonical
from tracker import selectors
from tracker.commands.corrections import Plan
from tracker.messages import language
from tracker.models import MatchRow
from tracker.pages.match.results import score_of
from tracker.pages.match_forms import pages_of
from tracker.pairing import swiss
from tracker.pairing.cost import Costs
from tracker.pairing.structs import SCORE, Unpairable
from tracker.rulesets import tournament
from tracker.rulesets.campaign import overall
from tracker.rulesets.campaign.state import CampaignState
from tracker.rulesets.tournament import links
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.plans import current_stage, planned_stages
from tracker.rulesets.tournament.reasons import before as before_round
from tracker.rulesets.tournament.stages import going
from tracker.rulesets.tournament.state import Round, TournamentState

FEW = 6
"""As many players who change place alone as get a line each; in a hall of forty one result moves nearly all."""


class Line(NamedTuple):
    """A player whose place or points change."""

    name: str
    rank: int
    rank_now: int
    points: int
    points_now: int


class Moved(NamedTuple):
    """`score` and `verdict` before and after. `lines`: whose points or place change, None outside tournaments.

    `later`: the rounds whose pairings stay as they were drawn. `logged`: entries of the play that are taken back.
    `uneven`: what the differences in points of the round that has not started add up to by the new points, as it is
    drawn and as it would be drawn again. `cut_in` and `cut_out`: who would go on to the next stage, and who no longer.
    `overall`: the result of the whole event day before and after, for a table of one.
    """

    score: tuple[str, str]
    verdict: tuple[str, str]
    lines: list[Line] | None
    later: list[int]
    finished: bool
    logged: int
    uneven: tuple[int, int] | None = None
    cut_in: tuple[str, ...] = ()
    cut_out: tuple[str, ...] = ()
    overall: tuple[str, str] | None = None

    @property
    def named(self) -> list[Line]:
        """Who has a line: whose points change, and others as long as they are few."""
        return [line for line in self.lines or () if line not in self.shifted]

    @property
    def shifted(self) -> list[Line]:
        """Whose place alone changes, where they are so many that those of other points would be lost among them."""
        found = [line for line in self.lines or () if line.points == line.points_now]
        return found if len(found) > FEW else []

    @property
    def same(self) -> bool:
        """Nothing that counts would change."""
        return self.score[0] == self.score[1] and self.verdict[0] == self.verdict[1] and not self.lines


def moved(row: MatchRow, sides: Iterable[str], old: Outcome, plan: Plan) -> Moved:
    """What the plan changes; `sides` in the order of the pages."""
    words, order = pages_of(row.system), list(sides)
    score = [score_of(row.system, one, order) for one in (old, plan.outcome)]
    verdict = ["", ""]
    if words.POINTS:
        verdict = [
            words.result_words(one.winner, language()) if one.winner else "" for one in (old, plan.outcome)
        ]
    state, told = _tournament(row), ((score[0], score[1]), (verdict[0], verdict[1]))
    if state is None:
        return Moved(*told, None, [], False, plan.logged, overall=_overall(row, plan.outcome))
    return of_states(state, _after(state, row, plan), row.round or 0, *told, plan.logged)


def _overall(row: MatchRow, now: Outcome) -> tuple[str, str] | None:
    """The result of the day as it stands, and with this one; None for a table of no day."""
    if row.campaign_id is None:
        return None
    day: CampaignState = selectors.current_state(row.campaign_id).state
    key = next((key for key, table in day.tables.items() if table.match == str(row.stream_id)), None)
    found = day.tables[key].result if key is not None else None
    if key is None or found is None or now.winner is None:
        return None
    table = day.tables[key]
    result = replace(found, vp=dict(now.vp), winner=now.winner)
    after = replace(day, tables={**day.tables, key: replace(table, result=result)})
    return _day_words(row.system, day), _day_words(row.system, after)


def _day_words(system: str, day: CampaignState) -> str:
    """`2 : 1, VP 12 : 9, Victory: Alliance`: tables won, victory points, who is ahead."""
    found, sides = overall(day), day.options.sides
    won, vp = (" : ".join(str(getattr(found.sides[one], name)) for one in sides) for name in ("won", "vp"))
    verdict = pages_of(system).result_words(found.winner, language())
    return _("tables won %(won)s, VP %(vp)s, %(verdict)s") % {"won": won, "vp": vp, "verdict": verdict}


def of_states(
    before: TournamentState,
    after: TournamentState,
    round_: int,
    score: tuple[str, str],
    verdict: tuple[str, str],
    logged: int = 0,
) -> Moved:
    """What lies between a tournament as it stands and as it would be with another result in this round."""
    return Moved(
        score,
        verdict,
        _lines(before, after),
        [one.round for one in before.rounds if one.round > round_],
        before.finished,
        logged,
        _uneven(after),
        *_cut(before, after),
    )


def _uneven(after: TournamentState) -> tuple[int, int] | None:
    """The drawn round's differences by the new points, and those of the best draw; None where none waits to start."""
    last = after.current
    if last is None or last.status not in ("draft", "published") or last.method == "schedule":
        return None
    field = next_field(before_round(after, last), last.seed)
    costs = Costs(field)
    pairs = costs.places_of(_pairs(after, last))
    try:
        best = swiss.draw(field)
    except Unpairable:
        return None
    return costs.total(pairs)[SCORE], best.certificate.cost[SCORE]


def _pairs(state: TournamentState, round_: Round) -> list[tuple[str, str]]:
    one, other = state.options.sides
    if round_.teams:
        return [(table.sides[one], table.sides[other]) for table in round_.teams]
    return [(table.sides[one][0], table.sides[other][0]) for table in round_.pairings]


def _cut(before: TournamentState, after: TournamentState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who would go on to the next planned stage that cuts, and who no longer."""
    stage, planned = current_stage(before), planned_stages(before.options)
    if before.finished or stage is None or stage.number >= len(planned) or not planned[stage.number].cut:
        return (), ()
    was, now = (going(state, planned[stage.number]).field for state in (before, after))
    names = selectors.called_among(before.entrants, {*was, *now})
    fresh, gone = [one for one in now if one not in was], [one for one in was if one not in now]
    return tuple(names[one] for one in fresh), tuple(names[one] for one in gone)


def _tournament(row: MatchRow) -> TournamentState | None:
    if row.tournament_id is None:
        return None
    state: TournamentState = selectors.current_state(row.tournament_id).state
    return state


def _after(state: TournamentState, row: MatchRow, plan: Plan) -> TournamentState:
    """The tournament once it has heard."""
    now = links.MatchNow(str(row.stream_id), plan.outcome, plan.confirmed_at)
    news = links.news(state, row.round or 0, row.table or 0, now)
    return tournament.RULES.evolve(state, news) if news is not None else state


def _lines(before: TournamentState, after: TournamentState) -> list[Line]:
    return [Line(one.name, *one.rank, *one.points) for one in selectors.places_moved(before, after)]


def fingerprint_of(form: Any) -> str:
    """Of what was shown in a preview: nobody confirms what they have not seen."""
    return hashlib.sha256(canonical(form.payloads())).hexdigest()[:32]
