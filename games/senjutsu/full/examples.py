"""One example of every event of full detail. Read by `games.senjutsu.examples`."""

from __future__ import annotations

from games.ruleset import Event
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f

TABLE_EXAMPLES: tuple[Event, ...] = (
    f.AdvantageSet(order=("p-1", "p-2")),
    f.CharacterPlaced(player="p-2", hex=(0, -3), facing=3),
    f.PreparedTaken(player="p-1", count=1, cards=("A-042",)),
    f.StartingHandDrawn(player="p-1", count=4, cards=("A-044", "A-045", "A-048", "A-122")),
    f.TurnStarted(turn=1),
    f.BleedDiscarded(actor="p-2"),
    f.CardDrawn(actor="p-1", reason="phase", asked=1, drawn=1, cards=("A-050",)),
    f.PhaseStarted(phase="select"),
    f.CardSelected(player="p-1", card="A-048"),
    f.CardsRevealed(cards={"p-1": "A-048", "p-2": "A-031"}),
    f.TargetNamed(actor="p-1", targets=("p-2",)),
    f.FocusPaid(player="p-1", amount=1, reason="mandatory", card="A-048"),
    f.InstantPlayed(player="p-2", card="A-089", kind="replacement", on="A-031"),
    f.InstantPassed(player="p-1"),
    f.InitiativeChosen(actor="p-2", value=6),
    f.TieOrderChosen(player="p-1", position=1),
    f.PartStarted(actor="p-1", card="A-048", part=0, initiative=5),
    f.CardsMoved(
        player="p-1",
        source="deck",
        to="hand",
        count=1,
        by="A-042",
        search=True,
        cards=("A-040",),
    ),
    f.HandTrimmed(player="p-2", count=1, cards=("A-127",)),
    f.TurnEnded(turn=1),
)
EFFECT_EXAMPLES: tuple[Event, ...] = (
    g.EffectResolved(actor="p-1", card="A-124", part=0, effect=0, applied=True, choice="heals one wound"),
    g.ActorMoved(
        actor="p-1",
        sequence=(g.Step("step", 0), g.Step("turn", 1)),
        to=g.Stand((0, 1), 1),
        card="A-048",
        part=0,
    ),
    g.CollisionHappened(
        actor="p-2",
        cause="push",
        against="character",
        hex=(1, 0),
        other="p-3",
        discards=True,
        discarded="A-034",
    ),
    g.KamaeMoved(player="p-1", limit=2, path=("f1", "balance"), to="balance"),
    g.KamaeChanged(player="p-1", instruction="any", to="aggression"),
    g.FocusGained(player="p-1", amount=1, card="A-050"),
    g.FocusLost(player="p-2", amount=1, card="A-014"),
    g.AdvantageGained(player="p-2", order=("p-2", "p-1")),
    g.BlockApplied(actor="p-2", card="A-089", hexes=((0, -2), (1, -2)), initiative=6),
    g.AttackDeclared(attacker="p-1", card="A-048", part=0, effect=1, hexes=((0, 0), (1, 0)), initiative=5),
    g.AttackResolved(
        attacker="p-1",
        results=(
            g.Result(hex=(0, 0), outcome="hit", target="p-2", wounds=1, push=g.Shift(1, 0, ((0, -1),))),
            g.Result(hex=(1, 0), outcome="empty"),
        ),
    ),
    g.CounterattackPlayed(player="p-2", card="A-126", against="p-1"),
    g.WoundTaken(actor="p-1", normal=1, cause="burning_cart"),
    g.WoundsHealed(actor="p-1", card="A-124", normal=1),
    g.ConditionGained(actor="p-2", kind="injury", count=1, cause="A-104"),
    g.VoStateChanged(vo="vo-1", behaviour="right", stance="defensive", cause="S-002"),
    g.VoDeckRefreshed(vo="vo-1", cause="S-003"),
    g.VoCounterResolved(vo="vo-1", card="S-015", attack_effect=True, wound=1),
    g.VoDeckSeen(player="p-1", vo="vo-1", card="A-042", cards=("S-014", "S-026")),
)
FULL_EXAMPLES = (*TABLE_EXAMPLES, *EFFECT_EXAMPLES)
