"""One example of every event of full detail, in the order in which a match meets them.

Read by `games.last_battle.examples`.
"""

from __future__ import annotations

from games.last_battle.figures import Figure
from games.last_battle.full import events as f
from games.ruleset import Event

FULL_EXAMPLES: tuple[Event, ...] = (
    f.StrategyMarkerPlaced(marker_id="portal-2", side="serpent", nearest_portal_cm=40.0, outside_zones=True),
    f.SquadDeployed(player="p-2", all_inside=True),
    f.DeckPrepared(side="alliance", size=58),
    f.HandDrawn(side="alliance", count=6, cards=("P-8", "S-14", "C-2", "W-5", "P-1", "M-wheel")),
    f.TurnStarted(turn=1),
    f.InitiativeFlipped(serpent_card="S-9", alliance_card="C-12"),
    f.FirstSideChosen(by_side="alliance", first_side="serpent"),
    f.FigureActivated(figure="gaspar"),
    f.ActionDeclared(
        figure="gaspar", action="mighty blow", kind="melee", ap=1, target="cultist", los=True, cover=False
    ),
    f.FigureMoved(figure="gaspar", distance_cm=4.5, leaves_reach_of=("cultist",), hazard_touched=False),
    f.ResistanceWaived(figure="guard"),
    f.CheckFlipped(
        check_id="c-1", role="attack", side="alliance", pluses=1, cards=("P-3", "C-6"), chosen="C-6"
    ),
    f.FateCheated(check_id="c-1", role="defence", side="serpent", card="P-14"),
    f.CheckResolved(check_id="c-1", attack_total=13, defence_total=13, success=True, margin=0),
    f.ArcanaResolved(card="M-empress", effect="regains all lives", figures=("guard",)),
    f.TriggerApplied(check_id="c-1", suit="C", text="push the target 5 cm"),
    f.DamageResolved(check_id="c-1", tier="moderate", amount=4),
    f.LivesChanged(figure="cultist", delta=-4, lives=1, cause="damage", by_figure="gaspar"),
    f.SizeChanged(figure="harpy", delta=2, size=5, cause="take_off"),
    f.ConditionChanged(
        figure="gaspar", condition="blood_spiller", change="gained", cause="kill", by_figure="gaspar"
    ),
    f.FigureRemoved(figure="cultist", how="killed", by_figure="gaspar"),
    f.FigureSummoned(figure="shade", by_figure="necromancer", facts=Figure("shade", cost=0, size=1, lives=2)),
    f.AboardChanged(figure="sailor", vessel="galley"),
    f.SchemeMarkerPlaced(marker_id="m-1", squad="p-2", figure="guard", nearest_friendly_marker_cm=8.0),
    f.SchemeMarkerRemoved(marker_id="m-1", by="cultist", distance_cm=2.5),
    f.PortalClosed(portal_id="portal-2", figure="gaspar", distance_cm=3.0),
    f.CompromatPlaced(marker_id="k-1", figure="cultist"),
    f.CompromatRemoved(marker_id="k-1", figure="guard"),
    f.ActivationEnded(figure="gaspar", out_of_sight_of_all_enemies=False),
    f.EndEffectsApplied(turn=1, figures=("sailor",)),
    f.ProlongFlipped(side="serpent", card="S-12", success=True),
    f.ProlongDeclined(side="serpent"),
    f.DiscardReshuffled(side="alliance", reason="turn_end"),
    f.HandDiscarded(side="alliance", cards=("P-1",)),
    f.HangedManUsed(side="alliance", drawn=("P-2", "S-3", "W-4")),
    f.ArcanaCreated(arcana="M-fool", side="alliance", source_table="sea"),
    f.ArcanaGranted(arcana="M-fool", side="alliance", zone="deck", source_table="sea"),
)
