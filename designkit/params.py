"""Parameters: declared once as annotated fields; validation, its sentences and descriptions come from there."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from designkit.errors import BadVariant


class Params(BaseModel):
    """The parameters of a game; each has a range or choices, a description and the rulebook's value as default."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)


P = TypeVar("P", bound=Params)


def bounds(info: FieldInfo) -> tuple[int, int] | None:
    """The least and the greatest value of a number field."""
    least = next((m.ge for m in info.metadata if isinstance(m, Ge)), None)
    most = next((m.le for m in info.metadata if isinstance(m, Le)), None)
    return (least, most) if isinstance(least, int) and isinstance(most, int) else None


def allowed(info: FieldInfo) -> str:
    """What a field allows, as people say it."""
    limits = bounds(info)
    if info.annotation is bool:
        return "true or false"
    if get_origin(info.annotation) is Literal:
        return "one of " + ", ".join(map(str, get_args(info.annotation)))
    if get_origin(info.annotation) is tuple:
        least, most = next(m for m in get_args(get_args(info.annotation)[0])[1:] if isinstance(m, FieldInfo)).metadata
        return f"different whole numbers from {least.ge} to {most.le}"
    return f"a whole number from {limits[0]} to {limits[1]}" if limits else str(info.annotation)


def read_value(model: type[Params], name: str, text: str) -> Any:
    """A parameter's value from its text, ready for validation: `3,6,9` is a list where one is wanted."""
    info = model.model_fields.get(name)
    if info is not None and get_origin(info.annotation) is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text


def value_text(value: Any) -> str:
    """A parameter's value as `read_value` reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def plural(count: int, noun: str) -> str:
    """A number of things in words.

    >>> plural(1, "card"), plural(3, "card"), plural(0, "card")
    ('1 card', '3 cards', 'no cards')
    """
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def make_params(model: type[P], title: str, values: Mapping[str, Any]) -> P:
    """The parameters with these values, or BadVariant with one sentence that says what is allowed."""
    known = model.model_fields
    for name, value in values.items():
        if name not in known:
            raise BadVariant(f"{title} has no parameter '{name}'; its parameters are {', '.join(known)}.")
        if isinstance(value, bool) and known[name].annotation is not bool:
            raise BadVariant(f"{name} must be {allowed(known[name])}, not {value}.")
    try:
        return model(**values)
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        raise BadVariant(
            f"{name} must be {allowed(known[name])}, not {value_text(values.get(name)) or 'nothing'}."
        ) from None
