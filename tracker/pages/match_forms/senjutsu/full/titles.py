"""Titles, buttons and headings of the steps of the pad at full detail; the order in which they stand."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

ORDER = (
    "collision_happened",
    "vo_counter_resolved",
    "attack_resolved",
    "terrain_placed",
    "advantage_set",
    "character_placed",
    "vo_joined",
    "prepared_taken",
    "starting_hand_drawn",
    "turn_started",
    "bleed_discarded",
    "card_drawn",
    "card_selected",
    "cards_revealed",
    "target_named",
    "focus_paid",
    "initiative_chosen",
    "tie_order_chosen",
    "actor_moved",
    "kamae_moved",
    "kamae_changed",
    "block_applied",
    "attack_declared",
    "focus_gained",
    "advantage_gained",
    "cards_moved",
    "part_started",
    "hand_trimmed",
    "phase_started",
    "turn_ended",
    "effect_resolved",
    "instant_passed",
    "instant_played",
    "counterattack_played",
    "vo_state_changed",
    "vo_deck_seen",
    "by_text",
    "override",
)
"""What moves the match on stands before what may wait."""


def title_of(type_: str) -> str:
    """What a step is about."""
    titles = {
        "collision_happened": _("A collision"),
        "attack_resolved": _("What the attack does"),
        "terrain_placed": _("Place terrain"),
        "advantage_set": _("Advantage track"),
        "character_placed": _("Stand on the board"),
        "prepared_taken": _("Take prepared cards"),
        "starting_hand_drawn": _("Draw the starting hand"),
        "turn_started": _("Begin the turn"),
        "bleed_discarded": _("Bleeding"),
        "card_drawn": pgettext("card", "Draw"),
        "card_selected": _("Choose a card"),
        "cards_revealed": _("Reveal the cards"),
        "target_named": _("Name the target"),
        "focus_paid": _("Pay focus"),
        "initiative_chosen": _("Pick an initiative"),
        "tie_order_chosen": _("Equal initiative"),
        "actor_moved": _("Move"),
        "kamae_moved": _("Move the ring"),
        "kamae_changed": _("Change the kamae"),
        "block_applied": _("Block"),
        "attack_declared": _("Attack"),
        "focus_gained": _("Gain focus"),
        "advantage_gained": _("Gain the advantage"),
        "cards_moved": _("Move cards"),
        "part_started": _("Resolve the next card"),
        "hand_trimmed": _("Discard down to the hand limit"),
        "phase_started": _("Next phase"),
        "turn_ended": _("End the turn"),
        "effect_resolved": _("Effect by its text, or left out"),
        "instant_passed": _("No replacement"),
        "instant_played": _("Play an instant"),
        "counterattack_played": _("Counterattack"),
        "by_text": _("What a card's text does"),
        "vo_joined": _("Place an opponent"),
        "vo_counter_resolved": _("The opponent answers the attack"),
        "vo_state_changed": _("A card changes an opponent"),
        "vo_deck_seen": _("Look at an opponent's cards"),
        "override": _("A card lifts a rule"),
    }
    return titles.get(type_, type_.replace("_", " "))


def button_of(type_: str) -> str:
    """What the button says."""
    buttons = {
        "card_selected": _("Lay it face down"),
        "cards_revealed": _("Reveal"),
        "turn_started": _("Begin the turn"),
        "phase_started": _("Go to the next phase"),
        "turn_ended": _("End the turn"),
    }
    return buttons.get(type_, _("Log it"))


def heading_of(type_: str) -> str:
    """The group that a step stands in."""
    if type_ in (
        "instant_played",
        "instant_passed",
        "counterattack_played",
        "effect_resolved",
        "by_text",
        "vo_state_changed",
        "vo_deck_seen",
        "override",
    ):
        return _("If you like")
    return ""
