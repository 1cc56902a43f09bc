"""Warbands with cards that are made up. Called by `examples.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.bushido import events as e
from games.bushido.full.fighting.specials import ABILITIES
from games.bushido.profiles import Cost, Feat, Profile, Weapon
from games.bushido.state import BusState, facts_of
from games.ruleset import NextEvent
from games.simulated import Table

Match = Table[BusState]
FACTIONS = ("Ito Clan", "Prefecture of Ryu", "Cult of Yurei", "Temple of Ro-Kan")
NAMES = ("sensei", "monk", "archer", "wolf", "peasant", "smith", "ronin", "scout", "drummer", "monkey")
FEWEST, MOST = 3, 7
"""Models of a warband; of so few a side is wiped out now and then."""
MOB = "mob"
"""A card with two models, which act as a Group."""
TRAITS = (
    "Tough (1)|Armour (1)|Slow|Stupid|Aloof|Agile|Evasive|Cloudwalk|Fortune|Impetuous (1)|Soulless|Kata|Strong|Weak|"
    "Tactician (1)|Last Stand|Scout (1/4)|Lightfooted|Unstable|Sixth Sense|Immovable|Intangible|Kumo|Aware|Aggressive|"
    "Defensive|Banzai!|Bleed (1/1)|Bravery|Brutal (1)|Camouflage (3)|Chain Weapon (1)|Charging Bonus [Strength +1]|"
    "Coordinated Attack [Human]|Courage (1)|Cowardly|Disease (1)|Dodge (1)|Dread (1)|Durable|Endurance|Fear (4)|"
    "Feint (1)|Impenetrable Defence|Indomitable (1)|Ki Block|Leadership (1/6)|Lightning Reflexes|Parry (1)|Pierce (1)|"
    "Poison (1/1)|Prowess [Melee] (1)|Regenerate (1)|Rise (4)|Sharp (1)|Spirit (1)|Split Attack|Steadfast|Swarm|Terror|"
    "Channel (1/6)|Leech (1/6)|Virtue (6)|Cultist (1)|Blood of Orochi (2)|Intimidate|Booted|Jump Up|Cavalry (2)|"
    "Order [Human] (1/6)|Heal (1)|"
    "Protected [Human] (3)|Sacrifice [Human] (3)|Bodyguard [Human] (3)|Bear Stands Alone|"
    "Believer (1/4)|Disturb Flow (1/4)|Mantra|Mettle (1)|Overwhelm (1)|Resistance (1)|Willpower (1)|"
    "Rapid Fire (2)|Ranged Defence (1)|Tireless|Unblockable (1)|Vengeance [Human]|Oni Rage|"
    "Assassin|Strategy [Tough (1)]|Fearless|Reach"
).split("|")
SPECIALS = tuple(name for name in ABILITIES if name not in ("Ivory Prison Attack", "Gokusatsu Attack"))


FEATS = (
    Feat(name="Gaze", timing="I", target="Ta(6)", cost=1, limits=("1T",)),
    Feat(name="Will", timing="A", target="Ta(4)", cost=1, limits=("OKi",)),
    Feat(name="Calm", timing="S", target="Pe", cost=1, limits=("NB", "NM")),
    Feat(name="Storm", timing="C", target="Ta(8)", cost=2, limits=("OKi", "1G")),
    Feat(name="Song", timing="S", target="Au", cost=1, limits=()),
    Feat(name="Snare", timing="I", target="Ta(6)", cost=1, limits=()),
)


def warband(table: Match, one: NextEvent) -> dict[str, Any]:
    """Three to seven models, with a legal VIM almost always; at full detail with their cards, and mostly few."""
    state, rng = table.state, table.rng
    most = (facts_of(state).most_models if state.scenario is not None else None) or MOST
    few = state.full is not None and table.chance(0.7)
    names = rng.sample(NAMES, FEWEST if few else rng.randint(FEWEST, min(MOST, most)))
    champion = table.chance(0.95)
    models = tuple(_model(table, name, champion and at == 0) for at, name in enumerate(names))
    if state.full is not None and not few and table.chance(0.4) and len(models) < most - 1:
        models += tuple(replace(_model(table, f"{MOB}-{at}", False), card=MOB) for at in (1, 2))
    told = {"faction": rng.choice(FACTIONS), "theme": rng.choice((None, "Forest Path")), "models": models}
    return told | (_cards(table, models) if state.full is not None else {})


def _model(table: Match, name: str, champion: bool) -> e.Model:
    """A model with its facts; a champion may be a VIM, others mostly not."""
    return e.Model(
        id=name,
        card=name,
        rice=table.rng.randint(3, 18),
        unique=champion or table.chance(0.2),
        animal=not champion and name in ("wolf", "monkey"),
        insignificant=not champion and name == "peasant",
        flank=not champion and table.chance(0.3),
        disguise=not champion and table.chance(0.1),
    )


def _cards(table: Match, models: tuple[e.Model, ...]) -> dict[str, Any]:
    """The cards of the models, of a Group, of whom they summon, and another form of the first."""
    sheets = {one.id: _sheet(table, one) for one in models if one.card == one.id}
    mob, imp, form = (_sheet(table, e.Model(id=name)) for name in (MOB, "imp", "spirit"))
    sheets[MOB] = replace(mob, traits=(*(mob.traits or ()), "Group"), wound_tracks=(3, 3), cost=Cost(8))
    sheets["imp"] = replace(imp, unique=False, summons=())
    sheets["spirit"] = replace(form, same_model_as=(models[0].card or "",))
    return {"sheets": sheets, "specials": tuple(_specials(table, models))}


def _specials(table: Match, models: tuple[e.Model, ...]) -> Iterator[e.SpecialTaken]:
    """Now and then a terrain card, an event, Equipment, and a communal card where somebody wants one."""
    if table.chance(0.2):
        yield e.SpecialTaken(card="shrine", kind="terrain")
    if table.chance(0.5):
        yield e.SpecialTaken(card="fog", count=2, trap=table.chance(0.5))
    if table.chance(0.3):
        yield e.SpecialTaken(card="blade", kind="enhancement", on=models[-1].id, equipment=True)
    if table.chance(0.6):
        yield e.SpecialTaken(card="well", kind="communal")


def _sheet(table: Match, model: e.Model) -> Profile:
    """A card, mostly known."""
    rng = table.rng
    traits = rng.sample(TRAITS, rng.choice((0, 1, 2, 3)))
    traits += ["Pack (2/6)"] * table.chance(0.2) + ["Command [Human] (2/6)"] * table.chance(0.15)
    traits += ["Flank"] * bool(model.flank) + ["Disguise (4)"] * bool(model.disguise)
    traits += ["Insignificant"] * bool(model.insignificant)
    specials = {name: rng.randint(1, 2) for name in rng.sample(SPECIALS, rng.choice((0, 1, 2)))}
    weapons = [Weapon(kind="melee", name="Blade", strength=rng.randint(-1, 2), traits=(), specials=specials)]
    if table.chance(0.2):
        net = rng.choice(("Entangling", "Reach", "Fire (1/1)", "Poison (2/1)"))
        weapons.append(Weapon(kind="melee", name="Other", strength=0, traits=(net,), specials={}))
    if table.chance(0.4):
        weapons.append(_bow(table))
    told = Profile(
        types=("Animal",) if model.animal else ("Human",),
        base_mm=(rng.choice((30, 30, 40, 50)),),
        melee=rng.randint(1, 5),
        ranged=rng.choice((0, 0, 2, 3)),
        move=rng.randint(3, 6),
        ki=rng.randint(0, 3),
        ki_limit="communal" if table.chance(0.1) else rng.randint(3, 8),
        boosts={"melee": 2, "move": 1, "ranged": 1},
        wound_tracks=(rng.randint(3, 7),),
        traits=tuple(traits),
        feats=tuple(rng.sample(FEATS, rng.choice((0, 1, 2)))),
        weapons=tuple(weapons),
        cost=Cost(rng.randint(3, 18)),
        summons=("imp",) if table.chance(0.3) else (),
    )
    return replace(told, move=None, ki=None) if table.chance(0.05) else told


def _bow(table: Match) -> Weapon:
    """A ranged weapon with some of its traits."""
    rng = table.rng
    traits = rng.sample(("Ammo (2)", "Reload (1)", "Light Weight", "Poison (1/1)"), rng.choice((0, 1, 2)))
    specials = dict.fromkeys(rng.sample(("Powerful Attack", "Slam Attack", "Stun Attack"), 1), 1)
    return Weapon(
        kind="ranged",
        name="Bow",
        strength=rng.randint(-1, 1),
        bands=(6, 12, 18),
        traits=tuple(traits),
        specials=specials if table.chance(0.5) else {},
    )
