"""Titles, buttons and headings of the steps of the pad at full detail; the order in which they stand."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

DRAFT = ("selection_method_chosen", "champion_banned", "champion_picked")
ORDER = (
    "champion_knocked_out",
    "trap_triggered",
    "damage_dealt",
    "champion_stunned",
    "champion_immobilised",
    "trap_token_placed",
    "reaction_played",
    "reaction_passed",
    "attack_resolved",
    "champion_displaced",
    "champion_returned",
    "champion_moved",
    "attack_declared",
    "skill_used",
    "champion_placed",
    "champion_healed",
    "cards_drawn",
    "cards_planned",
    "information_shown",
    "champion_levelled_up",
    "card_declined",
    "action_ended",
    "zone_chosen",
    "personal_deck_built",
    "challenge_track_shifted",
    "challenge_deck_reshuffled",
    "opening_hand_drawn",
    "mulligan_resolved",
    "champion_deployed",
    "turn_started",
    "challenges_scored",
    "personal_deck_reshuffled",
    "action_card_played",
    "basic_action_started",
    "refresh_completed",
    "turn_ended",
    "round_ended",
)
"""What moves the match on stands before what may wait."""
MAY_WAIT = ("trap_supply_shuffled", "card_effect_applied")
KNOWN = frozenset((*DRAFT, *ORDER, *MAY_WAIT))


def title_of(type_: str) -> str:
    """What a step is about."""
    titles = {
        "selection_method_chosen": _("How the teams are made"),
        "champion_banned": _("Ban a champion"),
        "champion_picked": _("Pick a champion"),
        "zone_chosen": _("Choose the deployment area"),
        "personal_deck_built": _("Shuffle the deck"),
        "trap_supply_shuffled": _("Shuffle the trap tokens"),
        "trap_token_placed": _("Place a trap"),
        "opening_hand_drawn": _("Opening hand"),
        "mulligan_resolved": _("Mulligan"),
        "champion_deployed": _("Deploy a champion"),
        "turn_started": _("Begin the turn"),
        "challenges_scored": _("Scoreboard phase"),
        "action_card_played": _("Play an action card"),
        "basic_action_started": _("Standard action"),
        "champion_returned": _("Come back from the gate"),
        "champion_moved": _("Move"),
        "champion_displaced": _("Push, pull, force, fear"),
        "champion_placed": _("Place a champion"),
        "trap_triggered": _("Turn the trap over"),
        "attack_declared": _("Attack"),
        "card_declined": _("Do not carry the card out"),
        "skill_used": _("Use the skill"),
        "reaction_played": _("React"),
        "reaction_passed": _("No reaction"),
        "attack_resolved": _("What the attack does"),
        "damage_dealt": _("Damage"),
        "champion_healed": _("Heal"),
        "champion_stunned": _("Stunned"),
        "champion_immobilised": pgettext("effect", "Root"),
        "champion_knocked_out": _("Out of action"),
        "champion_levelled_up": _("Level up"),
        "cards_drawn": _("Draw cards"),
        "cards_planned": _("Plan"),
        "information_shown": _("Show or look at cards"),
        "personal_deck_reshuffled": _("The discard pile becomes the deck"),
        "card_effect_applied": _("What a card's text does"),
        "action_ended": _("End the action"),
        "refresh_completed": _("End my actions: upkeep"),
        "turn_ended": _("End the turn"),
        "challenge_track_shifted": _("Move the challenge track"),
        "challenge_deck_reshuffled": _("Shuffle the challenges"),
        "round_ended": _("End the round"),
    }
    return titles.get(type_, type_.replace("_", " "))


def button_of(type_: str) -> str:
    """What the button says."""
    words = {
        "champion_banned": _("Ban"),
        "champion_picked": _("Pick"),
        "action_card_played": pgettext("card", "Play"),
        "attack_declared": _("Attack"),
        "turn_started": _("Begin"),
        "action_ended": _("End the action"),
        "turn_ended": _("End the turn"),
        "reaction_played": _("React"),
        "reaction_passed": _("No reaction"),
        "champion_moved": _("Move"),
        "challenges_scored": _("Score"),
    }
    return words.get(type_, _("Log it"))


def heading_of(type_: str) -> str:
    """The group that a step stands in."""
    return _("If you like") if type_ in MAY_WAIT else ""
