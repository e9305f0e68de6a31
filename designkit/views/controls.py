"""Controls for parameters: what each may be, read off its declaration, and what a change makes of a game."""

from collections.abc import Callable
from typing import Any, Literal, get_args, get_origin

from designkit.game import Game
from designkit.params import Params, allowed, bounds, read_value, value_text

Control = dict[str, Any]
ARROW = "select.bk-input { appearance: auto !important; background-image: none !important; }"
"""The browser's own arrow, which is seen on dark pages too."""


def controls(game: Game) -> list[Control]:
    """A control for every parameter: a slider, a switch, a choice or a text, with its description.

    >>> import designkit as dk
    >>> [control["kind"] for control in controls(dk.game("reds"))][:4]
    ['slider', 'slider', 'slider', 'switch']
    """
    usual = game.family(game.players).params
    return [
        {
            "name": name,
            "label": name.replace("_", " "),
            "about": f"{info.description} ({allowed(info)})",
            "value": setting(game.params, name),
            "usual": setting(usual, name),
            **_kind(info),
        }
        for name, info in type(game.params).model_fields.items()
    ]


def _kind(info: Any) -> Control:
    limits = bounds(info)
    if info.annotation is bool:
        return {"kind": "switch"}
    if get_origin(info.annotation) is Literal:
        return {"kind": "choice", "options": list(get_args(info.annotation))}
    if limits:
        return {"kind": "slider", "least": limits[0], "most": limits[1]}
    return {"kind": "text"}


def setting(params: Params, name: str) -> Any:
    """A parameter's value as its control shows it."""
    value = getattr(params, name)
    return value_text(value) if isinstance(value, tuple) else value


def changed(game: Game, name: str, value: Any) -> Game:
    """The variant with one parameter changed; an impossible value raises BadVariant with a sentence."""
    if isinstance(value, str):
        value = read_value(type(game.params), name, value)
    return game.with_params(**{name: value})


def panel_control(of: Control, put: Callable[[Any], Any], width: int) -> Any:
    """A parameter on a Panel page, with what it means; `put` returns the value in force, which shows if another is refused."""
    import panel as pn

    row = pn.Row(margin=0)

    def heard(value: Any) -> None:
        # Made anew: a slider that is only set back is deaf to the same value when it is tried again.
        if (force := put(value)) != value:
            row[0] = made(force)

    def made(value: Any) -> Any:
        common, changes = {"value": value, "name": of["label"], "width": width}, "value"
        own: Any
        if of["kind"] == "switch":
            return panel_switch(of["label"], value, heard, width)
        if of["kind"] == "slider":
            own, changes = pn.widgets.IntSlider(start=of["least"], end=of["most"], **common), "value_throttled"
        elif of["kind"] == "choice":
            own = pn.widgets.Select(options=of["options"], description=of["about"], stylesheets=[ARROW], **common)
        else:
            own = pn.widgets.TextInput(description=of["about"], **common)
        own.param.watch(lambda event: heard(event.new), changes)
        return own

    row.append(made(of["value"]))
    if of["kind"] in ("slider", "switch"):  # these have no place for their meaning
        row.append(pn.widgets.TooltipIcon(value=of["about"], margin=(5, 0)))
    return row


def panel_switch(label: str, on: bool, heard: Callable[[bool], Any], width: int) -> Any:
    """A checkbox of a Panel page whose words can be clicked too, as those of Panel's own one cannot."""
    import panel as pn

    made = pn.widgets.CheckBoxGroup(name=label, options=[label], value=[label] if on else [], width=width)
    made.param.watch(lambda event: heard(bool(event.new)), "value")
    return made
