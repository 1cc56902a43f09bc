"""Who plays at the demo event, and with which figures: all invented. Read by `tracker.demo`."""

from __future__ import annotations

from games.ruleset import Roster

NAMES = (
    "Anna Sokolova",
    "Ben Carter",
    "Вера Лебедева",
    "Dmitri Orlov",
    "Elena Marsh",
    "Фёдор Громов",
    "Grace Lin",
    "Hugo Brandt",
    "Ирина Волкова",
    "Jack Doyle",
    "Кирилл Зимин",
    "Lena Fischer",
    "Mark Novak",
    "Нина Белова",
    "Oscar Reyes",
    "Полина Рощина",
    "Quentin Hale",
    "Роман Седов",
    "Sofia Berg",
)
CLUBS = ("Northgate", "Старый порт", "Dice & Steel", "Белая башня")
LEADERS = ("Gaspar von Richten", "Konstantin Romanov", "Lady Mechanika", "Robert Olred")
FIGURES = (
    ("Lamplighter", 3, 1),
    ("Clockwork Hound", 4, 1),
    ("Stormcaller", 7, 2),
    ("Halberdier", 5, 2),
    ("Iron Porter", 6, 2),
    ("Street Oracle", 5, 2),
    ("Ferryman", 4, 2),
    ("Glass Duellist", 8, 2),
)
"""(id, cost, size)"""
POINTS = 25


def demo_roster(number: int, start: int) -> Roster:
    """A legal warband of the `number`-th player; figures are taken in turn while the points last."""
    leader = {"figure_id": LEADERS[number % len(LEADERS)], "cost": 0, "size": 2, "traits": ["Leader"]}
    figures, left = [leader], POINTS
    for step in range(len(FIGURES)):
        name, cost, size = FIGURES[(number + start + step) % len(FIGURES)]
        if cost <= left:
            figures.append({"figure_id": name, "cost": cost, "size": size, "traits": []})
            left -= cost
    body = {"leader": leader["figure_id"], "figures": figures}
    return Roster(
        system="last_battle", kind="warband", name=f"{leader['figure_id']}, {POINTS - left}", body=body
    )
