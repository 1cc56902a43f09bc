"""Ninja at full detail: every phase, figure and card, with the secrets of both sides.

`legal/` what may come next; each other file is a chapter of the rules, or what several of them share.
"""
