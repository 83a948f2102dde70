"""Objects that memos are keyed by are equal if all that they are made of is, and to nothing else.

A row for each class with an equality of its own: ways to make objects that differ in one part.
"""

import functools
import inspect
import itertools
import pathlib
import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import P, lax
from fjax.api.jit_shardings import JitShardings
from fjax.api.static_argument import StaticArgument
from fjax.as_jax.api_util import HashablePartial
from fjax.core import scalar
from fjax.core.avals import ShapedArray
from fjax.core.checks import ErrorEffect, JaxException
from fjax.core.dimensions import Dimension
from fjax.core.guarded import Guards
from fjax.core.ir import Hashed, Literal
from fjax.core.mesh import AxisType
from fjax.core.primitive import Primitive
from fjax.core.reference import AbstractRef
from fjax.core.sharding import NamedSharding, SingleDeviceSharding
from fjax.core.source import NameStack
from fjax.extend.core.tracing import OpaqueTraceState
from fjax.higher_order.common import _SameProgram
from fjax.higher_order.custom_derivatives import SymbolicZero
from fjax.interpreters.checkify import Reports
from fjax.lowering.pipeline import _ByProgram
from fjax.numpy.scalar_types import ScalarType
from fjax.numpy.ufuncs import ufunc
from fjax.primitives.constant import _Identity
from fjax.pytrees.registration import _PartialFunction
from fjax.tree_util import tree_structure

PACKAGE = pathlib.Path(fjax.__file__).parent
A32, A64 = (ShapedArray((3,), np.dtype(d)) for d in ("float32", "float64"))
OTHER = ShapedArray((2,), np.dtype("float32"))
MESH, CPU = fjax.make_mesh((1,), ("a",)), fjax.devices()[0]
HELD, ALSO = np.ones(2), np.ones(2)
PARTIALS = [functools.partial(lax.add, k) for k in (1, 2)]
TRACES = [object(), object()]
SIZES = Guards([4, 6]).given


class Fault(JaxException):
    """An error of its own kind."""


class Mishap(JaxException):
    """An error of another kind."""


def program(function):
    return fjax.make_jaxpr(function)(jnp.ones(3)).jaxpr


SINE, COSINE = program(jnp.sin), program(jnp.cos)
CALLS = [program(fjax.jit(f)).eqns[0].op for f in (jnp.sin, jnp.cos)]
n, m = fjax.export.symbolic_shape("n, m")
OBJECTS = {
    OpaqueTraceState: [lambda k=k: OpaqueTraceState(TRACES[k]) for k in (0, 1)],
    type(tree_structure(0)): [
        lambda: tree_structure(0),
        lambda: tree_structure((0,)),
        lambda: tree_structure([0]),
        lambda: tree_structure({"a": 0}),
        lambda: tree_structure({"b": 0}),
        lambda: tree_structure((0, 0)),
        lambda: tree_structure((0, None)),
    ],
    HashablePartial: [
        lambda: HashablePartial(max, 1),
        lambda: HashablePartial(min, 1),
        lambda: HashablePartial(max, 2),
        lambda: HashablePartial(max, 1, key=abs),
    ],
    ScalarType: [lambda: jnp.float32, lambda: jnp.float64, lambda: jnp.int32],
    ufunc: [
        lambda: jnp.frompyfunc(lax.add, 2, 1, identity=0),
        lambda: jnp.frompyfunc(lax.sub, 2, 1, identity=0),
        lambda: jnp.frompyfunc(lax.add, 2, 1, identity=1),
        lambda: jnp.frompyfunc(lax.add, 1, 1, identity=0),
        lambda: jnp.frompyfunc(lax.add, 2, 2, identity=0),
    ],
    StaticArgument: [lambda v=v: StaticArgument(v, "x") for v in (1, 2, 1.0, True, "a")],
    JitShardings: [
        lambda: JitShardings(None, None),
        lambda: JitShardings((NamedSharding(MESH, P()),), None),
        lambda: JitShardings(None, NamedSharding(MESH, P())),
        lambda: JitShardings((NamedSharding(MESH, P("a")),), None),
        lambda: JitShardings((None,), None),
    ],
    fjax.ShapeDtypeStruct: [
        lambda: fjax.ShapeDtypeStruct((3,), "float32"),
        lambda: fjax.ShapeDtypeStruct((2,), "float32"),
        lambda: fjax.ShapeDtypeStruct((3,), "int32"),
        lambda: fjax.ShapeDtypeStruct((3,), "float32", weak_type=True),
        lambda: fjax.ShapeDtypeStruct((3,), "float32", sharding=NamedSharding(MESH, P())),
        lambda: fjax.ShapeDtypeStruct((3,), "float32", is_ref=True),
    ],
    _Identity: [lambda: _Identity(HELD), lambda: _Identity(ALSO)],
    _ByProgram: [lambda: _ByProgram(SINE), lambda: _ByProgram(COSINE)],
    _SameProgram: [lambda op=op: _SameProgram(op) for op in (*CALLS, SINE.eqns[0].op)],
    SymbolicZero: [lambda a=a: SymbolicZero(a) for a in (A32, A64, OTHER)],
    Reports: [
        lambda: Reports(),
        lambda: Reports([(0, tree_structure(0))]),
        lambda: Reports([(0, tree_structure((0,)))]),
        lambda: Reports((), [ErrorEffect(Fault, [])]),
    ],
    AbstractRef: [
        lambda: AbstractRef(A32),
        lambda: AbstractRef(A64),
        lambda: AbstractRef(A32, kind="other"),
    ],
    Primitive: [
        lambda f=f: program(f).eqns[0].op
        for f in (
            jnp.sin,
            jnp.cos,
            lambda x: lax.integer_pow(x, 2),
            lambda x: lax.integer_pow(x, 3),
        )
    ],
    scalar._Bits: [
        lambda v=v: scalar._Bits(v, v.dtype)
        for v in (*map(np.float64, (0.0, -0.0, 1.0, np.nan)), np.float32(1), np.int64(4))
    ]
    + [
        lambda size=size, d=d: scalar._Bits(size, np.dtype(d))
        for size, d in itertools.product(SIZES, ("int32", "int64"))
    ],
    fjax.sharding.PartitionSpec: [
        lambda: P(),
        lambda: P("a"),
        lambda: P(None, "a"),
        lambda: P(("a", "b")),
        lambda: P("a", unreduced={"b"}),
        lambda: P("a", reduced={"b"}),
    ],
    SingleDeviceSharding: [
        lambda: SingleDeviceSharding(CPU),
        lambda: SingleDeviceSharding(CPU, memory_kind="device"),
    ],
    NamedSharding: [
        lambda: NamedSharding(MESH, P()),
        lambda: NamedSharding(MESH, P("a")),
        lambda: NamedSharding(MESH, P(), memory_kind="device"),
        lambda: NamedSharding(fjax.make_mesh((1,), ("b",)), P()),
    ],
    type(MESH.abstract_mesh): [
        lambda: fjax.sharding.AbstractMesh((1,), ("a",)),
        lambda: fjax.sharding.AbstractMesh((2,), ("a",)),
        lambda: fjax.sharding.AbstractMesh((1,), ("b",)),
        lambda: fjax.sharding.AbstractMesh((1,), ("a",), axis_types=(AxisType.Explicit,)),
        lambda: MESH,
    ],
    NameStack: [lambda s=s: NameStack(s) for s in ((), ("a",), ("a", "b"))],
    Dimension: [lambda: n, lambda: m, lambda: n + 1, lambda: 2 * n, lambda: n * m],
    Literal: [
        lambda: Literal(np.float32(1), A32),
        lambda: Literal(np.float32(2), A32),
        lambda: Literal(np.float32(1), A64),
        lambda: Literal(np.float32(-0.0), A32),
        lambda: Literal(np.float32(0.0), A32),
    ],
    Hashed: [lambda p=p: Hashed(p) for p in ((), (1,), (1, 2), (-1,), (-2,))],
    ErrorEffect: [
        lambda: ErrorEffect(Fault, []),
        lambda: ErrorEffect(Mishap, []),
        lambda: ErrorEffect(Fault, [A32]),
        lambda: ErrorEffect(Fault, [OTHER]),
        lambda: ErrorEffect(Fault, [A64]),
    ],
    _PartialFunction: [lambda f=f: _PartialFunction(f) for f in PARTIALS],
}


@pytest.mark.parametrize("kind", OBJECTS, ids=lambda kind: kind.__name__)
def test_objects_are_equal_if_their_parts_are(kind):
    makers = OBJECTS[kind]
    for make in makers:
        one, same = make(), make()
        assert one == same and not one != same and hash(one) == hash(same)
        for foreign in (None, object(), "a", np.bool_):
            assert one is foreign or (one == foreign) is False
    for one, other in itertools.combinations([make() for make in makers], 2):
        assert one != other and not one == other


def test_each_class_with_an_equality_of_its_own_has_a_row():
    defined = {
        found
        for path in PACKAGE.rglob("*.py")
        for found in re.findall(
            r"^class (\w+)(?=(?:(?!^class ).)*?^    def __eq__)", path.read_text(), re.M | re.S
        )
    }
    known = {base.__name__ for kind in OBJECTS for base in inspect.getmro(kind)}
    assert not defined - known
