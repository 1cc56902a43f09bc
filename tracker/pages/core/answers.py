"""From a command to what its page shows: done, or refused with sentences, status and what was missed.

Every POST of the pages goes through `attempt`; the view shows its form again with `Refusal.context`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.codec import MalformedEvent
from games.judging import for_people
from games.replay import Refusal as Broken
from games.ruleset import EVERYONE, RuleViolation, Viewer
from tracker import messages, selectors
from tracker.commands import BadInput
from tracker.handle import CommandRejected, KeyReused, StaleVersion
from tracker.messages import spoken
from tracker.models import Stream
from tracker.named import ids_in, texts_in
from tracker.pages import lines
from tracker.pages.core.spoken import field_name
from tracker.pages.lines import campaign
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.generic.pages import GenericPages
from tracker.rulesets.campaign.state import CampaignState
from tracker.selectors import player_day
from tracker.systems import CAMPAIGN, CHRONICLE, MATCH, uuids
from tracker.throttle import Slow

T = TypeVar("T")
MISSED_AT_MOST = 50
NOTHING: Mapping[str, str] = MappingProxyType({})


class Refusal(NamedTuple):
    """Why nothing was changed: HTTP status, sentences, and for a stale form the events that it missed.

    `field`: the one field of the form that is wrong, where a command named it.
    """

    status: int
    problems: list[dict[str, Any]]
    stale: dict[str, Any] | None = None
    broken: tuple[int, ...] = ()
    field: str = ""

    @property
    def context(self) -> dict[str, Any]:
        """For the parts `_problems.html` and `_stale.html`."""
        return {"problems": self.problems, "stale": self.stale, "broken": self.broken}

    def held(self, private: bool) -> Refusal:
        """Of a `private` form all reasons are held to be seen, as one, since their number tells as well: the screen
        lies open, and a rule or the name of a field may name the secret."""
        if not private or not self.problems:
            return self
        return self._replace(problems=[{**plain(""), "secret": " ".join(map(_reason, self.problems))}])


def with_refusal(
    request: HttpRequest, template: str, context: dict[str, Any], refusal: Refusal | None
) -> HttpResponse:
    """The page; after a refusal with its reasons and its status."""
    if refusal is None:
        return render(request, template, context)
    return render(request, template, context | refusal.context, status=refusal.status)


class Answered(NamedTuple, Generic[T]):
    """What a command came to: `value`, or the `refusal`."""

    value: T | None
    refusal: Refusal | None

    @property
    def status(self) -> int:
        return self.refusal.status if self.refusal else 200


def attempt(
    command: Callable[[], T],
    viewer: Viewer = EVERYONE,
    stream: UUID | None = None,
    names: Mapping[str, str] = NOTHING,
) -> Answered[T]:
    """Runs `command`. `NotAllowed` and `UnknownStream` go through to whole pages; all else becomes a `Refusal`.

    `stream`: the log that it is about, whose words a refusal then uses; `names`: what else it calls by other names.
    """
    try:
        return Answered(command(), None)
    except CommandRejected as rejected:
        return Answered(None, _rejected(rejected, stream, viewer, names))
    except StaleVersion as late:
        return Answered(None, too_late(late.stream, late.version, late.expected, viewer))
    except KeyReused:
        text = _(
            "This form was already sent with other contents. Open the page again and check what is recorded."
        )
        return Answered(None, Refusal(409, [plain(text)]))
    except BadInput as error:
        where, said = field_name(error.field), spoken(error.message)
        told = [plain(said if where else said[:1].upper() + said[1:], where=where)]
        return Answered(None, Refusal(400, told, field=error.field))
    except MalformedEvent as error:
        return Answered(None, Refusal(400, [plain(spoken(error.args[0]))]))
    except Slow as slow:
        text = _("Try again in %(seconds)d seconds.") % {"seconds": slow.seconds}
        return Answered(None, Refusal(429, [plain(text)]))


def _reason(problem: dict[str, Any]) -> str:
    """The sentence of a problem, with the field that it is about and what would be legal."""
    said = (problem.get("where", ""), problem["message"], problem.get("legal", ""))
    return problem.get("secret") or " ".join(filter(None, said))


def plain(message: str, where: str = "") -> dict[str, Any]:
    """A problem that no rule has a number for."""
    return {"rule": "", "message": message, "where": f"{where}:" if where else ""}


def wait(slow: Slow) -> dict[str, Any]:
    """The problem of a stranger after whom too many came."""
    text = _("Many came from this network just now. Try again in %(seconds)d seconds.")
    return plain(text % {"seconds": slow.seconds})


def _rejected(
    rejected: CommandRejected, stream: UUID | None, viewer: Viewer, names: Mapping[str, str]
) -> Refusal:
    """WL-VOID-03 only names the later events: people read their sentences, and why they would be illegal."""
    own = [one for one in rejected.violations if not rejected.broken or one.rule != "WL-VOID-03"]
    return Refusal(
        422,
        _sentences(own, stream, names) + no_longer_legal(rejected.broken, stream, viewer),
        broken=tuple(refusal.entry.seq for refusal in rejected.broken),
    )


def no_longer_legal(
    broken: Sequence[Broken], stream: UUID | None, viewer: Viewer = EVERYONE
) -> list[dict[str, Any]]:
    """Later entries that could not stand after a correction, one problem for each reason: `where` says the event as
    everybody knows it. Where the viewer knows more, the reason may tell it: it is `secret` then, to be held to be seen.
    """
    logged = _logged(stream, [refusal.entry.seq for refusal in broken], viewer) if stream else {}
    told = []
    for refusal in broken:
        line = logged.get(refusal.entry.seq, {})
        for problem in _sentences(refusal.violations, stream):
            problem["where"] = _event(refusal.entry.seq, line.get("text", ""))
            if "secret" in line:
                problem["secret"] = f"{line['secret']} {problem['message']}"
                problem["message"] = ""
            told.append(problem)
    return told


def _event(seq: int, text: str) -> str:
    number = _("Entry %(seq)d") % {"seq": seq}
    return f"{number} ({text.rstrip('.')}):" if text else f"{number}:"


def _logged(stream: UUID, seqs: Sequence[int], viewer: Viewer) -> dict[int, dict[str, Any]]:
    """The lines of these events, as the viewer may know them."""
    if not seqs:
        return {}
    first = min(seqs)
    page = selectors.events_page(stream, viewer, first - 1, max(seqs) - first + 1)
    found = lines.as_known(stream, viewer, [event for event in page.events if event.seq in seqs])
    return {line["seq"]: line for line in found}


def _sentences(
    violations: Sequence[RuleViolation], stream: UUID | None, names: Mapping[str, str] = NOTHING
) -> list[dict[str, Any]]:
    """The reasons in words, each once, players and whatever else has a name at the table by their names."""
    told = for_people(violations)
    params = [violation.params for violation in told]
    names = {**names, **_own_names(params, stream), **selectors.player_names(set(ids_in(params)))}
    return [{**messages.problem(violation, names=names), "where": ""} for violation in told]


def _own_names(params: list[dict[str, Any]], stream: UUID | None) -> Mapping[str, str]:
    """Id -> name of those whom only the system of a match or of an event day knows."""
    row = selectors.stream_of(stream) if stream else None
    if row is not None and row.kind == CAMPAIGN:
        return _names_of_a_day(row)
    if row is None or row.kind != MATCH:
        return {}
    pages = pages_of(row.system)
    found: Mapping[str, str] = pages.own_names(params, messages.language())
    if not isinstance(pages, GenericPages):
        return found
    lying = selectors.own_names(row.id, messages.language())
    filled = {
        name for one in params for name in one
    }  # "left" may be a place, and what a sentence is filled with
    own = {**found, **{key: name for key, name in lying.items() if key not in filled}}
    return {**_put_together(pages, params, {**lying, **found}), **own, **_of_a_campaign(row, params)}


def _of_a_campaign(row: Stream, params: list[dict[str, Any]]) -> dict[str, str]:
    """Id -> name of what the campaign of the match does not allow: its fighters, marks and matches (WL-LEV-01)."""
    if not any("mark" in one for one in params):
        return {}
    campaign = next(
        iter(uuids([str(selectors.current_state(row.id).setup.options.get(CHRONICLE, ""))])), None
    )
    if campaign is None:
        return {}
    fighters, others = selectors.names_of_match(campaign, row.id, messages.language())
    return {**others, **{id_: name for side in fighters.values() for id_, name in side.items()}}


def _put_together(
    pages: GenericPages, params: list[dict[str, Any]], known: Mapping[str, str]
) -> dict[str, str]:
    """Id -> name of whatever the game calls by itself, also out of names: `a:gwaien` as `Gwaien (A)`."""
    called, language = pages.system.faces.called, messages.language()

    def name(id_: str) -> str:
        text = called("", id_, lambda one: known.get(one, one))
        return known.get(id_) or (text.to(language) if text else id_)

    values = {*texts_in([list(one.values()) for one in params])} - set(known)
    found = ((id_, called("", id_, name)) for id_ in values)
    return {id_: text.to(language) for id_, text in found if text is not None}


def _names_of_a_day(row: Stream) -> dict[str, str]:
    state: CampaignState = selectors.current_state(row.id).state
    if state.created is None:
        return {}
    fallen = {one.told.figure for table in state.tables.values() for one in table.fallen}
    figures = player_day.figure_names(row.system, fallen) if fallen else {}
    return campaign.called(state, pages_of(row.system), figures, messages.language())


def of_before() -> dict[str, Any]:
    """What is said of a form of which not all that somebody filled in can be read."""
    return plain(
        _(
            "This was filled in on a page of before, and not all of it can be read any more, so nothing was logged."
            " Open the match and enter it again."
        )
    )


def too_late(stream: UUID, version: int, expected: int, viewer: Viewer) -> Refusal:
    """The refusal of a form that was made for an earlier version, with what happened since."""
    return Refusal(409, [], _missed(stream, version, expected, viewer))


def _missed(stream: UUID, version: int, expected: int, viewer: Viewer) -> dict[str, Any]:
    page = selectors.events_page(stream, viewer, expected, MISSED_AT_MOST)
    return {
        "version": version,
        "expected": expected,
        "missed": lines.as_known(stream, viewer, page.events),
    }
