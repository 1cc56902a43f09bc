"""A started round with phones at one table, for the tests of the player's pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.test import Client

from tracker import commands, selectors
from tracker.commands.rosters import staff_roster
from tracker.identity import Identity
from tracker.models import MatchRow, Player
from tracker.models.people import new_claim_code
from tracker.tests import db_states
from tracker.tests.factories import roster_of


def code_of(player: Player) -> str:
    """An unused code of the player, who may act on other devices already."""
    player.refresh_from_db(fields=["claim_code"])
    if player.claim_code is None:
        player.claim_code = new_claim_code()
        player.save(update_fields=["claim_code"])
    return str(player.claim_code)


class Phone:
    """A browser that claimed one player and talks in one language."""

    def __init__(self, player: Player | None = None, language: str = "en") -> None:
        self.client = Client(headers={"accept-language": language})
        self.player = player
        self._pad: tuple[object, str] | None = None
        if player is not None:
            self.client.post(f"/claim/{code_of(player)}/")

    @property
    def id(self) -> str:
        assert self.player is not None
        return str(self.player.id)

    def get(self, path: str) -> str:
        response = self.client.get(path)
        assert response.status_code == 200, response.content.decode()[:2000]
        return response.content.decode()

    def pad(self, match: UUID) -> str:
        """The pad of the match, as it was shown a moment ago where nothing has been written since."""
        at = match, self.client.defaults.get("HTTP_ACCEPT_LANGUAGE"), db_states.mark()
        if self._pad is None or self._pad[0] != at:
            shown = self.get(f"/matches/{match}/pad/")
            if db_states.mark() != at[-1]:
                return shown
            self._pad = at, shown
        return self._pad[1]

    def __getstate__(self) -> dict[str, Any]:
        """Copied without what it was shown."""
        return {**vars(self), "_pad": None}

    def tap(self, match: UUID, step: str, **fields: Any) -> Any:
        """Sends a step with the version and key that the pad shows; `fields` are laid over what it prefills."""
        page = self.pad(match)
        return self.client.post(
            f"/matches/{match}/pad/", {**prefilled(page, step, fields.get("player")), **fields}
        )

    def say(self, match: UUID, step: str, fields: dict[str, str] | None = None, **said: str) -> Any:
        """Sends a step with the choices of its fields that begin with what is `said`."""
        page = self.pad(match)
        told = {f"told-{name}": value_of(page, step, f"told-{name}", text) for name, text in said.items()}
        return self.tap(match, step, **told, **(fields or {}))

    def pick(self, match: UUID, step: str, **wanted: Any) -> Any:
        """Taps the choice of a step whose event tells all that is `wanted`."""
        page = self.pad(match)
        return self.client.post(
            f"/matches/{match}/pad/", {**prefilled(page, step), "choice": offered(page, step, **wanted)}
        )


def spoken(table: Any, language: str) -> None:
    """The phones of a table ask for this language from now on."""
    for phone in vars(table).values():
        if isinstance(phone, Phone):
            phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language


@contextmanager
def in_english(table: Any) -> Iterator[None]:
    """What a table does before a test looks is the same in every language: it is done, and kept, once for all."""
    language = next(
        phone.client.defaults["HTTP_ACCEPT_LANGUAGE"]
        for phone in vars(table).values()
        if isinstance(phone, Phone)
    )
    spoken(table, "en")
    yield
    spoken(table, language)


def prefilled(page: str, step: str, player: str | None = None) -> dict[str, str]:
    """The fields of a step's form as a browser would send it untouched."""
    forms = re.findall(rf'<form method="post"[^>]*data-step="{step}">(.*?)</form>', page, re.S)
    for form in forms:
        fields = _inputs(form)
        if player in (None, fields.get("player")):
            return fields
    raise AssertionError(f"the pad does not offer {step} ({player})")


def value_of(page: str, step: str, name: str, text: str) -> str:
    """The value of the choice of a field that begins with `text`."""
    form = re.search(rf'<form method="post"[^>]*data-step="{step}">(.*?)</form>', page, re.S)
    assert form is not None, f"the pad does not offer {step}"
    found = re.search(
        rf'name="{name}" value="([^"]*)"[^>]*> ?<span[^>]*>{re.escape(text)}', unescape(form[1])
    )
    assert found is not None, (name, text, form[1])
    return found[1]


def offered(page: str, step: str, **wanted: Any) -> str:
    """The choice of a step whose event tells all that is `wanted`."""
    form = re.search(rf'<form method="post"[^>]*data-step="{step}">(.*?)</form>', page, re.S)
    assert form is not None, f"the pad does not offer {step}"
    choices = [unescape(value) for value in re.findall(r'name="choice" value="([^"]*)"', form[1])]
    events = [one for one in choices if one.startswith("{")]
    found = [one for one in events if wanted.items() <= json.loads(one).items()]
    assert found, (wanted, choices)
    return found[0]


def _inputs(form: str) -> dict[str, str]:
    found = {}
    for tag in re.findall(r"<input [^>]*>", form):
        name = re.search(r' name="([^"]+)"', tag)
        value = re.search(r' value="([^"]*)"', tag)
        picked = ' type="radio"' not in tag and ' type="checkbox"' not in tag
        if name and (picked or " checked" in tag):
            found[name[1]] = unescape(value[1]) if value else "on" if ' type="checkbox"' in tag else ""
    for name, body in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', body)
        found[name] = chosen[1] if chosen else ""
    for name, text in re.findall(r'<textarea name="([^"]+)"[^>]*>\n?(.*?)</textarea>', form, re.S):
        found[name] = text
    return found


def noted(page: str) -> dict[str, str]:
    """Own figures from the end, the first enemy that the pad offers."""
    fields: dict[str, str] = {}
    for name, body in re.findall(r'<select name="((?:own|enemy):[^"]+)"[^>]*>(.*?)</select>', page, re.S):
        options = re.findall(r'<option value="([^"]+)"', body)
        before = sum(field.startswith("own:") for field in fields)
        fields[name] = options[-1 - before] if name.startswith("own:") else options[0]
    return fields


class Table:
    """An event with one started round; `match` is its first table, `alliance` and `serpent` its players' phones."""

    def __init__(
        self, scenario: str = "sea", count: int = 2, detail: str = "turns", languages: str = "en"
    ) -> None:
        self._begin(scenario, count, detail)
        spoken(self, languages)

    @db_states.stage
    def _begin(self, scenario: str, count: int, detail: str) -> None:
        user = User.objects.filter(username="olga").first()
        self.organiser = Identity(user or User.objects.create_user("olga", password="secret-pass"))
        options = {"rounds": 1, "scenarios": [], "detail": detail, "scheme_draw_count": 3}
        self.event = commands.create_tournament(self.organiser, name="Hall cup", options=options)
        people = [commands.NewPlayer(name) for name in ("Anna", "Борис", "Carl", "Дина")[:count]]
        self.players = commands.register_players(self.organiser, self.event, people)
        for player in self.players:
            commands.check_in(self.organiser, self.event, player=player.id)
            revision = staff_roster(player, roster_of(player.name))
            commands.submit_list(self.organiser, self.event, player=player.id, revision=revision)
        commands.lock_lists(self.organiser, self.event)
        commands.draw_round(self.organiser, self.event, scenario=scenario, seed="seed", reason="a test")
        commands.publish_round(self.organiser, self.event, round=1)
        commands.start_round(self.organiser, self.event, round=1)
        selectors.bring_up(self.event)
        row = MatchRow.objects.filter(tournament_id=self.event).order_by("table").first()
        assert row is not None
        self.match = row.stream_id
        self.alliance = Phone(self._player(row, "alliance"))
        self.serpent = Phone(self._player(row, "serpent"))

    def _player(self, row: MatchRow, side: str) -> Player:
        return next(player for player in self.players if str(player.id) == row.sides[side][0])

    @property
    def state(self) -> Any:
        return selectors.current_state(self.match).state

    @db_states.stage
    def choose(self, scheme: str | None = None) -> str:
        """The Alliance player keeps the first dealt scheme, or `scheme`."""
        dealt = self.state.play.squads[self.alliance.id].dealt
        scheme = scheme or dealt[0]
        response = self.alliance.pick(self.match, "scheme_chosen", scheme=scheme)
        assert response.status_code == 302, response.content.decode()
        return scheme

    @db_states.stage
    def hire(self) -> None:
        for phone in (self.alliance, self.serpent):
            assert phone.tap(self.match, "squad_hired").status_code == 302

    @db_states.stage
    def note(self) -> None:
        """Both write down what their schemes want."""
        for phone in (self.alliance, self.serpent):
            response = phone.tap(self.match, "scheme_noted", **noted(phone.pad(self.match)))
            assert response.status_code == 302, response.content.decode()

    def ready(self, scheme: str | None = None) -> None:
        """Everything before the first turn."""
        with in_english(self):
            self._ready(scheme)

    @db_states.stage
    def _ready(self, scheme: str | None) -> None:
        self.choose(scheme)
        self.hire()
        self.note()

    def play(self, turns: int = 5) -> None:
        with in_english(self):
            self._play(turns)

    @db_states.stage
    def _play(self, turns: int) -> None:
        for _turn in range(turns):
            response = self.alliance.tap(self.match, "turn")
            assert response.status_code == 302, response.content.decode()
