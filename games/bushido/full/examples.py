"""One example of every event of full detail. Read by `games.bushido.examples`."""

from __future__ import annotations

from games.bushido.full import events as f
from games.ruleset import Event

TABLE_EXAMPLES: tuple[Event, ...] = (
    f.TacticalTestRolled(dice={"red": "63", "blue": "4"}, models={"red": "red:kaihime"}, first_side="red"),
    f.TerrainPlaced(
        side="red", passage="impassable", length=4.0, width=3.0, to_objective=3.0, to_impassable=4.5
    ),
    f.TerrainStopped(side="blue"),
    f.DeploymentZoneChosen(side="blue", zone="far", base_mm=30),
    f.DeploymentOrderChosen(side="red", first_side="blue"),
    f.ModelsDeployed(side="red", models=("red:kaihime", "red:kairai")),
    f.GameLengthRolled(die=4),
    f.FortuneCalled(model="red:kairai", won=True),
    f.FirstPlayerChosen(first_side="blue"),
    f.StepClosed(),
    f.PassTokenSpent(side="blue"),
    f.ModelActivated(model="red:kaihime", in_zoc_of=("blue:ashigaru",)),
    f.MemberChosen(model="red:kairai"),
    f.ActionDeclared(action="simple_scenario", interaction="prayer", objective="neutral_left"),
    f.ModelMoved(model="red:kaihime", inches=3.5, difficult=1.0),
    f.KiBoosted(model="red:kaihime", stat="move", steps=2),
    f.TestRolled(model="blue:ashigaru", dice="53", value=5, result=6, passed=True),
    f.WeaponChosen(model="red:kaihime", weapon="Katana"),
    f.MeleeExchangeStarted(first="red:kaihime", pools={"red:kaihime": 4, "blue:ashigaru": 3}),
    f.MeleeDiceCommitted(side="red", attack=2, defence=1, special="Powerful Attack", cost=1),
    f.MeleeRolled(
        attack={"red:kaihime": "62", "blue:ashigaru": "4"},
        defence={"red:kaihime": "5", "blue:ashigaru": "31"},
        rerolls=(
            f.Reroll(
                by="red:kaihime", whose="red:kaihime", colour="attack", place=1, was=1, source="prowess"
            ),
        ),
        finals={"red:kaihime": (7, 5), "blue:ashigaru": (4, 3)},
    ),
    f.KiFeatUsed(model="red:kaihime", feat="Gaze", target="blue:ashigaru", inches=4.0, cost=2),
    f.OpposedTestRolled(dice={"red:kaihime": "52", "blue:ashigaru": "4"}, winner="red:kaihime"),
    f.TraitUsed(
        model="red:kairai", trait="channel", targets=(f.Share(model="red:kaihime", amount=2),), inches=3.0
    ),
    f.EffectChanged(model="blue:ashigaru", what="Slow", until="end_phase"),
    f.RangedAttackDeclared(target="blue:ashigaru", distance=9.5, cover=True, value=7, pool=3),
    f.RangedTargetReassigned(model="blue:yari", distance=8.0),
    f.RangedAttackRolled(dice="652", special="Powerful Attack", cost=1, result=8, success=True, sl=1),
    f.StrayShotTold(model="red:kairai"),
    f.DamageRolled(dice="53", row=9, wounds=4),
    f.ActivationEnded(reason="illegal"),
    f.WoundsChanged(model="blue:ashigaru", number=2, by="red:kaihime"),
    f.MarkerChanged(model="blue:ashigaru", marker="bleed", number=2, value=1),
    f.TokensChanged(model="red:kaihime", token="ki", number=-1),
    f.ModelRemoved(model="blue:ashigaru", by="red:kaihime"),
    f.ModelSummoned(side="red", card="kairai", by="red:kaihime"),
    f.ModelReplaced(model="red:kaihime", card="kaihime_spirit", contact=("blue:ashigaru",)),
    f.ModelsSwapped(model="red:kaihime", other="red:kairai"),
    f.ModelPlaced(model="red:kairai", by="red:kaihime"),
    f.SpecialCardUsed(side="red", card="sudden_fog"),
    f.CounterTaken(model="blue:ashigaru"),
    f.ZoneCounted(zone="centre", inside=("red:kaihime",)),
    f.ZoneCleared(inside=("blue:ashigaru",)),
    f.VimMeasured(side="red", inches=4.5),
    f.ObjectiveRemoved(side="blue", objective="left"),
    f.TurnEnded(sp={"red": 4, "blue": 2}),
    f.CardFactStated(card="kairai", move=4, wounds=2),
    f.RulesApplied(
        blows=(f.Blow(attacker="red:kaihime", target="blue:ashigaru", hit=True, sl=2),),
        wounds={"blue:ashigaru": 2},
        states=(f.MarkerMoved(model="blue:ashigaru", marker="poisoned", number=1),),
    ),
    f.TableChecked(model="red:kaihime", counters=1, ki=3, wounds=2, markers={"prone": 0}),
)
