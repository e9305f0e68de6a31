"""A run, a comparison or a sweep as one page: what was played, its plots and its measures, in a file that needs no network."""

from html import escape
from typing import Any

from bokeh.embed import components

from designkit.game import Game
from designkit.lab import compare, plots
from designkit.lab.compare import Comparison
from designkit.lab.drawn import scripts
from designkit.lab.metrics import METRICS
from designkit.lab.plots.style import interval, is_share, number
from designkit.lab.result import Result
from designkit.lab.sweep import Sweep
from designkit.params import value_text

Shown = Result | Comparison | Sweep

TABLE = """
.dk-measures { color: inherit; font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
.dk-measures { overflow-x: auto; max-width: 100%; }
.dk-measures table { border-collapse: collapse; width: 100%; }
.dk-measures th { text-align: left; font-weight: 600; padding: 3px 10px 3px 0; vertical-align: top; }
.dk-measures td { padding: 3px 10px 3px 0; text-align: left; vertical-align: top; font-variant-numeric: tabular-nums; }
.dk-measures tr { border-bottom: 1px solid #8a929c55; }
.dk-measures .dk-part { padding-left: 14px; font-weight: 400; }
.dk-measures .dk-soft { opacity: 0.72; }
.dk-measures .dk-number { text-align: right; white-space: nowrap; }
"""
_PAGE = """
:root { color-scheme: light dark; --paper: #fbfaf6; --ink: #1d2126; }
@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #eceff2; } }
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  max-width: 1160px; margin: 0 auto; padding: 20px; }
h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 17px; margin: 24px 0 6px; }
code { white-space: pre-wrap; word-break: break-word; background: #8a929c22; border-radius: 6px; padding: 8px 10px; display: block; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 14px; }
.plots > div { min-width: 0; }
@media print { .plots > div, tr { break-inside: avoid; } }
"""


# ---- words -----------------------------------------------------------------------------------------------------


def variant(game: Game) -> str:
    """A variant in words: its players and what is unusual about it.

    >>> import designkit as dk
    >>> variant(dk.game("reapers", 4, least_bonus=25)), variant(dk.game("reds", 3))
    ('Reapers, 4 players, least bonus 25', 'Reds, 3 players')
    """
    unusual = [f"{name.replace('_', ' ')} {value_text(value)}" for name, value in game.unusual.items()]
    rules = [f"own rule {name}" for name, _ in game.replaced]
    return ", ".join([game.family.title, f"{game.players} players", *unusual, *rules])


def played(result: Result, note: str | None = None) -> str:
    """What was played, in a sentence."""
    bots = ", ".join(result.bots) if len(set(result.bots)) > 1 else f"{result.bots[0]} in every seat"
    short = "" if result.deals == result.planned else f" of {result.planned:,}"
    return f"{result.deals:,}{short} {result.kind} with {bots}, seed {result.seed}. {result.note if note is None else note}".strip()


def code(shown: Shown) -> str:
    """The Python that plays it again."""
    if isinstance(shown, Sweep):
        names = {
            name: list({value_text(cell.values[name]): cell.values[name] for cell in shown.cells}.values())
            for name in shown.names
        }
        run = next((cell.result for cell in shown.cells if cell.result is not None), None)
        targets = f", targets={shown.targets!r}" if shown.targets else ""
        return f"dk.sweep({_game(shown.game)}, {names!r}, players={list(shown.players)!r}{_asked(run)}{targets})"
    if isinstance(shown, Comparison):
        return f"dk.compare({_game(shown.a.game)}, {_game(shown.b.game)}{_asked(shown.a)})"
    return f"dk.simulate({_game(shown.game)}{_asked(shown)})"


def _game(game: Game) -> str:
    values = "".join(f", {name}={value!r}" for name, value in game.unusual.items())
    return f'dk.game("{game.id}", {game.players}{values})'


def _asked(result: Result | None) -> str:
    if result is None:
        return ""
    bots = result.bots[0] if len(set(result.bots)) == 1 else list(result.bots)
    return f", {result.kind}={result.planned}, bots={bots!r}, seed={result.seed}"


# ---- parts of the page -----------------------------------------------------------------------------------------


def measures(result: Result) -> str:
    """Every measure with its interval and what it says, as a table."""
    rows, before = [], ""
    for own in result.estimates.values():
        again, before = own.metric.name == before, own.metric.name
        about = "" if again else escape(own.metric.about)
        label = f'<th class="dk-part">{escape(own.part)}' if again else f"<th>{escape(own.name)}"
        rows.append(
            f'<tr data-measure="{escape(own.name)}">{label}</th>'
            f'<td class="dk-number"><b>{number(own.value, is_share(own))}</b></td>'
            f'<td class="dk-number">{interval(own.low, own.high, is_share(own))}</td>'
            f'<td class="dk-soft" title="{escape(own.metric.formula)}">{about}</td></tr>'
        )
    head = '<tr><th>measure</th><th class="dk-number">value</th><th class="dk-number">95 % interval</th><th></th></tr>'
    return f'<div class="dk-measures"><table><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table></div>'


def tables(shown: Shown, metric: str) -> str:
    """The numbers of what is shown."""
    if isinstance(shown, Comparison):
        return f'<div class="dk-measures">{compare.html(shown)}</div>'
    if isinstance(shown, Sweep):
        return f'<div class="dk-measures">{shown.html(metric) if metric in shown.metrics else _problems(shown)}</div>'
    return measures(shown)


def _problems(sweep: Sweep) -> str:
    return "".join(f"<div>{escape(said)}</div>" for said in dict.fromkeys(cell.problem for cell in sweep.cells))


def figures(shown: Shown, metric: str) -> list[Any]:
    """The plots of what is shown; of a sweep, the map of one measure."""
    if isinstance(shown, Sweep):
        return plots.heat_map(shown, metric)
    if isinstance(shown, Comparison):
        made = [plots.metric_intervals(shown, shares) for shares in (True, False)]
        return [own for own in made if own is not None]
    return plots.pictures(shown)


def heading(shown: Shown) -> tuple[str, str]:
    """A title, and what was played in a sentence."""
    if isinstance(shown, Comparison):
        return f"A: {variant(shown.a.game)} · B: {variant(shown.b.game)}", played(shown.a, shown.note)
    if isinstance(shown, Sweep):
        done = sum(cell.done for cell in shown.cells)
        names = " and ".join(name.replace("_", " ") for name in shown.names)
        problem = next((cell.problem for cell in shown.cells if cell.problem), "")
        why = f" Impossible, for instance: {problem}" if problem else ""
        return f"{variant(shown.game)}: {names}", f"{done} of {len(shown.cells)} variants are played.{why}"
    return variant(shown.game), played(shown)


# ---- the page --------------------------------------------------------------------------------------------------


def html(shown: Shown, metric: str = "fairness") -> str:
    """The whole page; of a sweep, with the map of one measure."""
    title, sentence = heading(shown)
    made = figures(shown, metric)
    script, places = components(made) if made else ("", ())
    formulas = "".join(
        f"<tr><th>{escape(own.name)}</th><td>{escape(own.about)}</td><td>{escape(own.formula)}</td></tr>"
        for own in METRICS.values()
    )
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(title)}</title><style>{_PAGE}{TABLE}</style>
{scripts()}
</head><body>
<h1>{escape(title)}</h1><p>{escape(sentence)}</p>
<code>import designkit as dk
{escape(code(shown))}</code>
<h2>Plots</h2><div class="plots">{"".join(f"<div>{place}</div>" for place in places)}</div>
<h2>Measures</h2>{tables(shown, metric)}
<h2>How they are reckoned</h2>
<div class="dk-measures"><table><tbody>{formulas}</tbody></table></div>
{script}</body></html>"""
