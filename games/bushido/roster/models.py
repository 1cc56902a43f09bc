"""Who may be recruited, and who with whom.

BUS-ROSTER-03, -04, -05, -07, -08, -21, -27, -28, -30, -32, BUS-TRT-47 and BUS-TOUR-31.
"""

from __future__ import annotations

from games.bushido.profiles import Profile
from games.bushido.roster.keywords import any_of, has_keyword, has_type, hated_by, is_ronin
from games.bushido.roster.price import are_forms
from games.bushido.roster.warband import Found, Model, Said, Unknown, unsure


def check_models(found: Found) -> Said:
    """Every violation of the models of one list, their theme and cards aside."""
    if is_ronin(found.faction):
        yield found.refuse("BUS-ROSTER-03", {"choose_faction": "not_ronin"}, told=found.faction)
    if not found.models and not (found.terms.lists == "open" and found.label == "warband_list"):
        yield found.refuse("BUS-ROSTER-32", {"recruit": "one_model"})
    yield from _once(found)
    yield from _factions(found)
    for model in found.models:
        yield from _copies(found, model)
        yield from _required(found, model)
        yield from _hatred(found, model)
        yield from _released(found, model)


def _once(found: Found) -> Said:
    """BUS-ROSTER-07."""
    ids = [model.id for model in found.models]
    for model in found.by_id.values():
        if ids.count(model.id) > 1:
            yield found.refuse(
                "BUS-ROSTER-07", {"leave_out_one": model.name}, model=model.name, told=ids.count(model.id)
            )


def _factions(found: Found) -> Said:
    """BUS-ROSTER-04, and -05 where all are Ronin. The card of a member (or of who may be one) that lets a model be
    recruited opens the faction to it."""
    strangers = []
    guests = found.let_in({model.id for model in found.models if belongs(found, model) is not False})
    for model in found.models:
        member = True if model.id in guests else belongs(found, model)
        if member is None:
            yield Unknown(
                "BUS-ROSTER-04", model.name, "fact_faction" if model.ronin is None else "fact_available"
            )
        if member is False:
            strangers.append(model.name)
            told = model.known.faction or f"kind_{model.kind}"
            params = {"model": model.name, "told": told, "faction": found.faction}
            yield found.refuse("BUS-ROSTER-04", {"leave_out": model.name}, **params)
    if strangers and all(model.ronin for model in found.models):
        yield found.refuse("BUS-ROSTER-05", {"leave_out": strangers}, told=strangers, faction=found.faction)


def belongs(found: Found, model: Model) -> bool | None:
    """Whether it is of the faction, or a Ronin who fights for it; None if that is unknown."""
    if model.kind not in (None, "profile"):
        return False
    profile = model.known
    if profile.faction is None or not is_ronin(profile.faction):
        return None if profile.faction is None else found.is_own(profile.faction)
    if profile.available_to is None:
        return None
    return any(found.is_own(faction) for faction in profile.available_to)


def _copies(found: Found, model: Model) -> Said:
    """BUS-ROSTER-08: as many models as the card has wound tracks, or its own number."""
    most = copies_of(model.known)
    if most is None and model.count > 1:
        yield Unknown("BUS-ROSTER-08", model.name, "fact_tracks")
    if model.count < 1 or (most is not None and model.count > most):
        legal = max(1, min(model.count, most or 1))
        params = {"model": model.name, "told": model.count, "expected": most or 1}
        yield found.refuse("BUS-ROSTER-08", {"take_so_many": legal}, **params)


def copies_of(profile: Profile) -> int | None:
    """How many models of a card one warband may have; None if it is unknown."""
    tracks = None if profile.wound_tracks is None else len(profile.wound_tracks) or None
    return profile.max_copies or tracks


def _required(found: Found, model: Model) -> Said:
    """BUS-ROSTER-28."""
    if model.card is not None and model.card.requires is None:
        yield Unknown("BUS-ROSTER-28", model.name, "fact_requires")
    missing = [found.name_of(id_) for id_ in model.known.requires or () if id_ not in found.by_id]
    if missing:
        repair = {"recruit": missing, "or_leave_out": model.name}
        yield found.refuse("BUS-ROSTER-28", repair, model=model.name, expected=missing)


def _hatred(found: Found, model: Model) -> Said:
    """BUS-ROSTER-30 and the trait behind it, BUS-TRT-47."""
    if model.known.traits is None and len(found.models) > 1:  # alone it has nobody to hate
        yield Unknown("BUS-ROSTER-30", model.name, "fact_traits")
    for keyword in hated_by(model.known):
        for other in found.models:
            hated = None if other.id == model.id else has_keyword(other.known, keyword)
            if hated:
                params = {"model": model.name, "keyword": keyword, "other": other.name}
                repair = {"leave_out_either": [model.name, other.name]}
                yield found.refuse("BUS-ROSTER-30", repair, **params)
                yield found.refuse("BUS-TRT-47", repair, **params)
            elif hated is None and other.id != model.id:
                yield from unsure("BUS-ROSTER-30", other, "types", "traits")


def _released(found: Found, model: Model) -> Said:
    """BUS-TOUR-31: models that are not published yet, where the organisers do not allow them."""
    if model.known.released is False and not found.terms.unreleased:
        yield found.refuse("BUS-TOUR-31", {"leave_out": model.name}, model=model.name)


def forms(found: Found) -> list[tuple[Model, Model]]:
    """Pairs of recruited cards that are declared the same model, the one that starts first (BUS-ROSTER-21)."""
    return [
        (one, other)
        for place, one in enumerate(found.models)
        for other in found.models[place + 1 :]
        if are_forms(one, other)
    ]


def typed(found: Found, keyword: str) -> bool | None:
    """Whether the warband has a model of this type; None if that is unknown."""
    return any_of(has_type(model.known, keyword) for model in found.models)
