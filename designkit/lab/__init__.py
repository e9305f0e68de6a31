"""The playtest lab: many deals at once, and what they say with its error bars."""
