"""Figures and lists of the demo, and who plays at its event day: all invented."""

from __future__ import annotations

from games.ruleset import Roster

DAY_NAMES = (
    "Arthur Quill",
    "Вадим Серов",
    "Beatrice Moss",
    "Глеб Арсеньев",
    "Clara Winter",
    "Дарья Неверова",
    "Duncan Reed",
    "Егор Стрельцов",
    "Esther Vance",
    "Жанна Ларина",
    "Frank Ellery",
    "Захар Минин",
    "Gloria Stone",
    "Илья Корсаков",
    "Henry Pike",
    "Ксения Тарасова",
    "Iris Hale",
    "Лев Одинцов",
    "Jonas Weber",
    "Мария Крылова",
)
DAY_LEADERS = (
    "Captain Varn",
    "Mother Ash",
    "The Gilded Fox",
    "Baron Tessen",
    "Sister Ember",
    "Old Marrow",
    "Lady Halcyon",
    "The Ferryman King",
    "Doctor Salt",
    "Iron Magda",
    "Brother Candle",
    "The Quiet Judge",
    "Admiral Roth",
    "Widow Larkspur",
    "The Tin Prophet",
    "Colonel Brandt",
    "Nadia of the Wells",
    "The Ash Duke",
    "Hunter Kestrel",
    "Countess Mire",
)
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
