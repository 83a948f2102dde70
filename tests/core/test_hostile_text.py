"""Program text that is wrong is refused with its place, and operands are counted."""

import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.parser import ParseError, parse, primitive_classes
from fjax.core.typecheck import operand_count, said_counts, typecheck
from fjax.errors import InvalidIRError
from fjax.lowering.kernel.parser import parse_kernel

HEAD = "{ lambda ; a:f32[3] b:i32[]. let\n    "
TAIL = "\n  in (c,) }"
WRONG = {
    "too few operands": "c:f32[3] = mul a",
    "too many operands": "c:f32[3] = sin a a",
    "operands for none": "c:i32[4] = iota[dtype=i32 shape=(4,) axis=0] a a",
    "no operands": "c:f32[3] = add",
    "an operand of a binder's name": "c:f32[3] = mul a d",
    "another dtype": "c:i32[3] = sin a",
    "another shape": "c:f32[4] = sin a",
    "another number of results": "c:f32[3] d:f32[3] = sin a",
    "operands of other dtypes": "c:f32[3] = add a b",
    "an unknown primitive": "c:f32[3] = zzz a",
    "an unknown parameter": "c:f32[3] = sin[x=1] a",
    "a missing parameter": "c:f32[3] = reduce_sum a",
    "a parameter of another kind": "c:f32[] = reduce_sum[axes=0] a",
    "a parameter of strange elements": "c:f32[] = reduce_sum[axes=('a',)] a",
    "an axis beyond": "c:f32[] = reduce_sum[axes=(7,)] a",
    "a huge axis": "c:f32[] = reduce_sum[axes=(9223372036854775807,)] a",
    "a number beyond 64 bits": f"c:f32[] = reduce_sum[axes=({10**30},)] a",
    "a number of 5,000 digits": f"c:f32[] = reduce_sum[axes=({'9' * 5000},)] a",
    "a literal with axes": "c:f32[3] = mul a 2.0:f32[3]",
    "a literal out of range": "c:i8[] = neg 300:i8[]",
    "a literal of another kind": "c:i32[] = neg 1.5:i32[]",
    "a boolean that is none": "c:bool[] = not 5:bool[]",
    "a truth that is a float": "c:f32[] = neg True:f32[]",
    "a complex literal that is none": "c:c64[] = neg 1.0:c64[]",
    "a real literal of two parts": "c:f32[] = neg (1.0,2.0):f32[]",
    "a name bound twice": "c:f32[3] = sin a\n    c:f32[3] = cos a",
    "a name bound twice at once": "c:f32[3] c:f32[3] = sin a",
    "a name that is a bracket": "c:f32[3] = sin a\n    (:f32[3] = cos a",
    "an unknown dtype": "c:f99[3] = sin a",
    "an unknown key": "c:key<zzz>[3] = sin a",
    "a length that is a name": "c:f32[x] = sin a",
    "a negative length": "c:f32[-3] = sin a",
    "a length with a comma behind it": "c:f32[3,] = sin a",
    "lengths of too many elements": "c:f32[9999999999,9999999999,9999999999] = sin a",
    "a class that is not the primitive's": "c:f32[3] = sin[x=Path(a=1)] a",
    "a member of no enumeration": "c:f32[3] = sin[x=Monoid.zzz] a",
    "NumPy's scalar of an object": "c:f32[3] = sin[x=object_(1)] a",
    "a string that ends nowhere": "c:f32[3] = sin[x='a] a",
    "an escape of Python's alone": "c:f32[3] = sin[x='\\N{DASH}'] a",
    "a host that nobody passed": "c:f32[3] = sin[x=<host os.system>] a",
    "a letter beyond Unicode": "c:f32[3] = sin[x='\\Uffffffff'] a",
    "a null byte": "c:f32[3] = sin\0 a",
    "another script's digits": "c:f32[٣] = sin a",
    "deep brackets": "c:f32[3] = sin[x=" + "(" * 100_000 + "] a",
    "deep programs": "c:f32[3] = " + "jit[jaxpr={ lambda ; . let d:f32[3] = " * 20_000,
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_equation_is_refused_with_its_place(name):
    with pytest.raises(ParseError, match=r"line \d+, column \d+"):
        parse(HEAD + WRONG[name] + TAIL)


def test_the_place_is_that_of_the_equation():
    with pytest.raises(ParseError, match="line 3, column 5: .*mul has 1 operands, but takes 2"):
        parse(HEAD + "d:f32[3] = sin a\n    c:f32[3] = mul d" + TAIL)


def test_a_text_cut_anywhere_is_refused_with_its_place():
    text = str(fjax.make_jaxpr(lambda x: jnp.sin(x) * 2 + fjax.jit(jnp.cos)(x))(1.0).jaxpr)
    for length in range(len(text)):
        with pytest.raises(ParseError, match=r"line \d+, column \d+"):
            parse(text[:length])


@pytest.mark.parametrize(
    "unit", ["1@(", "a_", "'", '"\\', "f32[3]{V:", "(", "lambda ", "~", "key<", "9", "nan(f", "a:"]
)
def test_long_texts_are_refused_in_a_time_in_proportion(unit):
    """What takes a time by the square would take minutes for each of them."""
    for start in ("{ lambda ; a:f32[", "{ lambda ; ", "", "kernel (", "kernel (f32!) (i64)\n  b0["):
        with pytest.raises(ParseError):
            (parse_kernel if "kernel" in start else parse)(start + unit * 100_000)


@pytest.mark.parametrize("value", ["é", "\ud800", "中\n'\"\\", "\x00\x7f", "a\\u00e9"])
def test_any_text_is_a_parameter_that_reads_back(value):
    from fjax.higher_order.call import Call

    inner = fjax.make_jaxpr(jnp.sin)(1.0).jaxpr
    x = Var(inner.in_avals[0])
    out = Var(inner.out_avals[0])
    jaxpr = Jaxpr([x], [Equation(Call(inner, value), (x,), (out,))], [out])
    assert parse(str(jaxpr)).eqns[0].op.label == value


def test_rules_agree_in_the_number_of_operands():
    for name, primitive in primitive_classes().items():
        assert len(set(said_counts(primitive).values())) <= 1, name


def test_elementwise_operations_say_the_number_of_their_operands():
    from fjax.primitives.families import Elementwise

    without = {n for n, p in primitive_classes().items() if issubclass(p, Elementwise)} - {
        n for n, p in primitive_classes().items() if operand_count(p) is not None
    }
    assert without == {"select_n"}


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5])
def test_the_checker_counts_operands(count):
    x = Var(fjax.core.ShapedArray((3,), np.float32))
    for name, primitive in primitive_classes().items():
        wanted = operand_count(primitive)
        if wanted is None or wanted == count or primitive.__dataclass_fields__:
            continue
        eqn = Equation(primitive(), (x,) * count, (Var(x.aval),))
        with pytest.raises(InvalidIRError, match=f"{count} operands, but takes {wanted}"):
            typecheck(Jaxpr([x], [eqn], eqn.outvars), name)


def test_a_program_that_cannot_be_compiled_leaves_caches_that_can_be_cleared():
    x = Var(fjax.core.ShapedArray((3,), np.float32))
    out = Var(x.aval)
    wrong = Jaxpr([x], [Equation(lax.mul_p, (x,), (out,))], [out])
    run = fjax.jit(lambda v: fjax.core.eval_jaxpr(wrong, [], v))
    with pytest.raises(Exception, match="mul|simplify|operand"):
        run(jnp.ones(3, jnp.float32))
    fjax.clear_caches()
    assert re.fullmatch(r"\[2. 2. 2.\]", str(fjax.jit(lambda v: v * 2)(jnp.ones(3))))
