"""Which forms of full detail are open to a person: what the rule set says may come next, as steps of the pad.

Called by `tracker.pages.match_forms.last_battle.steps`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.last_battle.full.actions import CHARGES
from games.last_battle.full.arcana import FOOL, MAGICIAN, maker_of
from games.last_battle.full.duel import at_hand
from games.last_battle.full.state import FullState
from games.ruleset import NextEvent
from tracker.pages.match_forms.last_battle.base import Desk
from tracker.pages.match_forms.last_battle.full import (
    act_forms,
    change_forms,
    claim_forms,
    duel_forms,
    flip_forms,
    mark_forms,
    turn_forms,
)
from tracker.pages.match_forms.last_battle.full.form import FullForm
from tracker.pages.match_forms.last_battle.full.turn_forms import sides_of

Key = tuple[str, str]
Opener = Callable[[Desk, FullState, NextEvent], Iterator[Key]]

FORMS: dict[str, type[FullForm]] = {
    form.step: form
    for form in (
        mark_forms.StrategyMarkerForm,
        turn_forms.DeployForm,
        turn_forms.DeckForm,
        turn_forms.DrawForm,
        change_forms.DueForm,
        mark_forms.CompromatForm,
        turn_forms.InitiativeForm,
        turn_forms.FirstForm,
        flip_forms.FlipForm,
        duel_forms.WaiveForm,
        duel_forms.ResolveForm,
        duel_forms.DamageForm,
        flip_forms.CheatForm,
        duel_forms.ArcanaForm,
        duel_forms.TriggerForm,
        act_forms.ActivateForm,
        act_forms.MovedForm,
        act_forms.StrikeForm,
        act_forms.DiveForm,
        act_forms.AttackForm,
        act_forms.MoveForm,
        act_forms.ChargeForm,
        act_forms.PrepareForm,
        act_forms.EndActivationForm,
        mark_forms.InteractForm,
        turn_forms.EndEffectsForm,
        claim_forms.StrategyForm,
        turn_forms.ProlongForm,
        turn_forms.ShuffleForm,
        turn_forms.StartForm,
        turn_forms.DiscardForm,
        turn_forms.HangedForm,
        claim_forms.ClaimForm,
        mark_forms.UnmarkForm,
        change_forms.AboardForm,
        change_forms.FreeForm,
        change_forms.LivesForm,
        change_forms.ConditionForm,
        change_forms.RemoveForm,
        change_forms.SummonForm,
        change_forms.SizeForm,
    )
}
"""In this order: what the table waits for stands before what may wait."""


def full_steps(desk: Desk) -> Iterator[Key]:
    """(step, key) of every open form, each once, in the order of `FORMS`."""
    if desk.play.full is None:
        return
    full = at_hand(desk.play.full)
    keys = [key for event in desk.following for key in _of_event(desk, full, event)]
    groups, order = list(desk.reader.words.headings), list(FORMS)
    for step, key in sorted(
        dict.fromkeys(keys), key=lambda one: (groups.index(FORMS[one[0]].group), order.index(one[0]))
    ):
        if FORMS[step].open_at(desk, key):
            yield step, key


def _of_event(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    if full.due:
        yield "due", ""
    opener = OPENERS.get(event.type)
    if opener is not None and not (full.due and event.type in {due.kind for due in full.due}):
        yield from opener(desk, full, event)


def _once(step: str) -> Opener:
    def opener(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
        yield step, ""

    return opener


def _of_mine(step: str) -> Opener:
    """One form for everybody who has a figure that it may be about."""

    def opener(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
        if not {*event.players}.isdisjoint(desk.players):
            yield step, ""

    return opener


def _compromat(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    """One form for the side whose figures get the markers."""
    yield from (("compromat", full.pieces[figure].side) for figure in event.choices["figure"])


def _by_choice(step: str, field: str) -> Opener:
    """One form for each value that the event may have in `field`."""

    def opener(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
        for value in event.choices.get(field, ()):
            if value is not None:
                yield step, str(value)

    return opener


def _deployed(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    """LB-SETUP-09: the Serpent stands from the start, so that nobody waits for it."""
    for player in event.choices["player"]:
        if desk.play.squads[player].side == "alliance":
            yield "deploy", str(player)


def _initiative(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    for side in sides_of(desk):
        if side not in full.initiative:
            yield "initiative", side


def _drawn(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    if event.choices.get("count", (1,))[0] > 0:
        yield "draw", str(event.choices["side"][0])


def _declared(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    if event.choices.get("source", ("",))[0] in CHARGES:
        yield "strike", ""
    elif event.choices.get("free") == (True,):
        yield "free", ""
    elif full.ap:
        yield from ACTIONS
        if full.ap > 1:
            yield "charge", ""


ACTIONS: tuple[Key, ...] = (("attack", ""), ("move", ""), ("prepare", ""), ("interact", ""))


def _flipped(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    """A check whose kind the card does not tell may be an attack or a simple one."""
    duel = full.duel
    if duel is not None and duel.stage == "attack" and duel.kind is None:
        yield from (("flip", role) for role in ("attack", "simple") if role == "simple" or duel.target)
        return
    yield from _by_choice("flip", "role")(desk, full, event)


def _resolved(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    yield "resolve", ""


def _triggered(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    """A trigger of a printed suit; the Magician and the Fool, which are a choice, stand here too."""
    duel = full.duel
    if duel is None or duel.attack is None:
        return
    owner = full.pieces.get(duel.actor)
    fits = duel.suits is None or duel.attack.card[:1] in duel.suits
    if fits and owner is not None and owner.player in desk.players:
        yield "trigger", ""
    for card in (MAGICIAN, FOOL):
        if maker_of(duel, card) is not None:
            yield "arcana", card


def _removal(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    """By Interaction it belongs to the step of that name."""
    if event.choices.get("reason") == ("scheme",):
        yield "unmark", ""


def _size(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    yield ("dive" if full.act is not None and full.act.dive and "delta" in event.choices else "size"), ""


def _strategy(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    yield "strategy", str(event.choices["moment"][0])


def _claim(desk: Desk, full: FullState, event: NextEvent) -> Iterator[Key]:
    yield "claim", f"{event.choices['player'][0]}:{event.choices['scheme'][0]}"


OPENERS: dict[str, Opener] = {
    "strategy_marker_placed": _once("marker"),
    "squad_deployed": _deployed,
    "deck_prepared": _by_choice("deck", "side"),
    "hand_drawn": _drawn,
    "turn_started": _once("start"),
    "initiative_flipped": _initiative,
    "first_side_chosen": _by_choice("first", "by_side"),
    "compromat_placed": _compromat,
    "figure_activated": _once("activate"),
    "action_declared": _declared,
    "figure_moved": _by_choice("moved", "figure"),
    "resistance_waived": _once("waive"),
    "check_flipped": _flipped,
    "fate_cheated": _by_choice("cheat", "role"),
    "check_resolved": _resolved,
    "damage_resolved": _once("damage"),
    "arcana_resolved": _by_choice("arcana", "card"),
    "trigger_applied": _triggered,
    "lives_changed": _once("lives"),
    "condition_changed": _once("condition"),
    "figure_removed": _once("remove"),
    "figure_summoned": _once("summon"),
    "size_changed": _size,
    "aboard_changed": _of_mine("aboard"),
    "scheme_marker_removed": _removal,
    "activation_ended": _once("done"),
    "end_effects_applied": _once("effects"),
    "strategy_scored": _strategy,
    "prolong_flipped": _by_choice("prolong", "side"),
    "discard_reshuffled": _by_choice("shuffle", "side"),
    "hand_discarded": _by_choice("discard", "side"),
    "hanged_man_used": _by_choice("hanged", "side"),
    "scheme_scored": _claim,
    "scheme_revealed": _claim,
}


def full_form(step: str, desk: Desk, key: str) -> FullForm:
    """A fresh form of an open step."""
    return FORMS[step](desk, key)


def bound_full(desk: Desk, step: str, key: str, data: object) -> FullForm | None:
    """The form of a step as it was sent; None where the table has moved on so far that it means nothing."""
    form = FORMS.get(step)
    if form is None or not form.open_at(desk, key):
        return None
    return form(desk, key, data)  # type: ignore[arg-type]
