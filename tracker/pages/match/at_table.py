"""A match as the person behind a request may see it: the desk, and everything the match's pages are drawn from.

The full state is redacted here, before any page sees it. Called by `match`, `score_pad` and `my_day`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.registry import ROSTER_KINDS, SYSTEMS
from games.ruleset import Roster, Viewer
from tracker import identity, roles, selectors
from tracker.commands.showing import LISTS, shown
from tracker.identity import Identity
from tracker.messages import language
from tracker.models import MatchRow
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names
from tracker.selectors import player_day
from tracker.selectors.chronicles import ToSign
from tracker.selectors.matches import Dispute
from tracker.selectors.opened import has_opened
from tracker.selectors.streams import state_at, visible
from tracker.systems import CAMPAIGN, CHRONICLE, MATCH, TOURNAMENT, uuids
from tracker.warm import UnknownStream, Warm


@dataclass(frozen=True)
class AtTable:
    """`desk` and `state` are redacted for `viewer`; `row` is the read model, which may lag behind by a moment.

    `sides`: side -> its players, in seat order.
    """

    match: UUID
    who: Identity
    viewer: Viewer
    system: str
    pages: Any
    desk: Any
    state: Any
    row: MatchRow | None
    setup: dict[str, Any]
    sides: Mapping[str, Sequence[str]]

    @property
    def is_staff(self) -> bool:
        return self.viewer.role == "staff"

    @property
    def may_act(self) -> bool:
        """Whether the person has a seat here or is staff."""
        return self.viewer.role != "public"

    @property
    def dispute(self) -> Dispute | None:
        """Why a side does not agree with the result, while it is disputed."""
        if self.state.contested is None:
            return None
        return selectors.disputes([self.match]).get(self.match)

    @property
    def event(self) -> UUID | None:
        """The tournament or event day whose staff decide what is disputed here; none for a match outside of them."""
        return (self.row.tournament_id or self.row.campaign_id) if self.row else None

    @property
    def campaign(self) -> UUID | None:
        """The campaign that the match was opened for, as its first row says; perhaps not here."""
        return next(iter(uuids([str(self.setup.get(CHRONICLE, ""))])), None)

    @cached_property
    def broken_off(self) -> str:
        """Who has left the campaign with this match open, and that nobody waits for it; empty for any other match."""
        if self.campaign is None or self.desk.final:
            return ""
        gone = selectors.left_match(self.campaign, self.match)
        told = _("Has left the campaign: %(names)s.") % {"names": ", ".join(gone)}
        nobody = _("Nobody waits for this match. If it was played, enter its result.")
        return f"{told} {nobody}" if gone else ""

    @property
    def to_sign(self) -> ToSign | None:
        """What follows the match in its campaign and the person has not signed; nothing before the campaign hears."""
        if self.campaign is None or not self.desk.final or self.is_staff:
            return None
        return selectors.to_sign(self.match, self.desk.players)

    @property
    def editable_at(self) -> UUID | None:
        """The event or campaign whose staff the person is, once the match has a result to be edited."""
        if self.row is None or not self.is_staff or self.desk.outcome.status == "open":
            return None
        return self.event or self.campaign

    @property
    def waiting(self) -> str:
        """Whom or what the table waits for, in words; nothing beside a dispute, which says itself who is called."""
        return "" if self.state.contested is not None else str(self.pages.waiting(self.desk))

    def steps(self) -> list[Any]:
        """The forms of the open steps, the next one first. Nobody is pressed to confirm what they dispute."""
        forms: list[Any] = self.pages.steps(self.desk)
        for form in forms:
            form.may_wait = form.may_wait or (form.step == "confirm" and form.player == self.state.contested)
        return forms

    @property
    def names(self) -> Names:
        names: Names = self.desk.names
        return names


def sit_down(request: HttpRequest, match: UUID, *, opened: bool = False) -> AtTable:
    """The table as the person behind the request sees it. Raises `UnknownStream`."""
    return as_person(identity.of_request(request), match, opened=opened)


def as_person(
    who: Identity, match: UUID, at: int | None = None, row: MatchRow | None = None, *, opened: bool = False
) -> AtTable:
    """The same for a person who is known already; with `at` the table as it was after that event, `opened` with what
    its players opened after the end of what they had kept themselves: to be looked at, not for steps."""
    now = selectors.current_state(match)
    if now.kind != MATCH:
        raise UnknownStream(str(match))
    last = now.head.version
    at = last if at is None else min(at, last)
    if at < last or (opened and has_opened(now.system, now.state)):
        viewer = roles.viewer_at(who, match, now.rules.sides(now.state))
        then = now._replace(state=state_at(now, at, viewer), head=now.head._replace(version=at))
        return seated(who, then, now, row)
    return seated(who, now, row=row)


def seated(who: Identity, now: Warm, known: Warm | None = None, row: MatchRow | None = None) -> AtTable:
    """The table of a match in any state that it has had, or would have. `known`: as it stands by now, which may have
    opened its past; `row`: the match's own, where somebody has read it."""
    match = now.stream
    sides = now.rules.sides(now.state)
    viewer = roles.viewer_at(who, match, sides)
    state = visible(known or now, now.state, viewer)
    pages, desk = pages_of(now.system), _desk(now, state, viewer)
    row = row or selectors.match(match)
    return AtTable(match, who, viewer, now.system, pages, desk, state, row, dict(now.setup.options), sides)


def names_known(match: UUID, viewer: Viewer) -> Names:
    """Names of the players, figures and cards at a table, as far as the viewer knows it."""
    now = selectors.current_state(match)
    found: Names = _desk(now, visible(now, now.state, viewer), viewer).names
    return found


def _desk(now: Warm, state: Any, viewer: Viewer) -> Any:
    """What a viewer finds on the table; `state` is redacted for that viewer."""
    names = names_at(now.system, state, now.rules.sides(now.state), now.setup.options.get(TOURNAMENT))
    following = now.rules.next_events(now.state, viewer)
    desk = pages_of(now.system).sit(
        state, now.rules.outcome(state), now.head.version, following, viewer, names
    )
    campaign = next(iter(uuids([str(now.setup.options.get(CHRONICLE, ""))])), None)
    published = SYSTEMS[now.system].campaigns
    if campaign is None or published is None or published.fighters:
        return desk
    fighters = selectors.names_of_match(campaign, now.stream, language()).fighters
    return replace(desk, names=desk.names._replace(figures=_personal(desk.names.figures, fighters)))


def _personal(figures: Mapping[str, str], fighters: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """What lies on the table by the names that its roster gave each fighter: `hiro` is `Hiro the Tall`, `a:hiro` is
    `Hiro the Tall (A)`. An id that both sides have stays as it is, where no side stands before it."""
    found = dict(figures)
    for side, named in fighters.items():
        for id_, name in named.items():
            plain, own = figures.get(id_, id_), f"{side}:{id_}"
            if own in figures:
                found[own] = figures[own].replace(plain, name, 1)
            others = (them[id_] for one, them in fighters.items() if one != side and id_ in them)
            if all(other == name for other in others):
                found[id_] = name
    return found


def names_at(system: str, state: Any, sides: Mapping[str, Sequence[str]], event: Any = None) -> Names:
    """Names of the players, and of the figures or cards that this state shows. `event`: the tournament that it was
    opened for, which may be elsewhere."""
    figures = pages_of(system).figure_ids(state.play)
    found = player_day.figure_names(system, figures) if figures else {}
    players = [player for seated in sides.values() for player in seated]
    seats = {side: seated[0] for side, seated in sides.items() if len(seated) == 1}
    return Names(_called(players, str(event)), found, language(), seats)


def _called(players: Sequence[str], event: str) -> dict[str, str]:
    """The names of the players; of those who are not known here as their event calls them, else by their seats."""
    ids = list(_uuids(players))
    names = selectors.told_apart(ids)
    strangers = [one for one in ids if one not in names]
    if not strangers:
        return names
    try:
        called = selectors.called_at(UUID(event), strangers)
    except (UnknownStream, ValueError):
        called = selectors.called_in(players, strangers)
    return {**called, **names}


def _uuids(ids: Iterable[str]) -> Iterator[str]:
    """Ids that can be players of the database: imported logs may name players freely."""
    for id_ in ids:
        try:
            yield str(UUID(id_))
        except ValueError:
            continue


def with_lists(table: AtTable) -> AtTable:
    """The table with the lists of those who have yet to bring them in, as payloads, and with who has one at all.

    They were handed in to the tournament (staff see all of them), or chosen when the match was opened outside events:
    those are for whoever may show them.
    """
    tournament, chosen = next(iter(uuids([str(table.setup.get(TOURNAMENT))])), None), table.setup.get(LISTS)
    waiting = [step.partition(":")[2] for step in table.desk.types if step.startswith(table.pages.LIST_STEP)]
    at_event = bool(tournament or table.setup.get(CAMPAIGN) or table.setup.get(CHRONICLE))
    if not at_event and not chosen:
        return table
    if tournament:
        listed = _with_a_list(tournament)
    else:
        listed = frozenset(chosen) if isinstance(chosen, dict) else frozenset()
    judged = table.event is not None
    table = replace(table, desk=replace(table.desk, listed=listed, at_event=at_event, judged=judged))
    if table.campaign is not None and not chosen:
        return _with_fighters(table, table.campaign, waiting)
    if not (tournament or chosen) or not waiting:
        return table
    kind = ROSTER_KINDS[table.system]
    if tournament:
        revisions = player_day.handed_in(tournament, kind, waiting)
    else:
        revisions = shown(table.who, table.system, chosen, waiting)
    rosters = {player: _squad(table, player, revision) for player, revision in revisions.items()}
    ids = {figure["figure_id"] for squad in rosters.values() for figure in squad.get("figures", ())}
    figures = {**table.names.figures, **player_day.figure_names(table.system, ids)}
    names = table.names._replace(figures=figures)
    return replace(table, desk=replace(table.desk, rosters=rosters, names=names))


def _with_fighters(table: AtTable, campaign: UUID, waiting: Sequence[str]) -> AtTable:
    """The table with those of a campaign's rosters who may fight here, under the IDs by which the campaign hears of
    them: a name that is typed otherwise is nobody's there."""
    published = SYSTEMS[table.system].campaigns
    now = selectors.chronicle(campaign) if waiting and published is not None else None
    if published is None or now is None:
        return table
    found: dict[str, dict[str, Any]] = {}
    named: dict[str, dict[str, str]] = {}
    linked = [one for one in now.state.links.values() if one.match == str(table.match)]
    pinned = [pin for one in linked for pin in one.levers]
    for side, roster in [seat for one in linked for seat in one.rosters.items()]:
        one = now.world.rosters.get(roster)
        kept_out = {pin.fighter for pin in pinned if (pin.lever, pin.side) == (published.dead, side)}
        fit = [him for him in one.fighters.values() if not him.died] if one is not None else []
        brought = published.brings({him.id: him.name for him in fit if him.id not in kept_out})
        if one is not None and one.player in waiting and fit and brought:
            found[one.player] = dict(brought)
            named[one.player] = {him.id: him.name for him in one.fighters.values()}
    return replace(table, desk=replace(table.desk, brought=found, fighters=named)) if found else table


def _with_a_list(tournament: UUID) -> frozenset[str]:
    """The players who have handed a list in; that they have is open to everybody."""
    try:
        entrants = selectors.current_state(tournament).state.entrants
    except UnknownStream:
        return frozenset()
    return frozenset(player for player, one in entrants.items() if one.roster is not None)


def _squad(table: AtTable, player: str, revision: Any) -> dict[str, Any]:
    roster = Roster(
        system=table.system,
        kind=ROSTER_KINDS[table.system],
        name=revision.roster.name,
        edition=revision.edition or None,
        body=revision.body,
    )
    cards = selectors.edition_cards(table.system, revision.edition)
    squad: dict[str, Any] = table.pages.squad_of_list(player, roster, cards)
    return squad
