"""Why two meet in a round, or why they do not, in words: for the organiser's draft and for every published round."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ruleset import EVERYONE
from tracker import selectors
from tracker.pages.event.events import event_context, public_rounds, round_asked
from tracker.pages.event.tables import points_of
from tracker.pairing.explain import Answer
from tracker.pairing.structs import BYE, ORDER, REMATCHES, SCORE, SOFT, Player, Unpairable
from tracker.rulesets.tournament import RULES
from tracker.rulesets.tournament.reasons import Met, why
from tracker.rulesets.tournament.state import Round, TournamentState

SHOWN_TABLES = 4


def public_why(request: HttpRequest, event: UUID) -> HttpResponse:
    """`?one=&other=&round=`: the question of anybody about a published round, by what everybody may know."""
    context = event_context(request, event, "pairings")
    number = round_asked(request, public_rounds(context["event"]))
    state: TournamentState = RULES.visible_to(selectors.current_state(event).state, EVERYONE)
    round_ = state.round(number)
    if round_ is None:
        raise Http404
    context |= asked(request, state, round_, public=True) | {
        "round": number,
        "rounds": public_rounds(context["event"]),
    }
    return render(request, "event/why.html", context)


def asked(
    request: HttpRequest, state: TournamentState, round_: Round, *, public: bool = False
) -> dict[str, Any]:
    """{"everyone", "one", "other", "why"}: the question, and its answer in sentences."""
    names = (
        _teams_in(state, round_) if round_.teams else selectors.called_among(state.entrants, round_.players())
    )
    everyone = sorted(names.items(), key=lambda item: item[1].casefold())
    one, other = request.GET.get("one", ""), request.GET.get("other", "")
    context: dict[str, Any] = {"everyone": everyone, "one": one, "other": other}
    if one and other and one != other:
        context["why"] = answered(state, round_, one, other, dict(everyone), public=public)
    return context


def answered(
    state: TournamentState, round_: Round, one: str, other: str, names: dict[str, str], *, public: bool
) -> list[str]:
    """The answer in sentences: how both stood, what decided, and the cheapest alternative."""
    if round_.method == "schedule":
        return [_("This round follows from the bracket or the schedule: nobody chose its pairs.")]
    if one not in names or other not in names:
        return [_("One of the two is not in this round.")]
    try:
        met = why(state, round_, one, other)
    except (KeyError, Unpairable):
        return [_("One of the two is not in this round.")]
    together = frozenset((one, other)) in _pairs(round_)
    said = [_stood(met.one, names[one]), _stood(met.other, names[other])]
    if round_.method == "manual":
        return [*said, _("This round was made by hand. Reason: %(reason)s") % {"reason": round_.reason}]
    if together != met.answer.meet:
        return [*said, _other_grounds(public)]
    return [*said, *_decided(met, names), *_alternative(met.answer, round_, names)]


def _teams_in(state: TournamentState, round_: Round) -> dict[str, str]:
    """Team -> name of those that play in the round, the bye included."""
    here = {team for table in round_.teams for team in table.sides.values()} | {round_.team_bye}
    return {team.team: team.name for team in state.teams.values() if team.team in here}


def _pairs(round_: Round) -> set[frozenset[str]]:
    """Who meets whom: teams at an event of teams."""
    if round_.teams:
        return {frozenset(table.sides.values()) for table in round_.teams}
    return {frozenset(p for side in table.sides.values() for p in side) for table in round_.pairings}


def _other_grounds(public: bool) -> str:
    """Results or wishes have changed since, or staff know of something that others do not."""
    if public:
        return _(
            "By what everybody can see today the draw would be another: a result was corrected since, or the "
            "organisers know a reason that is not public."
        )
    return _(
        "By what is known today the draw would be another: a result, a wish or a pair was changed since."
    )


def _stood(player: Player, name: str) -> str:
    words = {"name": name, "rank": player.rank}
    if player.by_place:
        return _("%(name)s stood at place %(rank)d.") % words
    told = _("%(name)s had %(points)s, place %(rank)d.") % {**words, "points": points_of(player)}
    if player.start:
        told += " " + _("Seed %(seed)d.") % {"seed": player.start}
    return told


def _decided(met: Met, names: dict[str, str]) -> list[str]:
    answer = met.answer
    if answer.prohibited:
        return [_("They must not be paired: the event's options say so.")]
    if answer.meet:
        if answer.without is None:
            return [_("They meet: otherwise somebody would have no legal opponent.")]
        if answer.decides is None:
            return [_("They meet by lot: another draw would have been as good.")]
        return [_("They meet, because any other draw is worse:"), _compared(answer, answer.without)]
    if answer.with_pair is None:
        return [_("If they met, somebody else would have no legal opponent.")]
    times = ngettext("They have met %(count)d time.", "They have met %(count)d times.", answer.met_before)
    met_before = [times % {"count": answer.met_before}] if answer.met_before else []
    if answer.decides is None:
        return [*met_before, _("They could have met in a draw as good as this one: the lot decided.")]
    return [
        *met_before,
        _("They do not meet, because a draw with this pair is worse:"),
        _compared(answer, answer.with_pair),
    ]


def _compared(answer: Answer, other: dict[str, int]) -> str:
    """The first criterion that differs, in this draw and in the best one of the other kind."""
    decides = answer.decides or SOFT
    words = {"here": answer.cost.get(decides, 0), "there": other.get(decides, 0)}
    if answer.decides == REMATCHES:
        return _("repeated meetings: %(there)d instead of %(here)d.") % words
    if answer.decides == BYE:
        return _("the bye would go to somebody who stands higher, though a lower one may have it.")
    if answer.decides == SCORE:
        return _("differences in points, squared and added: %(there)d instead of %(here)d.") % words
    if answer.decides == ORDER:
        return (
            _("distance from the order of seeds, squared and added: %(there)d instead of %(here)d.") % words
        )
    return " ".join(_wishes(answer)) or _("wishes: %(there)d instead of %(here)d.") % words


def _wishes(answer: Answer) -> list[str]:
    told = {
        "club": _("tables of one club: %(there)d instead of %(here)d."),
        "town": _("tables of one town: %(there)d instead of %(here)d."),
        "friends": _("tables of two who wished not to meet: %(there)d instead of %(here)d."),
        "byes": _("tables of two who both had a bye: %(there)d instead of %(here)d."),
        "sides": _("games by which sides grow more uneven: %(there)d instead of %(here)d."),
        "thirds": _("players on one side a third time running: %(there)d instead of %(here)d."),
        "downs": _("players paired down a second time: %(there)d instead of %(here)d."),
    }
    return [
        told[name] % {"here": here, "there": answer.other_wishes.get(name, here)}
        for name, here in answer.wishes.items()
        if answer.other_wishes.get(name, here) != here
    ]


def _alternative(answer: Answer, round_: Round, names: dict[str, str]) -> list[str]:
    """Who would meet whom instead, as far as it differs from the round."""
    drawn = _pairs(round_)
    changed = [pair for pair in answer.other if frozenset(pair) not in drawn]
    if not changed:
        return []
    shown = [f"{names.get(one, '?')} – {names.get(other, '?')}" for one, other in changed[:SHOWN_TABLES]]
    more = len(changed) - len(shown)
    text = _("The best draw of the other kind: %(pairs)s.") % {"pairs": ", ".join(shown)}
    if more:
        text += " " + ngettext("%(count)d more table changes.", "%(count)d more tables change.", more) % {
            "count": more
        }
    return [text]
