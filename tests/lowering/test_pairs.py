"""How the kernels of each pair of operations nest their loops: which operations are fused."""

import pytest

import fjax
from fjax.errors import FjaxError
from tests.lowering.decided import contents, loops
from tests.passes.test_pairs import OPERATIONS, pair

pytestmark = pytest.mark.needs("dtype promotion", reason="numbers meet arrays")
X = fjax.ShapeDtypeStruct((96, 70), "float32")
PRODUCT = "times a matrix"  # which library multiplies depends on the level of the processor


def lines(first):
    """The kernels of what each operation makes of the first one's result."""
    for second in OPERATIONS:
        if second == PRODUCT:
            continue
        try:
            report = fjax.inspect(pair(first, second))(X)
        except (FjaxError, ValueError, IndexError):  # it does not take what the first one gives
            continue
        bodies = [k.info.lowered.kernel for k in report.kernels]
        kernels = "; ".join(f"{loops(k.body)} {contents(k)}" for k in bodies)
        others = "".join(f", {e.op.name}: {why}" for e, why in report.fallbacks)
        yield f"{second}: {kernels}{others}"


@pytest.mark.parametrize("first", [name for name in OPERATIONS if name != PRODUCT])
def test_a_pair_of_operations_has_the_kernels_that_are_recorded(first, golden):
    golden(f"kernels/pairs-{first.replace(' ', '-')}.txt", "\n".join(lines(first)))
