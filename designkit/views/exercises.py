"""Exercises where people look: the task with its cards, the verdict with the smallest case, the book as a table."""

import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from designkit.cards import Card
from designkit.views import svg

if TYPE_CHECKING:
    from designkit.teach import Book, Task, Verdict

GREEN, RED, GREY = "#1e8841", "#d93a2b", "#767676"
_BOX = "border-left:4px solid {};padding:4px 12px;margin:4px 0;max-width:64em;color:inherit"
_CODE = "background:rgba(127,127,127,.12);padding:8px;overflow-x:auto;white-space:pre"


def prose(text: str) -> str:
    """Text with what stands in backquotes as code.

    >>> prose("Write `f(x)`: x < 3")
    'Write <code>f(x)</code>: x &lt; 3'
    """
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text, quote=False))


def _rows(rows: Iterable[tuple[str, tuple[Card, ...]]]) -> str:
    return "".join(f"<div style='margin:4px 0'>{escape(name)}{svg.row(cards, width=52)}</div>" for name, cards in rows)


def task(task: "Task") -> str:
    """The task in words, its example as cards, and what to begin with."""
    code = f"<pre style='{_CODE}'>{escape(task.code)}</pre>" if task.code else ""
    example = task.example
    return (
        f'<div class="dk-task" data-exercise="{escape(task.exercise.id)}" style="{_BOX.format(GREY)}">'
        f"<b>{escape(task.title)}</b> <small>({escape(task.exercise.id)}, for {escape(task.student)})</small>"
        f"<p>{prose(task.text)}</p><div>{escape(example.words)}</div>{_rows(example.rows)}{code}</div>"
    )


def verdict(verdict: "Verdict") -> str:
    """Right or not yet, the case as cards, and the hints so far."""
    colour, head = (GREEN, "✓ Right") if verdict.passed else (RED, "✗ Not yet")
    outcome = verdict.outcome
    printed = f"<div>It printed:</div><pre style='{_CODE}'>{escape(outcome.printed)}</pre>" if outcome.printed else ""
    hints = "".join(f"<li>{prose(hint)}</li>" for hint in verdict.help)
    return (
        f'<div class="dk-verdict" data-exercise="{escape(verdict.exercise)}" data-passed="{str(verdict.passed).lower()}" '
        f'style="{_BOX.format(colour)}"><b style="color:{colour}">{head}</b> <small>(attempt {verdict.attempt})</small> '
        f"{prose(verdict.sentence)}{_rows(outcome.case.rows)}{printed}{f'<ul>{hints}</ul>' if hints else ''}</div>"
    )


def book(book: "Book") -> str:
    """The results as a table."""
    if not len(book):
        return "<div class='dk-book'>No exercise has been tried yet.</div>"
    head = "".join(
        f"<th style='text-align:left'>{name}</th>" for name in ("student", "exercise", "attempts", "", "when")
    )
    rows = "".join(
        f"<tr><td>{escape(own.student)}</td><td>{escape(own.exercise)}</td><td>{own.attempts}</td>"
        f"<td style='color:{GREEN if own.passed else RED}'>{'passed' if own.passed else 'not yet'}</td><td>{own.when}</td></tr>"
        for own in book
    )
    return f"<table class='dk-book' style='color:inherit'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
