"""What is wrong with a page on the smallest phone: what is wider than it, and targets too small for a thumb."""

from __future__ import annotations

from playwright.sync_api import Page

SMALL_TARGETS = """() => [...document.querySelectorAll(
    'main button, main a.button, main summary, main select, main textarea, main .segment-row label, main .choice, '
    + 'main input:not([type=hidden]):not([type=radio]):not([type=checkbox])'
  )].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.height < 43.5;
  }).map((node) => node.outerHTML.slice(0, 120))"""
CUT_OFF = """() => [...document.querySelectorAll("main select")].filter((node) => {
    if (node.offsetWidth < 2) return false;
    const style = getComputedStyle(node), pen = document.createElement('canvas').getContext('2d');
    pen.font = style.font;
    const arrow = 20, room = node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    return Math.max(...[...node.options].map((one) => pen.measureText(one.text).width)) > room;
  }).map((node) => node.outerHTML.slice(0, 120))"""
"""Selects whose longest choice does not fit into them."""
OUT_OF_CELLS = """() => [...document.querySelectorAll('main .segment-row span')].filter((node) => {
    const own = node.getBoundingClientRect(), cell = node.parentElement.getBoundingClientRect();
    return own.width > 0 && (own.left < cell.left + 2 || own.right > cell.right - 2);
  }).map((node) => node.textContent)"""
"""Words of a row of buttons that touch the edge of theirs or reach over it."""
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def looked_at(page: Page, path: str) -> None:
    """Opens the page and all its folds: nothing to scroll sideways, targets for thumbs, words within their buttons."""
    page.goto(path)
    for fold in page.locator("main details").all():
        fold.evaluate("fold => { fold.open = true; }")
    assert page.evaluate(TOO_WIDE) == 0, path
    assert page.evaluate(SMALL_TARGETS) == [], path
    assert page.evaluate(OUT_OF_CELLS) == [], path
