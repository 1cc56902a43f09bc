"""The organiser's next step: what is to be done now, named, with what comes of it. Called by the console's pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from games.registry import SCENARIOS
from tracker.commands.warned import too_many_rounds
from tracker.formats.structs import Stage
from tracker.pages.event.formats import stage_name
from tracker.rulesets.tournament.captains import unpaired
from tracker.rulesets.tournament.draws import planned_scenario, too_few
from tracker.rulesets.tournament.rounds import is_deserted
from tracker.rulesets.tournament.stages import may_draw, to_begin
from tracker.rulesets.tournament.state import Round, TeamTable, TournamentState
from tracker.systems import uuids


class Step(NamedTuple):
    """`text` on the button and `next`, what happens then. `action` is a command of the console, else `page` (and
    `anchor`) is where to go. `player`: whose list is to be taken, `match`: which result is to be typed, `confirm`:
    which one is to be confirmed, `dispute`: in which match somebody is called."""

    text: str
    next: str
    action: str = ""
    page: str = ""
    anchor: str = ""
    player: str = ""
    match: str = ""
    dispute: str = ""
    confirm: str = ""

    def address(self, event: UUID) -> str:
        """Where it leads, if it is nothing that a button does at once: of the page itself what stands behind `#`."""
        if self.player:
            return _page("enter-list", event, self.player, "console-players")
        if self.dispute:
            return reverse("pages:match", args=[self.dispute])
        if self.confirm:
            return reverse("pages:score-pad", args=[self.confirm])
        if self.match:
            return _page("type-result", event, self.match, "console")
        return reverse(f"pages:{self.page}", args=[event])


def _page(page: str, event: UUID, named: str, else_: str) -> str:
    """The page of a player or a match. A log from elsewhere names them as it likes: whatever goes by no id has none."""
    known = uuids([named])
    return (
        reverse(f"pages:{page}", args=[event, *known]) if known else reverse(f"pages:{else_}", args=[event])
    )


def settling(table: int, match: str) -> Step:
    """A disputed result: two players wait for staff, so it comes before everything else of the round."""
    text = _("Settle the dispute: table %(table)d") % {"table": table}
    return Step(
        text, _("You read what both say, then confirm the result or enter the right one."), dispute=match
    )


def settling_sheet(table: TeamTable, names: Mapping[str, str]) -> Step:
    """A sheet that a captain disputes: the round cannot close before."""
    teams = " – ".join(names.get(team, "?") for team in table.sides.values())
    then = _("You correct the boards that are wrong, then settle the dispute.")
    return Step(_("Settle the sheet: %(teams)s") % {"teams": teams}, then, page="console", anchor="#sheets")


def next_step(state: TournamentState, told: Collection[str] = ()) -> Step:
    """The one main action of the console. `told`: the matches whose result is logged and waits for a confirmation."""
    owing = state.owing()
    if owing is not None:
        return _corrected(owing)
    if state.finished:
        page = "event-teams" if state.plays_in_teams else "standings"
        return Step(
            _("Open the final ranking"),
            _("A result can still be edited at its table; the places follow."),
            page=page,
        )
    if state.plays_in_teams and not state.teams:
        return Step(_("Enter teams"), _("One team a line, with its players."), page="console-teams")
    if not state.entrants:
        return Step(_("Add players"), _("Type names or paste them."), page="console-players", anchor="#add")
    current = state.current
    if current is None or current.status == "closed":
        return _between(state)
    waiting = unpaired(state, current)
    if current.status == "published" and waiting and not is_deserted(state, current):
        text = ngettext(
            "%(count)d match of teams to pair", "%(count)d matches of teams to pair", len(waiting)
        )
        then = _("The captains state it on their phones, or you for them.")
        return Step(text % {"count": len(waiting)}, then, page="console-teams")
    return _within(state, current, told)


def _corrected(owing: Round) -> Step:
    """A result of a round that was closed has been taken back: the places wait for the new one."""
    words = {"round": owing.round, "table": owing.missing()[0]}
    text = _("Enter the corrected result: round %(round)d, table %(table)d") % words
    table = owing.find(owing.missing()[0])
    then = _("Until then the places do not count this match.")
    return Step(text, then, page="console", match=(table.match or "") if table else "")


def _between(state: TournamentState) -> Step:
    played = len(state.rounds)
    coming = to_begin(state)
    if coming is not None and (played or len(state.present()) > 1):
        return _stage(coming)
    if coming is None and not may_draw(state):
        return Step(_("Finish the event"), _("The ranking then becomes final."), action="finish")
    missing = absent(state)
    if len(state.present()) < 2:
        text = ngettext("Check in %(count)d player", "Check in %(count)d players", missing) % {
            "count": missing
        }
        return Step(text, _("Only checked-in players are paired."), page="console-players", anchor="#people")
    if unready := too_few(state):
        teams = ", ".join(str(one.params["team"]) for one in unready if "team" in one.params)
        then = (
            _("Too few players who are here: %(teams)s.") % {"teams": teams}
            if teams
            else _("Two teams at least.")
        )
        return Step(_("Look at the teams"), then, page="console-teams")
    lacking = without_list(state)
    if lacking:
        text = ngettext("Take %(count)d missing list", "Take %(count)d missing lists", len(lacking)) % {
            "count": len(lacking)
        }
        return Step(text, _("Every player in the draw needs a list."), player=lacking[0])
    if state.options.list_required and not state.lists_locked and not played:
        return Step(_("Lock the lists"), _("Nobody can change a list after that."), action="lock-lists")
    return _draw(state, played + 1)


def _stage(plan: Stage) -> Step:
    """Everybody plays in a first stage; a cut names how many go on."""
    then = _("You see who plays in it first.")
    if plan.cut:
        words = {"count": plan.cut, "format": stage_name(plan)}
        return Step(_("Cut to %(count)d: %(format)s") % words, then, page="console-stage")
    return Step(_("Begin: %(format)s") % {"format": stage_name(plan)}, then, page="console-stage")


def _draw(state: TournamentState, number: int) -> Step:
    text = _("Draw round %(round)d") % {"round": number}
    then = _("Only you see the draft at first; players see nothing yet.")
    if number == 1 and state.options.check_in and (missing := absent(state)):
        then = f"{then} {_('Not checked in, so left out: %(count)d.') % {'count': missing}}"
    if number == 1 and (warned := too_many_rounds(state)):
        then = f"{then} {warned}"
    nothing_to_choose = state.created is not None and not SCENARIOS[state.created.system]
    if planned_scenario(state, number) or nothing_to_choose:
        return Step(text, then, action="draw")
    return Step(text, _("You draw it on the next page; players see nothing yet."), page="console-round")


def _within(state: TournamentState, current: Round, told: Collection[str]) -> Step:
    words = {"round": current.round}
    if current.status in ("draft", "published") and is_deserted(state, current):
        then = _("Somebody in this draw has left, or is not checked in any more: discard it first.")
        return Step(_("Draw round %(round)d again") % words, then, page="console-round", anchor="#again")
    if current.status == "draft":
        text = _("Check and publish round %(round)d") % words
        return Step(text, _("The draft, its certificate and its warnings."), page="console-round")
    if current.status == "published":
        return Step(_("Start round %(round)d") % words, _("A match opens at every table."), action="start")
    if current.missing():
        return _results(current, told)
    return Step(_("Close round %(round)d") % words, _after(state, current), action="close")


def _results(current: Round, told: Collection[str]) -> Step:
    """The results that are missing: those that nobody has logged, else those that nobody has confirmed."""
    logged = [number for number in current.missing() if _match(current, number) in told]
    unlogged = [number for number in current.missing() if number not in logged]
    if not unlogged:
        text = ngettext("Confirm %(count)d result", "Confirm %(count)d results", len(logged))
        then = _("It is logged; the players confirm it on their phones, or you do.")
        only = _only(current, logged)
        where = "" if only else "#tables"
        return Step(text % {"count": len(logged)}, then, "", "console", where, confirm=only)
    text = ngettext("Enter %(count)d result", "Enter %(count)d results", len(unlogged))
    then = _("Players log their matches on their phones; you can also enter results here.")
    if logged:
        waits = ngettext(
            "%(count)d more waits only for a confirmation.",
            "%(count)d more wait only for a confirmation.",
            len(logged),
        )
        then = f"{then} {waits % {'count': len(logged)}}"
    only = _only(current, unlogged)
    return Step(text % {"count": len(unlogged)}, then, "", "console", "" if only else "#tables", match=only)


def _after(state: TournamentState, current: Round) -> str:
    """What can be done once this round is closed."""
    closed = replace(state, rounds=(*state.rounds[:-1], replace(current, status="closed")))
    if to_begin(closed) is not None:
        return _("Then the next stage can begin.")
    if not may_draw(closed):
        return _("Then the event can be finished.")
    return _("Then the next round can be drawn.")


def absent(state: TournamentState) -> int:
    """How many have a place and are not in the hall."""
    return len(state.away())


def _only(current: Round, missing: Sequence[int]) -> str:
    """The match of the one table that is missing; with several only the slip in the hand tells which is next."""
    return _match(current, missing[0]) if len(missing) == 1 else ""


def _match(current: Round, number: int) -> str:
    table = current.find(number)
    return (table.match or "") if table else ""


def without_list(state: TournamentState) -> list[str]:
    """The players who would be drawn and still owe a list."""
    if not state.options.list_required:
        return []
    return [entrant.player for entrant in state.present() if entrant.roster is None]
