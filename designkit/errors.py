"""What goes wrong in people's hands, each as one sentence that says what is allowed."""


class DesignkitError(ValueError):
    """Bad input; the message is one sentence for the person who gave it."""


class BadText(DesignkitError):
    """Text that names no card, suit or move."""


class BadVariant(DesignkitError):
    """An unknown game, an impossible player count, parameter, rule or combination of them."""


class IllegalMove(DesignkitError):
    """A move that the rules forbid now; the message names the clause."""


class BadRecord(DesignkitError):
    """A record that is truncated, edited, foreign or of another variant."""
