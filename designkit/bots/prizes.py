"""How a sensible player weighs the prizes of tricks."""

DREAD = 8.0
"""What a prize that loses the game costs, in points, beside the prizes that it makes worthless."""
CARE = 0.5
"""How much a card's use in later tricks counts beside this one: what another card could do as well is not lost."""
KEEN, SHY = 0.9, 0.1
"""How likely others are to take a prize that they can take: a good one, and a bad one."""
