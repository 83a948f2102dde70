"""Plans in terms of sizes: what is planned for some sizes serves others for which its guards hold.

A template is made by planning a program with sizes that note what is asked of them
(`core/guarded.py`). The plan that results has expressions over sizes in place of numbers, and the
guards say for which sizes each decision would have been the same. Filling in takes a fraction of
the time of planning.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from fjax.config import Scope
from fjax.core.guarded import Guarded, Guards
from fjax.core.ir import Equation, Jaxpr, Literal, Var
from fjax.lowering.fuse.literal_hoisting import Placeholder
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.run.launch import Launch
from fjax.lowering.run.plan import Plan
from fjax.lowering.run.recipe import AskedLaunch, Recipe
from fjax.lowering.skeleton import Skeleton, fields_of
from fjax.lowering.target import Target


def _guarded_libraries(target: Target) -> Target:
    """The target; what its libraries do with equations whose sizes are guarded is asked as a whole.

    So what they decide on their way is no guard.
    """
    found: Any = copy.copy(target)
    found.library_launch = partial(_launch, target)
    found.keeps = partial(_kept, target)
    found.reads_in_place = partial(_decision, target.reads_in_place)
    found.terms_of_part = partial(_result, target.terms_of_part)
    return found


def _launch(target: Target, eqn: Equation) -> Launch | None:
    """The launch; whether there is one, and what it does to memory, is a guard."""
    asked = _result(target.library_launch, eqn)
    if type(asked) is not Guarded:
        return asked
    guards = asked.guards
    if not guards.answer(_effects, asked):
        return None
    scratch = guards.value(attrgetter("scratch"), asked)
    return AskedLaunch(**{**fields_of(asked.known), "scratch": scratch, "asked": asked})


def _kept(target: Target, eqn: Equation) -> bool:
    """Libraries keep few operations, most of which they need not look at for that."""
    return _decision(target.keeps, eqn) if eqn.op.library else target.keeps(eqn)


def _decision(method: Callable[..., bool], *given: Any) -> bool:
    return bool(_result(method, *given))


def _result(method: Callable[..., Any], *given: Any) -> Any:
    """What a method says about equations, as an expression over their sizes."""
    sizes: list[Guarded] = []
    places: dict[int | None, int] = {}

    def open(x: Any) -> int | None:
        if type(x) is Guarded and x.number not in places:
            places[x.number] = len(places)
            sizes.append(x)
        return places.get(_number(x))

    Recipe(given, open, 0)
    if not sizes:
        return method(*given)
    guards = sizes[0].guards
    key = method.__name__, _identity(given)
    if key not in guards.asked:
        recipe = Recipe(given, open, len(sizes))
        guards.asked[key] = guards.value(partial(_asked, method, recipe), *sizes)
    return guards.asked[key]


def _asked(method: Callable[..., Any], recipe: Recipe, *sizes: int) -> Any:
    """What a method says about equations of these sizes."""
    return method(*recipe.made(sizes))


def _identity(x: Any) -> Any:
    """What tells data apart of which questions are asked; types with guarded sizes are one each."""
    if isinstance(x, (tuple, list)):
        return tuple(map(_identity, x))
    if type(x) is Equation:
        return id(x.op), _identity(x.invars), _identity(x.outvars)
    return id(x.aval) if type(x) is Var else id(x)


def _effects(launch: Launch | None) -> Any:
    """What the rest of a plan depends on; nothing if there is no launch."""
    if launch is None:
        return ()
    return launch.buffers, launch.shared, launch.in_place, launch.halves is None, launch.ends


# ---- templates


class Template:
    """A plan in terms of sizes."""

    def __init__(self, guards: Guards, plan: Plan, literals: int):
        self.guards = guards
        self.sizes = [x.known for x in guards.sizes]
        self.is_confirmed = False  # it gave the plan that was made afresh for other sizes
        parts = {**fields_of(plan), "optimized": None, "literals": None}
        count = len(guards.sizes) + len(guards.steps)
        self.recipe = Recipe(tuple(parts.values()), _number, count, literals)
        self.names = tuple(parts)

    def fill(
        self, sizes: Sequence[int], literals: Sequence[Literal], optimized: Jaxpr
    ) -> Plan | None:
        """The plan for other sizes; None if the guards do not hold for them."""
        values = self.guards.values(sizes)
        if values is None:
            return None
        parts = dict(zip(self.names, self.recipe.made(values, literals), strict=True))
        return Plan(**{**parts, "optimized": optimized, "literals": tuple(literals)})


def _number(x: Any) -> int | None:
    return x.number if type(x) is Guarded else None


def template(
    jaxpr: Jaxpr,
    skeleton: Skeleton,
    literals: Sequence[Literal],
    target: Target,
    plan: Callable[[Target, Jaxpr, Sequence[Literal]], Plan],
) -> Template:
    """What `plan` plans for a program, in terms of its sizes."""
    places, guards = skeleton.sizes, Guards(list(skeleton.sizes))
    twin = Recipe(jaxpr, places.get, len(places)).made(guards.sizes)
    opened = [Placeholder(k, x.aval) for k, x in enumerate(literals)]
    with Scope("check_ir", False):  # checks ask for sizes, and what is filled in is checked
        found = plan(_guarded_libraries(target), twin, opened)
    for each in found.kernels:
        fingerprint(each.lowered.kernel)  # it is one for all sizes
    return Template(guards, found, len(literals))
