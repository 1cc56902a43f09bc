"""What a card says on the page of a list, what is still asked of it, what may be recruited. Called by `builder`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.builder import Asked, Fact, Kind, Offer, Section, read_fact, typed_fact
from games.bushido.cards import card_of, kind_of
from games.bushido.profiles import Profile, SpecialCard, Theme
from games.bushido.roster.body import Body, Fitted, Recruit, Stated, Warband
from games.bushido.roster.feat_text import WRITTEN, read_feats, typed_feats
from games.bushido.roster.keywords import is_ronin, same
from games.bushido.roster.models import belongs, copies_of
from games.bushido.roster.price import are_forms, model_rice, special_rice
from games.bushido.roster.specials import check_specials, most_copies
from games.bushido.roster.themes import keeps_out
from games.bushido.roster.warband import Found, Model, Special, found_of
from games.rulebook import Text
from games.ruleset import Cards, RuleViolation

GROUPS = {
    "profile": Text("Profiles", "Профили"),
    "ronin": Text("Ronin", "Ронины"),
    "event": Text("Events", "События"),
    "terrain": Text("Terrain", "Местность"),
    "communal": Text("Communal cards", "Общие карты"),
    "enhancement": Text("Enhancements", "Улучшения"),
    "out_of_theme": Text("Not in this theme", "Не по теме"),
}
STATS = {
    "melee": Text("Mel", "РБ"),
    "ranged": Text("Rng", "Стр"),
    "move": Text("Mov", "Дв"),
    "ki": Text("Ki", "Ки"),
}
BOXES = Text("Wnd", "Ран")
WORDS = ("types", "traits")
FEATS = "feats"


def asked_of_profile(id_: str, row: Mapping[str, Any], body: Body) -> Iterator[Asked]:
    missing = [name for name in ("unique", *WORDS, FEATS) if row.get(name) is None]
    if (row.get("cost") or {}).get("value") is None and (row.get("cost") or {}).get("kind") not in (
        "Su",
        "Sp",
    ):
        missing.insert(0, "rice")
    if not row.get("wound_tracks") and row.get("max_copies") is None:
        missing.insert(0, "copies")
    return questions(id_, missing, body)


def questions(id_: str, fields: Iterable[str], body: Body) -> Iterator[Asked]:
    stated = body.facts.get(id_, Stated())
    for field in fields:
        key = f"fact|{id_}|{field}"
        if field == FEATS:
            yield Asked(key=key, field=field, kind="own", value=typed_feats(stated.feats), written=WRITTEN)
        else:
            yield Asked(key=key, field=field, kind=stated_as(field), value=typed_fact(getattr(stated, field)))


def stated_as(field: str) -> Kind:
    """How a fact of a card is stated."""
    return "yes_no" if field == "unique" else "words" if field in WORDS else "number"


def read_stated(field: str, typed: str) -> Any:
    """What was typed of a fact; None where it is left open."""
    return read_feats(typed) if field == FEATS else read_fact(stated_as(field), typed)


def profile_facts(card: Profile) -> Iterator[Fact]:
    for name, short in STATS.items():
        value = getattr(card, name)
        if value is not None:
            yield Fact(field=name, values=(str(value),), short=short)
    if card.wound_tracks:
        yield Fact(field="wounds", values=tuple(str(one) for one in card.wound_tracks), short=BOXES)
    for name in WORDS:
        if values := getattr(card, name):
            yield Fact(field=name, values=tuple(values))


def special_facts(card: SpecialCard) -> Iterator[Fact]:
    for name in ("required", "excluded"):
        if values := getattr(card, name):
            yield Fact(field=name, values=tuple(values))
    if card.text:
        yield Fact(field="text", values=(card.text,))


def offers(found: Found, cards: Cards, section: Section) -> Iterator[Offer]:
    """What may be recruited: the faction's, then the Ronin, then cards, last whom the theme keeps out; each group by
    name."""
    order = {"profile": 0, "ronin": 1, "event": 2, "terrain": 3, "communal": 4, "out_of_theme": 5}
    taken = {line.id: line.count for line in section.lines}
    rows = [(_group(found, id_, row), id_, row) for id_, row in cards.items()]
    offered = [(group, id_, row) for group, id_, row in rows if group in order]
    for group, id_, row in sorted(offered, key=lambda one: (order[str(one[0])], str(one[2].get("name")))):
        yield _offer(found, id_, row, str(group), found.rice - section.spent, taken.get(id_, 0))


def _offer(found: Found, id_: str, row: Mapping[str, Any], group: str, left: int, taken: int) -> Offer:
    card = card_of(row)
    price, text = _price(found, id_, card, kind_of(row))
    facts = profile_facts(card) if isinstance(card, Profile) else ()
    return Offer(
        id=id_,
        name=card_name(id_, row),
        group=GROUPS[group],
        price=text,
        taken=taken,
        fits=(price is None or price <= left) and taken < (most_of(found, card, kind_of(row)) or taken + 1),
        facts=tuple(fact for fact in facts if fact.field == "types"),
    )


def most_of(found: Found, card: Profile | SpecialCard | Theme | None, kind: str | None) -> int | None:
    """BUS-ROSTER-08, -13, -36: how many of a card a list may have; None where nobody knows anything of it, or how many
    models it is for."""
    if isinstance(card, Profile):
        return copies_of(card)
    if kind == "communal" or isinstance(card, Theme):
        return 1
    return most_copies(found, card) or (1 if card else None)


def _price(found: Found, id_: str, card: Any, kind: str) -> tuple[int | None, str | None]:
    """One copy in rice, with what a theme changes; and as it is written."""
    if isinstance(card, Profile):
        price = model_rice(found, Model(id_, card.name or id_, "profile", card, 1, ()))
        kind = card.cost.kind if card.cost else "plain"
        return price, None if price is None else f"{price} Ea" if kind == "Ea" else str(price)
    return _special_price(found, Special(id_, card.name or id_, kind, card))


def _special_price(found: Found, special: Special) -> tuple[int | None, str | None]:
    """The same of a special card: a share of a price that nobody knows yet, or a price that the owner sets, as it is
    printed."""
    cost = special.card.cost if special.card else None
    if cost is not None and cost.free:
        return None, "X"
    price = special_rice(found, special)
    if price is None and cost is not None and cost.share is not None:
        return None, f"{cost.share[0]}/{cost.share[1]}"
    return price, None if price is None else str(price)


def _group(found: Found, id_: str, row: Mapping[str, Any]) -> str | None:
    """Under which heading a card stands; None for one that this warband may not take."""
    card, kind = card_of(row), kind_of(row)
    if isinstance(card, Profile):
        model = Model(id_, card.name or id_, kind, card, 1, ())
        if card.cost is not None and card.cost.kind in ("Su", "Sp"):
            return None
        if belongs(found, model) is False and not found.allowed_by(model):
            return None
        if keeps_out(found, model):
            return "out_of_theme"
        return "ronin" if model.ronin else "profile"
    if not isinstance(card, SpecialCard) or card.reverse_only:
        return None
    own_only = kind == "communal"
    return kind if is_of(card.faction, found.faction, own_only) else None


def is_of(faction: str | None, own: str, own_only: bool = False) -> bool:
    return faction is None or same(faction, own) or (is_ronin(faction) and not own_only)


def enhancements(found: Found, model: Model, cards: Cards) -> Iterator[Offer]:
    """The enhancements that this model may still get; of several models each that has some, and one that has none."""
    for id_, row in cards.items():
        if kind_of(row) == "enhancement" and is_of(row.get("faction"), found.faction):
            for number in _bearers(model) if row.get("serves") != "all" else (None,):
                yield from _enhancement(found, model, id_, number, cards)


def _bearers(model: Model) -> tuple[int | None, ...]:
    """BUS-ROSTER-14: the models of a card that differ, by their numbers; None where there is only one."""
    if model.count <= 1:
        return (None,)
    fitted = {one.model for one in model.fitted if one.model is not None}
    bare = next((number for number in range(1, model.count + 1) if number not in fitted), None)
    return tuple(sorted({*fitted, *(() if bare is None else (bare,))}))


def _enhancement(found: Found, model: Model, id_: str, number: int | None, cards: Cards) -> Iterator[Offer]:
    """One enhancement for one model, if nothing speaks against it; its id ends in the number of the model."""
    row = cards[id_]
    mine = [Fitted(one.id, one.model, one.x) for one in model.fitted]
    recruit = Recruit(model.id, model.count, (*mine, Fitted(id_, number, 1 if _is_free(row) else None)))
    alone = Warband(found.faction, found.told.theme, (recruit, *_other_forms(found, model)))
    trial = found_of(found.label, alone, found.terms, cards, found.rice, found.limit_by)
    taken = sum(one.count for one in found.specials if one.id == id_)
    if taken >= (most_copies(found, trial.models[0].fitted[-1].card) or taken + 1) or any(
        isinstance(one, RuleViolation) for one in check_specials(trial)
    ):
        return
    _value, text = _special_price(trial, trial.models[0].fitted[-1])
    name, key = card_name(id_, row), id_ if number is None else f"{id_}#{number}"
    yield Offer(id=key, name=of_model(name, number), group=GROUPS["enhancement"], price=text)


def _other_forms(found: Found, model: Model) -> Iterator[Recruit]:
    """BUS-ROSTER-21: the other cards of a model in the list, which share its Equipment."""
    for one in found.models:
        if are_forms(one, model):
            yield Recruit(
                one.id, one.count, tuple(Fitted(each.id, each.model, each.x) for each in one.fitted)
            )


def of_model(name: Text, number: int | None) -> Text:
    """BUS-ROSTER-14: the name of an enhancement with the one of several models that carries it."""
    if number is None:
        return name
    return Text(f"{name.en} (model {number})", f"{name.ru} (модель {number})")


def _is_free(row: Mapping[str, Any]) -> bool:
    return bool((row.get("cost") or {}).get("free"))


def card_name(id_: str, row: Mapping[str, Any]) -> Text:
    name = str(row.get("name") or id_)
    return Text(name, str(row.get("name_ru") or name))
