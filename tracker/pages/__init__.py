"""Pages for people: a view reads selectors and renders a template, a form becomes one command.

By audience: `public`, `verify`, `organise` and its chapters, the player's pages, `accounts`. `answers` turns
refusals into what a page shows, `errors` into whole pages. Addresses are in `urls`.
"""
