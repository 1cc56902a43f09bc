"""Full detail of Super Fantasy Brawl on the pages: the arena, the steps of the pad, the sentences of single plays."""
