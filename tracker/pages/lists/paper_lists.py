"""Paper lists of the whole field typed in on one page: a row a player, whoever has none yet.

Legal ones are handed in at once; a row with a fault stays, with its reasons, and the others are not held up by it.
A row is the game's form, or the list as text where lists are put together card by card: those have a page each besides.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.registry import SYSTEMS
from games.ruleset import REFEREE, Cards
from games.system import System
from tracker import commands, identity, selectors
from tracker.models import Player
from tracker.pages.core.answers import attempt, plain
from tracker.pages.lists import built_lists
from tracker.pages.match_forms import pages_of
from tracker.pages.organiser.console import console_context, staff_page
from tracker.rulesets.tournament.state import TournamentState

ROWS = 40
"""So many players stand on the page; the next ones follow when these are handed in."""


class AsText(forms.Form):
    """A list as text, in the newest edition and under the terms of the event, and its `name`."""

    text = forms.CharField(
        label=gettext_lazy("The list as text: a card in a line"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        max_length=built_lists.PASTED,
        strip=False,
    )
    name = forms.CharField(label=gettext_lazy("Name of the list"), max_length=80, required=False)

    def __init__(self, field: Field, data: Any) -> None:
        super().__init__(data)
        self.field, self.edition = field, field.begun.edition
        self.fields["text"].help_text = built_lists.written(field.game)

    def clean_text(self) -> str:
        """The text, if every line says something."""
        text: str = self.cleaned_data["text"]
        self.told = built_lists.read_text(self.field.game, self.field.begun, text, self.field.cards)
        for problem in self.told.problems:
            self.add_error("text", f"{problem['where']} {problem['message']}")
        return text

    def body(self) -> dict[str, Any]:
        """The list's body."""
        return self.told.body


class Field(NamedTuple):
    """What the lists of all rows share: the game, the list that each of them begins as, the cards of its edition."""

    game: System
    begun: built_lists.Sent
    cards: Cards


class Row(NamedTuple):
    """A player with the form of their list, and why it was not taken."""

    player: Player
    form: Any
    problems: list[dict[str, Any]]


@staff_page
def paper_lists(request: HttpRequest, event: UUID) -> HttpResponse:
    """GET: everybody without a list. POST: every row that is filled in, each by itself."""
    context = console_context(event, "players")
    without, field = _without(context["state"]), _field(context)
    data = request.POST if request.method == "POST" else None
    rows = [_row(field, player, data) for player in without[:ROWS]]
    if data is None:
        return _show(request, context, rows, len(without))
    key, who = data.get("key", ""), identity.of_request(request)
    left, taken = list[Row](), 0
    for row in rows:
        problems = _taken(who, event, field, row, key) if row.form.has_changed() else None
        if problems is None or problems:
            left.append(row._replace(problems=problems or []))
        else:
            taken += 1
    if taken:
        text = ngettext("%(count)d list is handed in.", "%(count)d lists are handed in.", taken)
        messages.success(request, text % {"count": taken})
    if not any(row.problems for row in left):
        return redirect("pages:paper-lists", event=event)
    return _show(request, context, left, len(without) - taken, 422)


def _without(state: TournamentState) -> list[Player]:
    """Who plays and has no list, by name."""
    return list(
        selectors.players_named(
            entrant.player
            for entrant in state.entrants.values()
            if entrant.roster is None and not entrant.dropped and not entrant.waiting
        )
    )


def _field(context: dict[str, Any]) -> Field:
    game = SYSTEMS[context["system"]]
    if game.builder is None:
        return Field(game, built_lists.Sent("", "", "", {}), {})
    begun = built_lists.begun(game, context["state"].options.match_options)
    return Field(game, begun, selectors.edition_cards(game.key, begun.edition))


def _row(field: Field, player: Player, data: Any) -> Row:
    """The fields of every row are named by the player. A row that nobody filled in is asked for nothing."""
    built = field.game.builder is not None
    form = AsText(field, data) if built else pages_of(field.game.key).ListForm(data)
    form.prefix = str(player.pk)
    form.empty_permitted, form.use_required_attribute = True, False
    return Row(player, form, [])


def _taken(who: identity.Identity, event: UUID, field: Field, row: Row, key: str) -> list[dict[str, Any]]:
    """Hands the list of the row in; what is wrong with it, nothing if it was taken."""
    if not row.form.is_valid():
        return [plain(_("Check the marked fields."))]
    body = row.form.body()
    answered = attempt(
        lambda: commands.enter_list(
            who,
            event,
            player=row.player,
            name=row.form.cleaned_data["name"] or row.player.name,
            body=body,
            edition=getattr(row.form, "edition", None) or None,
            key=f"{key}:{row.player.pk}" if key else None,
        ),
        REFEREE,
        names=built_lists.names(field.game, body, field.cards),
    )
    return answered.refusal.problems if answered.refusal is not None else []


def _show(
    request: HttpRequest, context: dict[str, Any], rows: list[Row], missing: int, status: int = 200
) -> HttpResponse:
    shown = context | {"rows": rows, "missing": missing, "more": missing - len(rows)}
    return render(request, "console/paper_lists.html", shown, status=status)
