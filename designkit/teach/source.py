"""The kit's own rule as the source of an exercise: with a student's numbers, and a slip to be found."""

import ast
import inspect
from collections.abc import Callable
from typing import Any


def with_slip(rule: Callable[..., Any], slip: tuple[str, str], /, **numbers: Any) -> str:
    """A rule's source without its annotations and examples, with other defaults and one piece of it changed.

    >>> from designkit.tricks import suit_of
    >>> print(with_slip(suit_of, ("return card.suit", "return card.rank")))
    def suit_of(card):
        \"\"\"The common rule: a card leads its own suit.\"\"\"
        return card.rank
    """
    (tree,) = ast.parse(inspect.getsource(rule)).body
    assert isinstance(tree, ast.FunctionDef)
    tree.returns = None
    given = tree.args
    for argument in [*given.posonlyargs, *given.args, *given.kwonlyargs]:
        argument.annotation = None
    for argument, place in zip(reversed(given.args), range(len(given.defaults) - 1, -1, -1), strict=False):
        if argument.arg in numbers:
            given.defaults[place] = ast.Constant(numbers[argument.arg])
    first = (ast.get_docstring(tree) or "").splitlines()[0]
    tree.body[0] = ast.Expr(ast.Constant(first))
    text = ast.unparse(tree)
    right, wrong = slip
    assert text.count(right) == 1, f"'{right}' must stand once in {rule.__name__}"
    return text.replace(right, wrong)
