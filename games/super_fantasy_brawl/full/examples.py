"""One example of every event of full detail. Read by `games.super_fantasy_brawl.examples`."""

from __future__ import annotations

from games.ruleset import Event
from games.super_fantasy_brawl.events import Claimed
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f

TABLE_EXAMPLES: tuple[Event, ...] = (
    f.ZoneChosen(player="p-1", zone="north"),
    f.PersonalDeckBuilt(player="p-1"),
    f.TrapSupplyShuffled(),
    f.TrapTokenPlaced(player="p-1", cell=(0, -1), slot="slot-1"),
    f.OpeningHandDrawn(player="p-1", count=5, cards=("T-011", "T-013", "T-024", "T-061", "T-066")),
    f.MulliganResolved(player="p-1", count=1, returned=("T-024",), drawn=("T-014",)),
    f.ChampionDeployed(player="p-1", champion="red:anvil", cell=(0, -3)),
    f.TurnStarted(round=2, player="p-1"),
    f.ChallengesScored(player="p-1", items=(Claimed(cell=1, vp=1, card="t_centre"),)),
    f.CardsDrawn(player="p-1", declared=2, drawn=1, source="T-035", cards=("T-012",)),
    f.CardsPlanned(player="p-1", count=1, cards=("T-064",)),
    f.PersonalDeckReshuffled(player="p-1", size=12),
    f.InformationShown(owner="p-1", what="hand", source="T-075", cards=("T-012",)),
    f.RefreshCompleted(
        player="p-1", count=5, discarded=("T-061",), drawn=("T-015", "T-016", "T-021", "T-062", "T-063")
    ),
    f.TurnEnded(player="p-1"),
    f.ChallengeTrackShifted(shift=1, discarded=("t_rout",)),
    f.ChallengeDeckReshuffled(size=9),
    f.RoundEnded(round=2),
)
ACTION_EXAMPLES: tuple[Event, ...] = (
    a.ActionCardPlayed(player="p-1", champion="red:anvil", card="T-011", core="destruction"),
    a.BasicActionStarted(player="p-1", champion="red:anvil", basic=4, core="creation"),
    a.ChampionReturned(champion="red:anvil", cell=(1, -3)),
    a.ChampionMoved(champion="red:anvil", kind="walk", path=((0, -2), (0, -1))),
    a.ChampionDisplaced(champion="blue:frost", kind="push", by="red:anvil", x=2, path=((0, 2),), missing=1),
    a.ChampionPlaced(champion="blue:glimmer", cell=(1, 0), source="T-073"),
    a.TrapTriggered(
        champion="blue:frost", cell=(0, 1), slot="slot-2", kind="damage_2", caused_by="red:anvil"
    ),
    a.AttackDeclared(attacker="red:anvil", card="T-011", targets=("blue:frost",)),
    a.CardDeclined(card="T-011"),
    a.SkillUsed(champion="red:anvil", card="T-013"),
    a.ReactionPlayed(player="p-2", card="T-064", core="creation", on_champion="blue:frost"),
    a.ReactionPassed(side="blue"),
    a.AttackResolved(
        card="T-011",
        targets=(
            a.Hit(
                champion="blue:frost",
                strength=4,
                defence=2,
                defence_mods=(a.Modified(3, "T-064"),),
                damage=0,
            ),
        ),
    ),
    a.DamageDealt(target="blue:frost", amount=1, cause="push", by="red:anvil"),
    a.ChampionHealed(champion="red:anvil", amount=2),
    a.ChampionStunned(champion="blue:frost", discarded="T-061"),
    a.ChampionImmobilised(champion="blue:frost", cause="trap"),
    a.ChampionKnockedOut(champion="blue:frost", by="red:anvil", cause="card"),
    a.ChampionLevelledUp(champion="red:anvil"),
    a.CardEffectApplied(
        source="T-056",
        description="Strength +1 for this attack.",
        changes=(a.Change(kind="strength", champion="red:echo", amount=1),),
    ),
    a.ActionEnded(),
)
FULL_EXAMPLES = (*TABLE_EXAMPLES, *ACTION_EXAMPLES)
