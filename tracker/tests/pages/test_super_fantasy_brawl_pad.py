"""The pad leads through whole matches: whoever looks, somebody always has a next step, and what it offers is legal.

In memory, without a browser: every step is filled in as a browser would send it, with choices from a seed.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.http import QueryDict
from django.utils.translation import override

from games.codec import codec_for
from games.match import MatchState
from games.registry import MATCHES
from games.replay import judge
from games.ruleset import Actor, Setup, Viewer
from games.secrets import sealed
from games.super_fantasy_brawl.facts import MODES
from games.super_fantasy_brawl.play import training
from games.super_fantasy_brawl.tests.tables import built
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names

pages = pages_of("super_fantasy_brawl")
RULES = MATCHES["super_fantasy_brawl"]
CODEC = codec_for(RULES)
SEATS: dict[str, dict[str, tuple[str, ...]]] = {
    "duel": {"a": ("a-1",), "b": ("b-1",)},
    "superteams": {"a": ("a-1", "a-2"), "b": ("b-1", "b-2")},
}


def desk_of(state: Any, player: str) -> Any:
    side = next(side for side, players in RULES.sides(state).items() if player in players)
    viewer = Viewer("player", player, side)
    seen, following = RULES.visible_to(state, viewer), RULES.next_events(state, viewer)
    return pages.sit(seen, RULES.outcome(state), 1, following, viewer, Names({}, {}, "en"))


def filled(form: Any, rng: Random) -> QueryDict:
    """What a browser would send."""
    sent = QueryDict(mutable=True)
    for name, field in form.fields.items():
        initial, sent_as = form.get_initial_for_field(field, name), form.add_prefix(name)
        options = [key for key, _text in getattr(field, "choices", ()) if key != ""]
        kind = getattr(field.widget, "input_type", "")
        if kind == "checkbox" and options:
            chosen = list(initial or ())
            wanted = champions_of(form) if name == "champions" else 0
            free = [key for key in options if key not in chosen]
            sent.setlist(sent_as, [*chosen, *rng.sample(free, max(0, wanted - len(chosen)))])
        elif kind == "checkbox":
            sent.update({sent_as: "on"} if initial else {})
        elif options:
            told = rng.choice(options) if field.required and initial in (None, "") else initial
            told = rng.choice(options) if name == "choice" else told
            sent[sent_as] = "" if told is None else str(told)
        else:
            sent[sent_as] = str(initial if initial is not None else 1 if field.required else "")
    return sent


def champions_of(form: Any) -> int:
    """How many champions make the team or the pool that the form asks for."""
    mode = MODES[form.desk.play.mode]
    if form.event == "roster_confirmed":
        return mode.team
    return mode.tournament_pool if form.player else mode.normal_pool


def step(state: Any, players: list[str], rng: Random) -> tuple[Any, bool]:
    """(the match after one step by somebody, whether the rules took it)."""
    for player in rng.sample(players, len(players)):
        desk = desk_of(state, player)
        forms = [form for form in pages.steps(desk) if not form.may_wait and not form.rare]
        forms = [form for form in forms if getattr(form, "options", True)]
        if not forms:
            continue
        form = forms[0] if rng.random() < 0.6 else rng.choice(forms)
        sent = pages.bound(desk, form.step, form.player, filled(form, rng))
        assert sent is not None and sent.is_valid(), (form.step, sent and sent.errors)
        for told in sent.payloads():
            event = sealed(CODEC.from_payload(told["type"], told["data"]), "0" * 32)
            if judge(RULES, state, event, Actor("player", player)):
                return state, False
            state = RULES.evolve(state, event)
        return state, True
    raise AssertionError(f"nobody has a step in {state.play.phase}")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("mode", "seed", "steps"),
    [*(("duel", seed, 700) for seed in range(4)), *(("superteams", seed, 500) for seed in range(3))],
)
def test_somebody_always_has_a_next_step(mode: str, seed: int, steps: int) -> None:
    rng, players = Random(seed), [player for side in SEATS[mode].values() for player in side]
    state = RULES.evolve(RULES.initial(Setup()), training.opening(mode, SEATS[mode]))
    tried = taken = 0
    with override("en"):
        while tried < steps:
            state, legal = step(state, players, rng)
            tried, taken = tried + 1, taken + legal
            if state.play.phase in ("over", "closed"):
                break
    assert state.play.round >= 2 and tried > 100 and taken > tried * 0.9


def test_where_a_trap_goes_is_chosen_in_sight() -> None:
    """SFB-SETUP-08: only its kind is hidden; the board stood behind a fold, as if the hex were a secret."""
    case = built()
    with override("en"):
        form = next(iter(pages.steps(desk_of(MatchState(play=case.state), case.state.order[0]))))
    assert form.step == "trap_token_placed" and not form.hides
