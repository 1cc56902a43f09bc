"""Matches at full detail to start tests from: two warbands of known cards, red active in the Main phase of turn 1."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.band import free_to_act
from games.bushido.full.common import body, put, table
from games.bushido.full.state import Acting, Body, Exchange, FullState, Harm
from games.bushido.profiles import Cost, Profile, Weapon
from games.bushido.rules import Bushido
from games.bushido.sample import OWN_SCENARIO
from games.bushido.scenarios import SCENARIOS
from games.bushido.state import BusState, facts_of
from games.ruleset import SYSTEM, Actor, Event
from games.testing import Case, given

RULES = Bushido()
R, B, STRANGER = Actor("player", "r"), Actor("player", "b"), Actor("player", "stranger")
SIDES: dict[str, tuple[str, ...]] = {"red": ("r",), "blue": ("b",)}
BLADE = Weapon(kind="melee", name="Blade", strength=0, traits=(), specials={})
PLAIN = Profile(
    types=("Human",),
    base_mm=(30,),
    melee=3,
    ranged=2,
    move=4,
    ki=2,
    ki_limit=6,
    boosts={"melee": 2, "move": 1, "ki": 1, "ranged": 2},
    wound_tracks=(5,),
    traits=(),
    feats=(),
    weapons=(BLADE,),
    cost=Cost(10),
)
NAMES = ("chief", "second", "third")
Cards = dict[str, Profile]


def card(*traits: str, **told: Any) -> Profile:
    """A card with these traits, and other figures where they are told."""
    return replace(PLAIN, traits=traits, **told)


def created(**options: Any) -> Case:
    told = {"sides": SIDES, "detail": "full", "terrain": "organiser", **options}
    return given(RULES).when(e.MatchCreated(**told))


def warband(player: str, cards: Cards, specials: tuple[e.SpecialTaken, ...] = ()) -> e.WarbandRegistered:
    """Models of these cards, under their names; all are unique and nothing else that a VIM may not be."""
    facts = {"unique": True, "animal": False, "insignificant": False, "disguise": False}
    models = tuple(
        e.Model(id=name, card=f"{player}-{name}", flank="Flank" in (one.traits or ()), **facts)
        for name, one in cards.items()
    )
    sheets = {f"{player}-{name}": one for name, one in cards.items()}
    return e.WarbandRegistered(
        player=player, faction="Ito Clan", models=models, sheets=sheets, specials=specials
    )


def cards_of(told: Cards | None) -> Cards:
    """Three plain models, some of them with other cards."""
    return {**dict.fromkeys(NAMES, PLAIN), **(told or {})}


def chosen(
    scenario: str = "sacred_idols",
    red: Cards | None = None,
    blue: Cards | None = None,
    vim: Any = None,
    specials: tuple[e.SpecialTaken, ...] = (),
    **options: Any,
) -> Case:
    """Warbands and the scenario are there."""
    facts = SCENARIOS.get(scenario, OWN_SCENARIO)
    own = None if scenario in SCENARIOS else facts
    case = created(**{"rice_limit": facts.rice_limit or 100, **options})
    case = case.when(warband("r", cards_of(red), specials), R).when(warband("b", cards_of(blue)), B)
    kind: Any = vim or ("open" if len(facts.vim) > 1 else None)
    deployment: Any = "baseline" if facts.deployment is None else None
    told = e.ScenarioSelected(scenario=scenario, vim=kind, deployment=deployment, own=own)
    return case.when(told, R if own is None else SYSTEM)


def placed(case: Case) -> Case:
    """Red has won the test of the deployment and has the near side; VIM are the chiefs, where there are any."""
    case = case.when(f.TacticalTestRolled(dice={"red": "6", "blue": "1"}))
    chooser = "blue"
    case = case.when(f.DeploymentZoneChosen(side=chooser, zone="far"), B)
    if case.state.vim_kind is not None:
        nominated = case.state.vim_kind == "nominated"
        for side, other in (("red", "blue"), ("blue", "red")):
            case = case.when(e.VimAssigned(side=side, model=f"{other if nominated else side}:chief"))
    return case


def deployed(case: Case) -> Case:
    """All models stand on the table, those with Flank too."""
    case = case.when(f.DeploymentOrderChosen(side="red", first_side="red"), R)
    scouts = bool(facts_of(case.state).scouts)
    for side in ("blue", "red") if scouts else ("red", "blue"):
        models = tuple(name for name, one in case.state.models.items() if one.side == side)
        case = case.when(f.ModelsDeployed(side=side, models=models, scout=scouts))
    return case


def started(
    scenario: str = "sacred_idols", red: Cards | None = None, blue: Cards | None = None, **told: Any
) -> Case:
    """Everybody is deployed; the tactical test of turn 1 is next."""
    return deployed(placed(chosen(scenario, red, blue, **told)))


def begun(case: Case, first: str = "red") -> Case:
    """The tactical test and the first player of a turn; red wins the test."""
    return case.when(f.TacticalTestRolled(dice={"red": "6", "blue": "1"})).when(
        f.FirstPlayerChosen(first_side=first)
    )


def playing(
    scenario: str = "sacred_idols", red: Cards | None = None, blue: Cards | None = None, **told: Any
) -> Case:
    """Red is active in the Main phase of turn 1."""
    return begun(started(scenario, red, blue, **told))


def act(case: Case, model: str, action: Any = None, **told: Any) -> Case:
    """A model is activated, and declares its action if one is named."""
    known = {name: told.pop(name) for name in ("in_zoc_of", "unseen_by", "hidden") if name in told}
    case = case.when(f.ModelActivated(model=model, **known))
    return case if action is None else case.when(f.ActionDeclared(action=action, **told))


def waited(case: Case, *models: str) -> Case:
    """Each of the models waits."""
    for model in models:
        case = act(case, model, "wait")
    return case


def main_over(case: Case) -> Case:
    """Everybody waits until nobody can act, and the Main phase is closed."""
    while table(case.state).active is not None:
        case = waited(case, free_to_act(case.state, table(case.state).active or "")[0])
    return case.when(f.StepClosed())


def turn_over(case: Case) -> Case:
    """The rest of the turn, in which nothing happens; no zone is held."""
    case = main_over(case)
    for zone in case.state.zones:
        case = case.when(f.ZoneCounted(zone=zone))
    return case.when(f.TurnEnded())


def marked(case: Case, model: str, marker: Any, **told: Any) -> Case:
    return case.when(f.MarkerChanged(model=model, marker=marker, **told))


def checked(model: str, **told: Any) -> f.TableChecked:
    return f.TableChecked(model=model, **told)


def figures(case: Case, model: str) -> Body:
    state: BusState = case.state
    return body(state, model)


def fight_of(case: Case) -> Exchange:
    """The exchange in progress."""
    found = table(case.state).exchange
    assert found is not None
    return found


def harm_of(case: Case) -> Harm:
    """The damage roll that is due."""
    found = table(case.state).harm
    assert found is not None
    return found


def acting_of(case: Case) -> Acting:
    """The activation in progress."""
    found = table(case.state).acting
    assert found is not None
    return found


def right_and_wrong(case: Case, right: Event, wrong: Event, *rules: str, by: Actor | None = None) -> Case:
    """What is told rightly is accepted; told otherwise it is refused by all of the rules."""
    who = {} if by is None else {"by": by}
    case.when(wrong, **who).then_refused(*())
    names = {one.rule for one in case.when(wrong, **who).violations}
    assert set(rules) <= names, f"refused by {sorted(names)}, expected {rules}"
    after = case.when(right, **who)
    after.then_accepted()
    return after


def refused(case: Case, event: Event, *rules: str, by: Actor | None = None) -> None:
    """Refused by all of the rules."""
    who = {} if by is None else {"by": by}
    found = case.when(event, **who).then_refused()
    names = {one.rule for one in found}
    assert set(rules) <= names, f"refused by {sorted(names)}, expected {rules}"


def table_of(case: Case) -> FullState:
    """The table of the case."""
    return table(case.state)


def touch(case: Case, *pairs: tuple[str, str]) -> Case:
    """These enemies are in contact, however they came there."""
    found = tuple(sorted((min(pair), max(pair)) for pair in pairs))
    return Case(case.rules, case.setup, put(case.state, contacts=found), case.entries)
