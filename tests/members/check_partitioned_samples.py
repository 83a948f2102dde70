"""How programs are split over devices: what is computed and communicated, as it is recorded.

A line for each way that the arguments are split: the equations of a member, a digest of them, and
how the results are split. Recorded by `pytest --update-golden` with eight devices.
"""

import pytest

import fjax
from fjax import NamedSharding, P
from fjax.passes.optimize import optimize
from fjax.spmd.partitioner import partition
from tests.interpreters.programs import PROGRAMS
from tests.interpreters.test_programs_made import FAMILIES, shown, total, traced, wiring
from tests.samples import SAMPLES, flat

pytestmark = [pytest.mark.needs("x64", reason="the texts name float64"), pytest.mark.one_in(2)]
AUTO = fjax.sharding.AxisType.Auto
MESH = fjax.make_mesh((2, 2, 2), ("x", "y", "z"), (AUTO,) * 3)


def split(shape, names, backwards):
    """A spec that splits the axes that can be split, each over the next name."""
    names, spec = list(names), [None] * len(shape)
    for axis in reversed(range(len(shape))) if backwards else range(len(shape)):
        if names and shape[axis] and shape[axis] % 2 == 0:
            spec[axis] = names.pop(0)
    return P(*spec)


def ways(shapes):
    """Specs for the arguments: of the first alone, of all alike, of all otherwise."""
    yield "first", [split(s, "x" if k == 0 else "", False) for k, s in enumerate(shapes)]
    yield "alike", [split(s, "x", False) for s in shapes]
    if any(len(s) > 1 for s in shapes) or len(shapes) > 1:
        yield "apart", [split(s, "xyz"[k % 3 :], True) for k, s in enumerate(shapes)]


def lines(name, function, args):
    """What becomes of a program."""
    try:
        jaxpr = optimize(traced(function, *args))
    except Exception as error:
        return [f"{name}: {type(error).__name__}"]
    found = [name]
    for way, specs in ways([v.aval.shape for v in jaxpr.invars]):
        try:
            op = partition(jaxpr, [NamedSharding(MESH, spec) for spec in specs], None)
        except Exception as error:  # which one it is, is recorded
            found.append(f"  {way}: {type(error).__name__}: {str(error).splitlines()[0][:120]}")
            continue
        (inner,) = op.jaxprs
        outs = ", ".join(map(str, op.out_specs))
        found.append(f"  {way} {wiring(inner)}: {shown(inner)} -> {outs}")
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("family", FAMILIES)
def test_samples_are_split_as_recorded(family, golden):
    found = []
    for sample in SAMPLES:
        if sample.family == family:
            found += lines(sample.label, lambda *xs, s=sample: flat(s.function(*xs)), sample.make())
    golden(f"partitions/samples-{family}.txt", "\n".join(found))


@pytest.mark.parametrize("name", PROGRAMS)
def test_known_programs_are_split_as_recorded(name, golden):
    function, args, moved = PROGRAMS[name]
    found = lines(name, function, args)
    if moved:
        found += lines("gradient", fjax.grad(total(function), moved), args)
    golden(f"partitions/{name.replace(' ', '-').replace(',', '')}.txt", "\n".join(found))
