"""Memory plans as text, and what the verifier says when one thing in a sound plan is another one.

Recorded by `pytest --update-golden`, and to be read: a plan that is found sound must be.
"""

import dataclasses
import re

import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import InvalidIRError
from fjax.lowering.run.memory_plan import Action, Located, MemoryPlan, Region, describe
from fjax.lowering.run.verify_plan import verify_plan
from tests.lowering.test_decisions import LINE, NAMED, SQUARE, TALL, array


def several(x, y):
    """Library steps between kernels, views, and one array given out twice."""
    a = jnp.sort(x * 2, 1)
    b = jnp.sin(a.reshape(-1)) + 1
    c = jnp.cumsum(b) @ b
    return a, b.reshape(x.shape), b, y, c


def updated(x, i):
    """Updates of one array whose former values are needed, or not."""
    y = x * 2
    z = y.at[i].set(1.0)
    return z.at[i].add(2.0), y.sum(0), jnp.sort(z.at[0].set(3.0), 0)


def looped(x):
    """A loop on the host over what was made here, beside a kernel that reads it."""
    y = x + 1
    return lax.fori_loop(0, 3, lambda k, c: jnp.sort(c * 2).at[k].set(k), y), y * 2


def copied(x, y):
    """Operands that library steps hand on."""
    a = lax.optimization_barrier(x * 2)
    return a + 1, fjax.checkpoint(jnp.sin)(a) * y, jnp.linalg.inv(y + a)


ONE = jnp.asarray([1, 3])
PROGRAMS = {
    "several": (several, SQUARE, LINE),
    "updated": (updated, TALL, ONE),
    "looped": (looped, LINE),
    "copied": (copied, array(5, 5) + jnp.eye(5), array(5, 5) + 9 * jnp.eye(5)),
    "chain": (lambda x: jnp.tanh(x @ x.T) @ jnp.tanh(x @ x.T + 1).sum(0), SQUARE),
}
NAMES = [
    *["sorted", "product and bias", "chain of products", "both sums", "everything"],
    *["set at positions, both kept", "one array carried twice", "running sums of columns"],
    *["loop over a large state", "filters side by side", "centred columns", "a window in place"],
]
DONATED = {"updated": (0,), "looped": (0,), "several": (0, 1)}


def plan_of(name, donated=()):
    """The memory plan of a program."""
    function, *args = PROGRAMS.get(name) or NAMED[name]
    lowered = fjax.jit(function, donate_argnums=donated).lower(*args)
    return describe(lowered.compile().runtime_executable().plan)


def unplaced(text):
    """The text without the lines of programs: tests that traced one before give others."""
    return re.sub(r"\s+at /\S*\.py:\d+ \(.*?\)(?=\s|$|;|,|\))", "", text)


def shown(plan):
    """A plan as text, a line for each step."""
    lines = [f"input {x.value}: slot {x.slot}, {x.size} bytes{', given' * x.given}"
             for x in plan.inputs]  # fmt: skip
    for action in plan.actions:
        lines.append(action.name)
        for field in dataclasses.fields(Action)[1:]:
            value = getattr(action, field.name)
            if value:
                items = sorted(value) if isinstance(value, frozenset) else value
                lines.append(f"  {field.name}: {'; '.join(map(str, items))}")
    return unplaced("\n".join([*lines, *(f"output {x}" for x in plan.outputs)]))


@pytest.mark.parametrize("name", [*PROGRAMS, *NAMES])
def test_memory_plans_are_as_recorded(name, golden):
    text = shown(plan_of(name))
    if name in DONATED:
        text += "\n\ndonated:\n" + shown(plan_of(name, DONATED[name]))
    golden(f"plans/{name.replace(' ', '-').replace(',', '')}.txt", text)


# ---- the verifier


def moved(access, start=0, stop=0, slot=0):
    region = access.region
    return dataclasses.replace(
        access, region=Region(region.slot + slot, region.start + start, region.stop + stop)
    )


def other_items(item):
    """What may stand in place of one entry of a field."""
    if isinstance(item, Located):
        yield from (moved(item, 8, 8), moved(item, stop=8), moved(item, stop=-8))
        yield from (moved(item, slot=1), dataclasses.replace(item, value="nothing"))
    elif isinstance(item, tuple):
        yield from ((item[0] + 1, item[1]), (item[0], item[1] + 1), (item[0], item[1] - 1))
    else:
        yield item + 1


def other_actions(action):
    """The same step with one entry of one field left out, twice, or another one."""
    for field in dataclasses.fields(Action)[1:]:
        items = getattr(action, field.name)
        kind = type(items)
        every = sorted(items) if kind is frozenset else list(items)
        for k, item in enumerate(every):
            rest = every[:k] + every[k + 1 :]
            yield f"{field.name} {item} left out", {field.name: kind(rest)}
            for other in other_items(item):
                yield f"{field.name} {item}: {other}", {field.name: kind([*rest, other])}
        if field.name in ("exposes", "frees"):
            for slot in range(4):
                yield f"{field.name} {slot} too", {field.name: kind([*every, slot])}


def judged(plan):
    try:
        verify_plan(plan)
    except InvalidIRError as error:
        return str(error).partition("\n  more: ")[0]
    return "sound"


@pytest.mark.parametrize("name", ["several", "updated", "looped", "copied"])
def test_a_changed_plan_is_judged_as_recorded(name, golden):
    plan = plan_of(name, DONATED.get(name, ()))
    assert judged(plan) == "sound"
    lines = []
    for k, action in enumerate(plan.actions):
        rest = (*plan.actions[:k], *plan.actions[k + 1 :])
        lines.append(f"{k} left out: {judged(MemoryPlan(plan.inputs, rest, plan.outputs))}")
        for text, fields in other_actions(action):
            changed = dataclasses.replace(action, **fields)
            actions = (*plan.actions[:k], changed, *plan.actions[k + 1 :])
            lines.append(f"{k} {text}: {judged(MemoryPlan(plan.inputs, actions, plan.outputs))}")
    for k, x in enumerate(plan.inputs):
        inputs = list(plan.inputs)
        for fields in ({"given": not x.given}, {"size": x.size - 8}, {"slot": x.slot + 1}):
            inputs[k] = dataclasses.replace(x, **fields)
            found = judged(MemoryPlan(tuple(inputs), plan.actions, plan.outputs))
            lines.append(f"input {k} {fields}: {found}")
    for k, x in enumerate(plan.outputs):
        outputs = list(plan.outputs)
        for fields in ({"copied": not x.copied}, {"region": Region(0, 0, 8)}, {"value": "none"}):
            outputs[k] = dataclasses.replace(x, **fields)
            found = judged(MemoryPlan(plan.inputs, plan.actions, tuple(outputs)))
            lines.append(f"output {k} {fields}: {found}")
    golden(f"plans/judged-{name}.txt", unplaced("\n".join(lines)))
