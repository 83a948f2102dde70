"""A failing program made small: every step that keeps it failing is taken."""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Callable, Iterator

from tests.fuzz.program import Function, Input, Program, Statement, without_dead

Fails = Callable[[Program], bool]


def minimise(program: Program, fails: Fails, seconds: float = 60.0) -> Program:
    """A program for which `fails` holds as for this one, with fewer and simpler parts."""
    end = time.monotonic() + seconds
    progress = True
    while progress and time.monotonic() < end:
        progress = False
        for candidate in _simpler(program):
            if time.monotonic() > end:
                break
            candidate = _clean(candidate)
            if candidate != program and _size(candidate) < _size(program) and fails(candidate):
                program, progress = candidate, True
                break
    return program


def _size(program: Program) -> tuple[int, int, int]:
    numbers = [int(n) for n in re.findall(r"\b\d+\b", program.source())]
    inputs = "".join(i.text for i in program.inputs)
    numbers += [int(n) for n in re.findall(r"\b\d+\b", inputs)]
    return (
        sum(1 for _ in program.walk()) * 3 + len(program.results),
        len(program.source()) + len(inputs),
        sum(numbers),
    )


def _clean(program: Program) -> Program:
    """Without statements and inputs that nothing needs."""
    statements = without_dead(program.statements, program.results)
    used = set().union(*[s.uses() for s in statements], program.results)
    inputs = tuple(i for i in program.inputs if i.name in used) or program.inputs[:1]
    return Program(inputs, statements, program.results)


def _simpler(program: Program) -> Iterator[Program]:
    """Programs that are one step simpler, the larger steps first."""
    names = [r for r in program.results if r]
    if len(names) > 1:
        for r in names:
            yield dataclasses.replace(program, results=(r, ""))
    yield from _with_results_moved(program)
    yield from _with_statements_replaced(program)
    for i, s in enumerate(program.statements):
        for simpler in _simpler_functions(s):
            yield dataclasses.replace(
                program, statements=(*program.statements[:i], simpler, *program.statements[i + 1 :])
            )
    yield from _with_inputs_simplified(program)
    yield from _with_smaller_numbers(program)


def _with_results_moved(program: Program) -> Iterator[Program]:
    """An earlier value as the result."""
    for s in program.statements:
        for target in s.targets:
            if target and target not in program.results:
                yield dataclasses.replace(program, results=(target, ""))


def _with_statements_replaced(program: Program) -> Iterator[Program]:
    """A statement's result replaced by what the statement reads."""
    known = [i.name for i in program.inputs]
    for i, s in enumerate(program.statements):
        rest = program.statements[i + 1 :]
        for target in filter(None, s.targets):
            for other in sorted(s.uses() & set(known), reverse=True):
                renamed = tuple(_renamed(r, target, other) for r in rest)
                results = tuple(other if r == target else r for r in program.results)
                yield Program(program.inputs, (*program.statements[:i], s, *renamed), results)
        known += [t for t in s.targets if t]


def _renamed(s: Statement, old: str, new: str) -> Statement:
    pattern = re.compile(rf"\b{old}\b")
    functions = tuple(
        dataclasses.replace(
            f,
            statements=tuple(_renamed(inner, old, new) for inner in f.statements),
            results=tuple(new if r == old else r for r in f.results),
        )
        for f in s.functions
    )
    return dataclasses.replace(s, text=pattern.sub(new, s.text), functions=functions)


def _simpler_functions(s: Statement) -> Iterator[Statement]:
    """A statement with one inner statement fewer, or one inner function simpler."""
    for i, f in enumerate(s.functions):
        for simpler in _simpler_body(f):
            yield dataclasses.replace(
                s, functions=(*s.functions[:i], simpler, *s.functions[i + 1 :])
            )


def _simpler_body(f: Function) -> Iterator[Function]:
    known = list(f.parameters)
    for i, s in enumerate(f.statements):
        for target in filter(None, s.targets):
            for other in [*sorted(s.uses(), reverse=True), *known]:
                rest = tuple(_renamed(r, target, other) for r in f.statements[i + 1 :])
                results = tuple(other if r == target else r for r in f.results)
                statements = without_dead((*f.statements[:i], s, *rest), results)
                yield dataclasses.replace(f, statements=statements, results=results)
        known += [t for t in s.targets if t]
        for simpler in _simpler_functions(s):
            yield dataclasses.replace(
                f, statements=(*f.statements[:i], simpler, *f.statements[i + 1 :])
            )


def _with_inputs_simplified(program: Program) -> Iterator[Program]:
    """Views, kinds of values and seeds made plain."""
    for i, given in enumerate(program.inputs):
        for pattern, new in (
            (r"\)(\.T|\[.*\])$", ")"),
            (r'kind="\w+"', 'kind="normal"'),
            (r"seed=\d+", "seed=0"),
            (r', kind="normal"', ""),
        ):
            text = re.sub(pattern, new, given.text)
            if text != given.text:
                yield dataclasses.replace(
                    program,
                    inputs=(*program.inputs[:i], Input(given.name, text), *program.inputs[i + 1 :]),
                )


def _with_smaller_numbers(program: Program) -> Iterator[Program]:
    """One size made smaller wherever it stands."""
    texts = [program.source(), *[i.text for i in program.inputs]]
    numbers = sorted(
        {int(n) for text in texts for n in re.findall(r"(?<![\w.=])\d+(?![\w.])", text)},
        reverse=True,
    )
    for n in numbers:
        for m in (1, 2, 3, n // 2, n - 1):
            if 0 < m < n:
                pattern = re.compile(rf"(?<![\w.=]){n}(?![\w.])")
                yield Program(
                    tuple(Input(i.name, pattern.sub(str(m), i.text)) for i in program.inputs),
                    tuple(_substituted(s, pattern, str(m)) for s in program.statements),
                    program.results,
                )


def _substituted(s: Statement, pattern: re.Pattern, new: str) -> Statement:
    functions = tuple(
        dataclasses.replace(
            f, statements=tuple(_substituted(inner, pattern, new) for inner in f.statements)
        )
        for f in s.functions
    )
    return dataclasses.replace(s, text=pattern.sub(new, s.text), functions=functions)
