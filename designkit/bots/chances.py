"""How likely a card is to win: this trick against those who play after it, or some later one."""

from collections.abc import Callable, Sequence
from math import prod

from designkit.bots.reading import Reading
from designkit.cards import Card
from designkit.tricks import Mode

Will = Callable[[int], float]
"""How likely a seat is to take a trick that it can take; one that will not takes only what it must."""


def eager(seat: int) -> float:
    """Everybody wants every trick."""
    return 1.0


OFTEN = 0.6
"""How likely a seat takes a later trick that it can take."""


def often(seat: int) -> float:
    """Over a whole hand, a card that can be beaten is beaten more often than not."""
    return OFTEN


def overtakes(reading: Reading, seat: int, led: str | None, power: int, mode: Mode, will: float = 1.0) -> float:
    """The chance that a seat beats a card of that power: it can and will, or it must."""
    free, can, must = 1.0, 0.0, 0.0
    for tier, cards in reading.ladder(seat, led, mode):
        no_stronger = prod([1 - chance for strength, chance in cards if strength > power])
        no_weaker = prod([1 - chance for strength, chance in cards if strength <= power])
        can += free * (1 - no_stronger)
        must += free * (1 - no_stronger) * no_weaker
        free *= no_stronger * no_weaker if tier >= 0 else no_stronger
    return will * can + (1 - will) * must


def _turned(reading: Reading, seat: int, led: str | None, mode: Mode) -> dict[Mode, float]:
    """The modes that a seat's card may turn a trick to, each with its chance."""
    rules, state = reading.rules, reading.state
    shares: dict[Mode, float] = {}
    free = 1.0
    tiers: dict[int, list[tuple[Card, float]]] = {}
    for card, chance in reading.odds[seat].items():
        tiers.setdefault(int(rules.tier(card, led, state.situation)), []).append((card, chance))
    for _, cards in sorted(tiers.items()):
        whole = sum(chance for _, chance in cards)
        for card, chance in cards if whole else ():
            after = rules.turn(mode, card)
            shares[after] = shares.get(after, 0.0) + free * chance / whole
        free *= prod([1 - chance for _, chance in cards])
    whole = sum(shares.values())
    return {after: share / whole for after, share in shares.items()} if whole else {mode: 1.0}


def last_modes(reading: Reading, plays: Sequence[Card], later: Sequence[int]) -> dict[Mode, float]:
    """The modes that a trick may end in, each with its chance."""
    rules = reading.rules
    mode = rules.modes[0]
    for card in plays:
        mode = rules.turn(mode, card)
    if len(rules.modes) == 1:
        return {mode: 1.0}
    shares = {mode: 1.0}
    led = reading.led(plays)
    for seat in later:
        after: dict[Mode, float] = {}
        for mode, share in shares.items():
            for turned, chance in _turned(reading, seat, led, mode).items():
                after[turned] = after.get(turned, 0.0) + share * chance
        shares = after
    return shares


AGAIN = 0.5
"""How much less likely a card is to be beaten that has itself just beaten another."""


def winners(reading: Reading, plays: Sequence[Card], later: Sequence[int], will: Will = eager) -> dict[int, float]:
    """The chance of each seat to win a trick to which so much was played and those seats still play."""
    led, rules, state = reading.led(plays), reading.rules, reading.state
    first = reading.game.left(later[0], -len(plays)) if later else reading.game.left(reading.seat, 1 - len(plays))
    found: dict[int, float] = {}
    for mode, share in last_modes(reading, plays, later).items():
        powers = [rules.strength(card, led, mode, state.context) for card in plays]
        best = max(powers)
        held = {reading.game.left(first, powers.index(best)): share} if best > 0 else {}
        for seat in later:
            taken = overtakes(reading, seat, led, best, mode, will(seat))
            if not held:
                held[seat] = share * taken
                continue
            lost = 0.0
            for place, (other, part) in enumerate(held.items()):
                chance = taken if place == 0 else taken * AGAIN
                held[other] = part * (1 - chance)
                lost += part * chance
            held[seat] = lost
        for seat, part in held.items():
            found[seat] = found.get(seat, 0.0) + part
    return found


def chance_now(reading: Reading, card: Card, will: Will = eager) -> float:
    """The chance that a card of the own hand wins this trick."""
    return winners(reading, (*reading.state.plays, card), reading.later, will).get(reading.seat, 0.0)


def chance_later(reading: Reading, card: Card, hand: Sequence[Card], will: Will = often) -> float:
    """The chance that a card kept in the hand wins a trick: its own suit led, or another that the hand will be out of."""
    rules, context = reading.rules, reading.state.context
    mode = rules.modes[0]
    found = whole = 0.0
    own = rules.leads(card)
    for led, share in _shares(reading).items():
        power = rules.strength(card, led, mode, context)
        held = sum(rules.leads(other) == led for other in hand)
        weight = share if led == own else share * SHORT**held
        whole += weight
        if power > 0:
            found += weight * prod(
                [1 - overtakes(reading, seat, led, power, mode, will(seat)) for seat in reading.others]
            )
    return found / whole if whole else 0.0


SHORT = 0.4
"""How much less likely each card of a suit makes it that the hand runs out of it in time."""


def _shares(reading: Reading) -> dict[str, float]:
    """How likely each suit is to be led: by the cards of it that are still held."""
    leads = [reading.rules.leads(card) for card in (*reading.unseen, *reading.hand)]
    return {suit: leads.count(suit) / len(leads) for suit in sorted({suit for suit in leads if suit is not None})}


def law(chances: Sequence[float]) -> list[float]:
    """How many of several cards win, if each wins by its own chance: the chance of none, of one, and so on.

    >>> law([0.5, 0.5])
    [0.25, 0.5, 0.25]
    """
    found = [1.0]
    for chance in chances:
        found = [
            (found[k] if k < len(found) else 0.0) * (1 - chance) + (found[k - 1] * chance if k else 0.0)
            for k in range(len(found) + 1)
        ]
    return found
