"""Full detail: every phase, figure and card, with the secrets of both sides."""
