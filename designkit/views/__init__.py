"""How games are shown to people; nothing here knows a particular game."""
