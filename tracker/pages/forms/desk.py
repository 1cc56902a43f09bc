"""The settings of an event as a form shows and sends them: only what differs is told."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _
from msgspec import to_builtins

from tracker.commands.presets import PRESETS
from tracker.inputs import BadInput
from tracker.messages import language
from tracker.pages.core.pressed import Sent
from tracker.rulesets.tournament.events import Options
from tracker.rulesets.tournament.state import TournamentState
from tracker.standings.tiebreaks import TIEBREAKS as KNOWN
from tracker.standings.words import tiebreak_words

TIEBREAKS = 8
"""As many places for tie-breakers as the form has."""
SPARE = 1
"""Empty places after the chosen tie-breakers where the form offers the usual ones."""
USUAL = ("points", "wins", "vp_diff", "vp", "sos", "sos_cut", "sonneborn_berger", "head_to_head", "lot")
"""Tie-breakers that events of every game are offered; the others are shown when asked for."""

HEAVIEST = 20
"""The most times that the points of a round count (`RoundWeights`)."""


def changed_settings(state: TournamentState, sent: Sent) -> dict[str, Any]:
    """The settings of the form that differ from those that stand; fields that were not sent stay."""
    options, told = state.options, dict[str, Any]()
    created = state.created
    if sent.text("name") and created is not None and sent.text("name") != created.name:
        told["name"] = sent.text("name")
    if sent.number("rounds") and sent.number("rounds") != options.rounds:
        told["rounds"] = sent.number("rounds")
    told |= _points(options, sent)
    if "round_weights" in sent.data and (weights := _weights(sent)) != options.round_weights:
        told["round_weights"] = list(weights)
    tiebreaks = [one for one in sent.texts("tiebreak") if one]
    if tiebreaks and tuple(tiebreaks) != options.tiebreaks:
        told["tiebreaks"] = tiebreaks
    for name in ("detail", "lists_revealed"):
        if sent.text(name) and sent.text(name) != getattr(options, name):
            told[name] = sent.text(name)
    told |= _wishes(state, sent)
    for name in ("check_in", "list_required", "fresh_tables"):
        wanted = sent.text(name)
        if wanted and (wanted == "yes") != getattr(options, name):
            told[name] = wanted == "yes"
    return told


def settings_as_sent(state: TournamentState, sent: Sent) -> Options:
    """The options as a refused form has them, so that nobody types them again; those that stand where it says what
    no option can be.
    """
    try:
        told = {name: value for name, value in changed_settings(state, sent).items() if name != "name"}
        if "tiebreaks" in told:  # one that this program does not know has no title to stand there by
            told["tiebreaks"] = [id_ for id_ in told["tiebreaks"] if id_ in KNOWN]
        return msgspec.convert({**to_builtins(state.options), **told}, Options)
    except (BadInput, msgspec.ValidationError):
        return state.options


def _points(options: Options, sent: Sent) -> dict[str, Any]:
    """What a win, a draw, a loss and a bye are worth, where that differs."""
    told = dict[str, Any]()
    points = {name: sent.number(name) for name in ("win", "draw", "loss") if sent.text(name)}
    if any(getattr(options.tp, name) != value for name, value in points.items()):
        told["tp"] = {**to_builtins(options.tp), **points}
    if sent.text("bye") and sent.number("bye") != options.bye.tp:
        told["bye"] = {**to_builtins(options.bye), "tp": sent.number("bye")}
    return told


def _weights(sent: Sent) -> tuple[int, ...]:
    """How many times each round counts. Raises `BadInput` for what is no number."""
    words = sent.text("round_weights").replace(",", " ").replace(";", " ").split()
    if not all(word.isdecimal() and 1 <= int(word[:4]) <= HEAVIEST for word in words):
        raise BadInput("round_weights", _("whole numbers from 1 to 20, one for each round, such as 1 1 2"))
    return tuple(map(int, words))


WISHES = ("club", "town", "friends", "byes", "sides", "thirds", "downs")


def wish_words() -> dict[str, str]:
    """What the draw is asked to avoid, in words."""
    return {
        "club": _("two of one club meet"),
        "town": _("two of one town meet"),
        "friends": _("two meet who wished not to"),
        "byes": _("two meet who both had a bye"),
        "sides": _("a side is played once more by one who leads in it"),
        "thirds": _("a side is played a third time running"),
        "downs": _("somebody meets one of fewer points a second time"),
    }


def _wishes(state: TournamentState, sent: Sent) -> dict[str, Any]:
    """Weights of the draw's wishes, and what lies on the tables."""
    told, weights = dict[str, Any](), to_builtins(state.options.weights)
    wanted = {name: sent.number(f"wish-{name}") for name in WISHES if sent.text(f"wish-{name}")}
    if any(getattr(state.options.weights, name) != value for name, value in wanted.items()):
        told["weights"] = {**weights, **wanted}
    if "table_scenario" in sent.data:
        laid = [one for one in sent.texts("table_scenario") if one]
        if tuple(laid) != state.options.table_scenarios:
            told["table_scenarios"] = laid
    return told


def tiebreak_places(chosen: tuple[str, ...], everything: bool) -> list[str]:
    """The chosen ones in their order, and empty places after them."""
    spare = max(SPARE, TIEBREAKS - len(chosen)) if everything else SPARE
    return [*chosen, *[""] * spare]


def tiebreak_choices(system: str, chosen: tuple[str, ...], everything: bool) -> list[tuple[str, str]]:
    """By title: the usual tie-breakers and those of the game's presets, or every one that forms offer; and the chosen
    ones, which may have a number of their own.
    """
    words = tiebreak_words()
    presets = (preset["options"] for preset in PRESETS.values() if preset["system"] == system)
    usual = {*USUAL, *chosen, *(id_ for options in presets for id_ in options.get("tiebreaks", ()))}
    offered = [id_ for id_ in KNOWN if everything or id_ in usual]
    found = [(id_, words[id_].title.to(language())) for id_ in dict.fromkeys((*offered, *chosen))]
    return sorted(found, key=lambda pair: pair[1])
