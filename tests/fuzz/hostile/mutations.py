"""What is done to valid bytes, JSON and program texts."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Sequence
from typing import Any

HUGE = (1 << 31, 1 << 53, (1 << 63) - 1, 1 << 63, 1 << 64, 10**12, 10**30, 10**400, -1, -(1 << 63))
STRANGE: tuple[Any, ...] = (
    *HUGE,
    *(None, True, False, 0, 1, 1.5, -0.0, 1e308, float("nan"), float("inf")),
    *("", "\ud800", "\x00", "é", "٣", "a" * 5000, "0" * 64, "nan", "../../etc/passwd", "f32"),
    *([], {}, [[]], [None], {"": {}}, [0, 0], [1 << 62, 4], ["a", "a"]),
)
DEEP = (70, 300, 1_200, 30_000)


def changed_bytes(source: random.Random, data: bytes) -> bytes:
    """Bytes with a few of them flipped, left out, doubled, cut or replaced."""
    found = bytearray(data)
    for _ in range(source.choice((1, 1, 1, 2, 5, 20))):
        at = source.randrange(len(found) + 1)
        at = min(at, source.choice((9, 400, len(found))))
        length = source.choice((1, 1, 2, 8, 64))
        kind = source.randrange(6)
        if kind == 0 and at < len(found):
            found[at] ^= 1 << source.randrange(8)
        elif kind == 1:
            del found[at : at + length]
        elif kind == 2:
            found[at:at] = found[at : at + length]
        elif kind == 3:
            found[at : at + length] = source.randbytes(length)
        elif kind == 4:
            del found[at:]
        else:
            found[at : at + 8] = source.choice((0, 1, 1 << 20, 1 << 40, (1 << 64) - 1)).to_bytes(
                8, "little"
            )
    return bytes(found)


def _places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Each container with each of its keys or indices."""
    pairs = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, child in pairs:
        found.append((value, key))
        _places(child, found)
    return found


def _strange(source: random.Random, value: Any, others: Sequence[Any]) -> Any:
    """Something in place of a value."""
    kind = source.randrange(8)
    if kind == 0 and type(value) is int:
        return value + source.choice((-1, 1, 8, -8))
    if kind == 1 and isinstance(value, str):
        return changed_text(source, value, (value,))
    if kind == 2:
        return [value]
    if kind == 3 and isinstance(value, (list, str)):
        return value[: source.randrange(len(value) + 1)] * source.choice((1, 2, 3))
    if kind == 4:
        return copy.deepcopy(source.choice(others))
    if kind == 5 and source.random() < 0.1:
        return _Raw("[" * (depth := source.choice(DEEP)) + "]" * depth)
    return copy.deepcopy(source.choice(STRANGE))


class _Raw:
    """Text that stands for itself in JSON."""

    def __init__(self, text: str):
        self.text = text


def changed_json(source: random.Random, value: Any) -> Any:
    """JSON with some of its parts replaced, renamed, left out or exchanged."""
    value = [copy.deepcopy(value)]
    for _ in range(source.choice((1, 1, 1, 2, 4))):
        places = _places(value[0], [])
        if not places:
            return copy.deepcopy(source.choice(STRANGE))
        holder, key = source.choice(places)
        other_holder, other_key = source.choice(places)
        kind = source.randrange(6)
        if kind == 0:
            del holder[key]
        elif kind == 1 and isinstance(holder, dict):
            name = source.choice(["", "a", "\ud800", "__metadata__", str(other_key), f"{key}x"])
            holder[name] = holder.pop(key)
        elif kind == 2:
            holder[key] = copy.deepcopy(other_holder[other_key])
        else:
            others = [h[k] for h, k in source.sample(places, min(4, len(places)))]
            holder[key] = _strange(source, holder[key], others)
    return value[0]


def json_text(source: random.Random, value: Any) -> bytes:
    """The text of JSON, with what is no JSON in it; rarely with a name twice."""
    raw: list[str] = []

    def default(x: Any) -> str:
        raw.append(x.text)
        return f"@raw{len(raw) - 1}@"

    text = json.dumps(value, separators=(",", ":"), default=default)
    for number, inside in enumerate(raw):
        text = text.replace(f'"@raw{number}@"', inside)
    if source.random() < 0.05:
        first = re.search(r'"[^"]*":', text)
        text = text.replace("}", f",{first[0]}0}}", 1) if first else text
    if source.random() < 0.05:
        text = text.encode("ascii", "replace").decode().replace("0", "0" * 5000, 1)
    return text.encode()


_TOKEN = re.compile(r"\s+|[A-Za-z_][\w.]*|[0-9.]+|'[^']*'|.", re.DOTALL)
ODD = (
    *map(str, HUGE),
    *("f32[]", "f32[3]", "i8[]", "bool[]", "key<fry>[]", "c64[2]", "f32[1000000000000]", "f32[-3]"),
    *(
        "f32[3]{V:i}",
        "f32[a]",
        "f99[2]",
        "~f64[]",
        "object[3]",
        "nan",
        "inf",
        "nan(ff)",
        "-1",
        "1e999",
    ),
    *("True", "None", "'\\x'", "'é\\ud800'", "(", ")", "[", "]", "{", "}", ":", ";", ".", ",", "="),
    *("lambda", "let", "in", "_", "mul", "add", "scan", "while", "cond", "sin", "zzz", "<host f>"),
    *("float32(1)", "object_(1)", "bool(False)", "Name(x=1)", "Mode.x", "\x00", "\t", "\n", "ä"),
)


def changed_text(source: random.Random, text: str, others: Sequence[str]) -> str:
    """A text with tokens replaced, left out, doubled, exchanged, taken from others, or cut."""
    tokens = _TOKEN.findall(text)
    for _ in range(source.choice((1, 1, 1, 2, 3, 8))):
        at = source.randrange(len(tokens) + 1)
        kind = source.randrange(9)
        if kind == 0:
            tokens[at : at + source.choice((1, 1, 2, 5))] = []
        elif kind == 1:
            tokens[at : at + 1] = [source.choice(ODD)]
        elif kind == 2:
            tokens.insert(at, source.choice((*ODD, " ")))
        elif kind == 3:
            other = _TOKEN.findall(source.choice(others)) or [""]
            start = source.randrange(len(other))
            tokens[at : at + source.randrange(3)] = other[start : start + source.choice((1, 3, 20))]
        elif kind == 4 and tokens:
            other = source.choice(tokens)
            tokens[at : at + 1] = [other]
        elif kind == 5:
            tokens[at:at] = tokens[at : at + source.choice((1, 5, 30))]
        elif kind == 6 and source.random() < 0.3:
            tokens[at:] = []
        elif kind == 7 and source.random() < 0.1:
            tokens.insert(
                at,
                source.choice(("(", "[", "{ lambda ; . let = jit[jaxpr=", "'", "  "))
                * source.choice(DEEP),
            )
        elif kind == 8 and tokens:
            word = tokens[min(at, len(tokens) - 1)]
            if word:
                k = source.randrange(len(word))
                tokens[min(at, len(tokens) - 1)] = (
                    word[:k] + chr(source.randrange(32, 300)) + word[k + 1 :]
                )
    return "".join(tokens)
