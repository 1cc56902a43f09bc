"""The pages of lists that are filled in on a sheet: all of a person's, one of them with a live check, its versions.

A game derives from `Sheet` what its sheet holds and how it is read; everything around it is the same for every game.
A list is its owner's alone until an event or a match shows it. Handing in stands in `own_lists`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.registry import SYSTEMS
from games.ruleset import Cards
from tracker import commands, selectors
from tracker.identity import Identity
from tracker.messages import language
from tracker.models.rosters import RosterBase
from tracker.pages import own_lists
from tracker.pages.answers import attempt
from tracker.pages.own_lists import Drawn

Problems = list[dict[str, Any]]


class Sent(NamedTuple):
    """A list as it was sent, or as it is stored."""

    name: str
    edition: str
    body: dict[str, Any]


class Sheet(ABC):
    """The pages of the lists of one game.

    `one` names them in addresses and permissions (`warband`, `warbands`). `fields` draws what the sheet asks for,
    `above` (with `besides`) what stands over an empty one and below all lists; `script` runs on it.
    """

    system: ClassVar[str]
    one: ClassVar[str]
    fields: ClassVar[str]
    above: ClassVar[str] = ""
    script: ClassVar[str] = ""

    @abstractmethod
    def words(self) -> dict[str, str]:
        """What the pages call things: `mine`, `new`, `build`, `none`, `first`, `lead`, `may`, `empty`, `no_edition`;
        with lists as text `paste` and `pasted`, with something `above` its title."""

    def besides(self) -> dict[str, Any]:
        """What `above` draws."""
        return {}

    @abstractmethod
    def read(self, sent: Any) -> tuple[dict[str, Any], Problems]:
        """(body of a list, what nobody can read) of a sent form (a QueryDict)."""

    @abstractmethod
    def sheet(self, body: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
        """What `fields` draws."""

    @abstractmethod
    def changes(self, old: dict[str, Any], new: dict[str, Any], cards: Cards) -> dict[str, Any]:
        """What a version changed: `came` and `went`, and by name the fields of the `rest`."""

    def pasted(self, text: str, body: dict[str, Any], cards: Cards) -> tuple[dict[str, Any], Problems]:
        """(body, what nobody can read) of a list as text; `body` is what the sheet said besides.

        A game without lists as text leaves the sheet as it was, whatever is sent.
        """
        return body, []

    def text(self, body: Mapping[str, Any], cards: Cards) -> str:
        """The list as text, where it goes out as such."""
        return ""

    def start(self, request: HttpRequest) -> Sent:
        """What a new list begins with."""
        return Sent("", "", {})

    def is_empty(self, body: Mapping[str, Any], cards: Cards) -> bool:
        """Whether there is nothing to check yet."""
        return not body

    def figures(self, body: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
        """`counts` against their limits and `charts`, beside the check."""
        return {}

    @property
    def urls(self) -> list[URLPattern]:
        """The addresses of the pages."""
        one, many = self.one, f"{self.one}s"
        return [
            path(f"{many}/", self.all, name=many),
            path(f"{many}/new/", self.new, name=f"{one}-new"),
            path(f"{many}/check/", require_POST(self.check), name=f"{one}-check"),
            path(f"{many}/<uuid:roster>/", self.edit, name=one),
            path(f"{many}/<uuid:roster>/submit/", require_POST(self.submit), name=f"{one}-submit"),
        ]

    def all(self, request: HttpRequest) -> HttpResponse:
        """The person's own lists."""
        rows = selectors.rosters_of(own_lists.person(request), self.kind, self.system)
        return render(request, "sheets.html", {**self._head(), "rosters": rows})

    def new(self, request: HttpRequest) -> HttpResponse:
        """An empty sheet; saving it makes revision 1."""
        return self._page(request, own_lists.person(request), None)

    def edit(self, request: HttpRequest, roster: UUID) -> HttpResponse:
        """The newest revision, the older ones with what changed. Raises `NotAllowed` for other people's."""
        who = own_lists.person(request)
        return self._page(request, who, own_lists.own(who, self.kind, roster))

    def check(self, request: HttpRequest) -> HttpResponse:
        """The live check: counts, violations, what is unknown. Stores nothing."""
        own_lists.person(request)
        sent, problems = self._sent(request)
        cards = selectors.edition_cards(self.system, sent.edition)
        context = {"words": self.words(), **self._checked(sent, cards), "faults": problems}
        return render(request, "parts/_list_check.html", context)

    def submit(self, request: HttpRequest, roster: UUID) -> HttpResponse:
        """Hands the newest revision in to an event, or takes it back; refused once lists are locked."""
        who = own_lists.person(request)
        row = own_lists.own(who, self.kind, roster)
        answered, done = own_lists.hand_in(request, who, row)
        if answered.refusal is not None:
            stored = Sent(*own_lists.stored(row))
            return self._show(request, who, row, stored, answered.refusal.context, answered.status)
        flash.success(request, done)
        return redirect(f"pages:{self.one}", roster=row.pk)

    @property
    def kind(self) -> str:
        return SYSTEMS[self.system].roster_kind

    def _head(self) -> dict[str, Any]:
        at = f"pages:{self.one}"
        drawn = {"fields": self.fields, "above": self.above, "script": self.script}
        game = SYSTEMS[self.system].tables.name.to(language())
        return {"words": self.words(), "game": game, **self.besides(), **drawn, "at": at, "many": f"{at}s"}

    def _page(self, request: HttpRequest, who: Identity, row: RosterBase | None) -> HttpResponse:
        if request.method != "POST":
            return self._show(request, who, row, Sent(*own_lists.stored(row)) if row else self.start(request))
        action = request.POST.get("action", "save")
        sent, problems = self._sent(request)
        more: dict[str, Any] = {}
        if action == "import":
            pasted, cards = request.POST.get("pasted", ""), selectors.edition_cards(self.system, sent.edition)
            body, problems = self.pasted(pasted, sent.body, cards)
            sent, more = (sent, {"pasted": pasted}) if problems else (sent._replace(body=body), {})
        if problems:
            return self._show(request, who, row, sent, {"problems": problems, **more}, 400)
        return (
            self._save(request, who, row, sent) if action == "save" else self._show(request, who, row, sent)
        )

    def _sent(self, request: HttpRequest) -> tuple[Sent, Problems]:
        body, problems = self.read(request.POST)
        return Sent(request.POST.get("name", "")[:80], request.POST.get("edition", "")[:40], body), problems

    def _show(
        self,
        request: HttpRequest,
        who: Identity,
        row: RosterBase | None,
        sent: Sent,
        more: Mapping[str, Any] | None = None,
        status: int = 200,
    ) -> HttpResponse:
        cards = selectors.edition_cards(self.system, sent.edition)

        def changes(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
            return self._drawn(lambda was, now: self.changes(was, now, cards), old, new)

        context = {
            **self._head(),
            "roster": row,
            "name": sent.name,
            "edition": sent.edition,
            "editions": selectors.editions(self.system),
            "sheet": self._drawn(lambda body: self.sheet(body, cards), sent.body),
            "text": self._drawn(lambda body: self.text(body, cards), sent.body) if sent.body else "",
            **self._checked(sent, cards),
            "revisions": own_lists.revisions(row, changes),
            "compared": own_lists.compared(request, row, changes),
            "events": own_lists.events(who, row),
            "check_url": reverse(f"pages:{self.one}-check"),
            "hand_in_url": reverse(f"pages:{self.one}-submit", args=[row.pk]) if row else "",
            **(more or {}),
        }
        return render(request, "sheet.html", context, status=status)

    def _checked(self, sent: Sent, cards: Cards) -> dict[str, Any]:
        """The rules' answer, counts and charts; nothing of an empty sheet."""
        figures = self._drawn(lambda body: self.figures(body, cards), sent.body)
        if self._drawn(lambda body: self.is_empty(body, cards), sent.body) and not self._is_misshapen(sent):
            return {"check": None, **figures}
        return {"check": own_lists.checked(self.system, sent.name, sent.edition, sent.body), **figures}

    def _drawn(self, draw: Callable[..., Drawn], *bodies: dict[str, Any]) -> Drawn:
        return own_lists.drawn(self.system, draw, *bodies)

    def _is_misshapen(self, sent: Sent) -> bool:
        return bool(sent.body) and own_lists.is_unreadable(self.system, sent.body)

    def _save(self, request: HttpRequest, who: Identity, row: RosterBase | None, sent: Sent) -> HttpResponse:
        answered = attempt(
            lambda: commands.save_roster(
                who,
                system=self.system,
                name=sent.name,
                body=sent.body,
                edition=sent.edition or None,
                roster=row.pk if row else None,
            )
        )
        if answered.value is None:
            refused = answered.refusal.context if answered.refusal else {}
            return self._show(request, who, row, sent, refused, answered.status)
        revision = answered.value
        flash.success(request, _("Version %(number)d is saved.") % {"number": revision.number})
        return redirect(f"pages:{self.one}", roster=revision.roster_id)
