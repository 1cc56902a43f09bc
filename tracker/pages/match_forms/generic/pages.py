"""What `pages_of` gives out: the pages of a game, from its descriptor. Games with parts of their own extend them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.hex_plans import HexPlan
from games.match import MatchState
from games.registry import MATCHES
from games.ruleset import Cards, NextEvent, Outcome, Roster, Viewer
from games.system import System
from tracker.messages import language
from tracker.pages.match_forms.frame import shared_sentence
from tracker.pages.match_forms.generic import kept, lists
from tracker.pages.match_forms.generic import score as shown
from tracker.pages.match_forms.generic import steps as at_table
from tracker.pages.match_forms.generic.desk import Desk, Owners, alone, report_of
from tracker.pages.match_forms.generic.fields_step import FieldsStep
from tracker.pages.match_forms.generic.pick_step import PickStep
from tracker.pages.match_forms.generic.plan import drawn
from tracker.pages.match_forms.generic.reader import Reader, plain_text, result_words
from tracker.pages.match_forms.generic.taps_step import TapsStep
from tracker.pages.match_forms.generic.threads import TURN_BEGINS, threads
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.pad import PadForm


class GenericPages:
    """The pages of one game, from its descriptor."""

    BETWEEN_REPORTS: tuple[str, ...] = ()
    OPEN_BOARD = True
    """The board of a player's own state would show their secrets: it is drawn from what everybody sees."""
    TABLE = False
    """What lies on the table stands where others have their board, after any entry, and not beside it."""
    LISTS = "roster"
    """Names the pages of its lists; where it is another word, they stand under that word's address."""
    URLS = ""
    """The module with the addresses of pages that are the game's own."""
    RunForm: Callable[..., Any]
    """Of a game with a ladder: the form of a run."""

    LIST_STEP = ""
    """The step that brings a list, where it is not that of the game's event."""

    desk: type[Desk] = Desk
    owners: Owners = staticmethod(alone)
    own: Mapping[str, type[PadForm]] = {}
    """Step -> its form, of steps that no schema makes."""
    kinds: tuple[type[PadForm], ...] = (PickStep, FieldsStep, TapsStep)

    def __init__(self, system: System) -> None:
        self.system = system
        if system.faces.kept is not None:
            self.own = {**self.own, kept.OpenSecrets.step: kept.OpenSecrets}
        self.POINTS = system.words.points
        self.LIST_STEP = self.LIST_STEP or (f"{system.brings}:" if system.brings else "no list:")
        self.REPORT = report_of(system)
        if system.faces.plans is not None or self.TABLE:
            self.board = self._board

    steps: Callable[[Any], list[PadForm]] = staticmethod(at_table.steps)
    bound: Callable[[Any, str, str, Mapping[str, Any]], PadForm | None] = staticmethod(at_table.bound)
    waiting: Callable[[Any], str] = staticmethod(at_table.waiting)
    turn: Callable[[Any], dict[str, Any] | None] = staticmethod(at_table.turn)
    covers: Callable[[Any, str], bool] = staticmethod(at_table.covers)
    score: Callable[[Any, Mapping[tuple[Any, ...], int]], dict[str, Any]] = staticmethod(shown.score)
    secrets: Callable[[Any], list[dict[str, Any]]] = staticmethod(shown.secrets)
    kept: Callable[[Any], dict[str, Any] | None] = staticmethod(kept.page)
    board: Callable[..., dict[str, Any] | None] | None = None

    def sit(
        self,
        state: MatchState[Any],
        outcome: Outcome,
        version: int,
        following: Iterable[NextEvent],
        viewer: Viewer,
        names: Names,
    ) -> Desk:
        """The desk of a viewer; `state` and `following` are redacted for that viewer. The rest: see `Desk`."""
        match: Any = MATCHES[self.system.key]
        staff, seats = viewer.role == "staff", match.sides(state)
        seated = tuple(player for players in seats.values() for player in players)
        known = {key: text.to(names.language) for key, text in self.system.faces.named(state.play).items()}
        desk = self.desk(
            play=state.play,
            outcome=outcome,
            version=version,
            types=frozenset(),
            players=seated if staff else (viewer.player or "",),
            is_staff=staff,
            names=names._replace(
                figures={**names.figures, **known}, match=self.system.faces.of_match(state.play)
            ),
            confirmed=state.confirmed,
            final=state.result is not None,
            following=tuple(following),
            system=self.system,
            seats=dict(seats),
            own=self.own,
            owners=self.owners,
            kinds=self.kinds,
            unopened=state.result is not None and not match.opened(state),
        )
        return replace(desk, types=frozenset(at_table.open_steps(desk)))

    def squads(self, desk: Any) -> list[dict[str, Any]]:
        """What lies openly, for the match page."""
        return [] if self.TABLE else shown.squads(desk)

    def _board(self, desk: Desk, events: Iterable[Any] = ()) -> dict[str, Any] | None:
        """{"hexes", "beside": what is nobody's own, "plans", "squads", "threads", "threads_title", "now"}; None before
        anything stands there."""
        faces = self.system.faces
        plans = faces.plans(desk.play) if faces.plans is not None else ()
        hexes = [drawn(desk, plan) for plan in plans if isinstance(plan, HexPlan) and plan.spots]
        drawn_up = [plan for plan in plans if not isinstance(plan, HexPlan)]
        squads = shown.squads(desk) if self.TABLE else []
        found: dict[str, Any] = {
            "hexes": hexes,
            "beside": [one for one in squads if hexes and not one["name"]],
            "plans": [drawn(desk, plan) for plan in drawn_up if plan.spots or plan.ground is not None],
            "squads": [one for one in squads if not hexes or one["name"]],
            "threads": threads(desk, events),
        }
        if not any(found.values()):
            return None
        now = faces.now(desk.play) if self.TABLE else None
        return {
            **found,
            "threads_title": desk.reader.text(faces.threads.title) if faces.threads else "",
            "now": desk.reader.cell(now) if now is not None else "",
        }

    def _reader(self, language: str) -> Reader:
        return Reader(self.system, Names({}, {}, language))

    def sentence(self, type_: str, data: Mapping[str, Any], names: Names) -> str:
        """One event in words, whoever defined it."""
        reader = Reader(self.system, names)
        own = shared_sentence(type_, data, names, lambda side, _language: reader.whom(side))
        return own or reader.sentence(type_, data)

    def side_name(self, side: str, language: str) -> str:
        return self._reader(language).side(side)

    def points_name(self, source: str, language: str) -> str:
        """Where points come from, outside the pages of a match."""
        told = self.system.words.sources.get(source)
        return told.to(language) if told is not None else plain_text(source)

    def slip(self, language: str) -> tuple[list[str], str]:
        """What a result slip has room for, as the report asks it: at each side, and once for the table."""
        return [_("points")], ""

    def battlefield_name(self, key: str, language: str) -> str:
        """A scenario by its name."""
        return self.battlefields(language).get(key, key)

    def battlefields(self, language: str) -> dict[str, str]:
        return {key: one.name.to(language) for key, one in self.system.scenarios.items()}

    def result_words(self, winner: str | None, language: str) -> str:
        return result_words(self.system, winner, language)

    def line_key(self, side: str, player: str | None, source: str, turn: int | None) -> tuple[Any, ...]:
        return (side, player, source, turn)

    def headline(self, play: Any, language: str) -> dict[str, str]:
        """The game, and where or how it is played where that has a name."""
        place = self.system.faces.place(play)
        game = self.system.tables.name.to(language)
        return {"title": game if place is None else f"{game} · {place.to(language)}"}

    def figure_ids(self, play: Any) -> set[str]:
        """What an edition may name."""
        return {*self.system.faces.named(play), *self.system.faces.printed(play)}

    def lists_title(self) -> str:
        reader = self._reader(language())
        return reader.text(reader.words.lists)

    def own_names(self, params: Any, language: str) -> dict[str, str]:
        return {}

    def points_by_turn(self) -> str:
        reader = self._reader(language())
        return reader.text(reader.words.chart)

    def turn_title(self) -> str:
        reader = self._reader(language())
        return reader.text(reader.words.turn)

    def turn_words(self, data: Mapping[str, Any], names: Names) -> str:
        """What the log of one turn stands under."""
        reader = Reader(self.system, names)
        begun = reader.event(TURN_BEGINS)
        if begun is not None and begun.choice is not None:
            return reader.option(TURN_BEGINS, data)
        return _("Turn %(turn)s") % {"turn": data.get("turn")}

    def ListForm(self, data: Any = None) -> lists.ListForm:
        return lists.ListForm(self.system, data)

    def list_content(self, body: Mapping[str, Any], cards: Cards, language: str) -> Any:
        return lists.list_content(self.system, body, cards)

    def squad_of_list(self, player: str, roster: Roster, cards: Cards) -> dict[str, Any]:
        return lists.squad_of_list(lambda: self.brought(player, roster, cards))

    def brought(self, player: str, roster: Roster, cards: Cards) -> Iterable[Any]:
        """The events that bring a handed-in list, the player's own first. Raises `msgspec.ValidationError`."""
        bring = self.system.bring_list
        return () if bring is None else bring(player, roster, cards)
