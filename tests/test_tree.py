"""Pytrees: what is a node, in which order, what goes wrong where; structures are values."""

import collections
import copy
import dataclasses
import enum
import functools
import operator
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fjax
import fjax.numpy as jnp
from fjax import tree, tree_util
from fjax.flatten_util import ravel_pytree
from fjax.pytrees import registry
from fjax.pytrees.picking import picker
from fjax.tree_util import (
    DictKey,
    FlattenedIndexKey,
    GetAttrKey,
    Partial,
    SequenceKey,
    broadcast_prefix,
    flatten_axes,
    keystr,
    register_dataclass,
    register_pytree_node,
    register_pytree_node_class,
    register_pytree_with_keys_class,
    register_static,
    tree_flatten,
    tree_flatten_with_path,
    tree_leaves,
    tree_map,
    tree_structure,
)
from tests.effort import examples

Point = collections.namedtuple("Point", ("x", "y"))


class LabelledPoint(Point):
    """A named tuple's subclass, a node as well."""


@register_pytree_node_class
class Pair:
    def __init__(self, first, second, label="pair"):
        self.first, self.second, self.label = first, second, label

    def tree_flatten(self):
        return (self.first, self.second), self.label

    @classmethod
    def tree_unflatten(cls, label, children):
        return cls(*children, label)

    def __eq__(self, other):
        return (self.first, self.second, self.label) == (other.first, other.second, other.label)


@register_pytree_with_keys_class
class Keyed(Pair):
    def tree_flatten_with_keys(self):
        pairs = ((GetAttrKey("first"), self.first), (GetAttrKey("second"), self.second))
        return pairs, self.label


@register_dataclass
@dataclasses.dataclass
class Layer:
    weight: object
    bias: object
    name: str = tree.static(default="layer")


@register_static
class Mode(str):
    pass


TREES = [
    None,
    (),
    [],
    {},
    (None,),
    ((1, "a"), ["b", (3, None, 7)]),
    [3],
    {"b": 1, "a": 2},
    [1, Point(2, Point(3, None)), {"k": 34}],
    LabelledPoint(1, [2]),
    Pair(1, [2, 3]),
    Keyed(1, {"z": 2}, "other"),
    Layer([1, 2], None),
    {1: {2: {3: 4}}},
    Mode("train"),
    collections.OrderedDict([("z", 1), ("a", 2)]),
    collections.defaultdict(list, {"z": 1, "a": 2}),
    [[[[[1]]]]],
]
IDS = [f"{i}-{type(each).__name__}" for i, each in enumerate(TREES)]


@pytest.mark.parametrize("value", [*TREES, 3, "text", np.arange(3)])
def test_unflatten_undoes_flatten(value):
    leaves, treedef = tree_flatten(value)
    for _ in range(6):  # the structure's compiled builder takes over on the way
        assert np.all(treedef.unflatten(leaves) == value)
    assert np.all(tree_util.tree_unflatten(treedef, iter(leaves)) == value)


@pytest.mark.parametrize("value", TREES, ids=IDS)
def test_a_structure_is_a_value(value):
    treedef, again = tree_structure(value), tree_structure(tree_map(lambda x: (x, x), value))
    twin = tree_structure(tree_map(lambda x: x, value))
    assert treedef == twin and hash(treedef) == hash(twin)
    assert (treedef == again) == (treedef.num_leaves == 0)
    assert treedef == pickle.loads(pickle.dumps(treedef)) == copy.deepcopy(treedef)
    assert treedef.num_leaves == len(tree_leaves(value))


@pytest.mark.parametrize("value", TREES, ids=IDS)
def test_flattening_with_paths_agrees_with_flattening(value):
    pairs, treedef = tree_flatten_with_path(value)
    assert treedef == tree_structure(value)
    assert [leaf for _, leaf in pairs] == tree_leaves(value)
    assert len({keystr(path) for path, _ in pairs}) == len(pairs)


@pytest.mark.parametrize("value", TREES, ids=IDS)
def test_a_node_is_no_leaf(value):
    assert not tree_util.all_leaves([value])
    assert tree_util.all_leaves(tree_leaves(value))
    assert tree_util.is_tree_node(type(value))


def test_none_is_a_node_without_leaves():
    assert tree_leaves([None, 1]) == [1]
    assert tree_leaves([None, 1], is_leaf=lambda x: x is None) == [None, 1]


def test_dicts_go_by_sorted_key_and_come_back_sorted():
    leaves, treedef = tree_flatten({"b": 2, "a": 1, "c": {"z": 4, "y": 3}})
    assert leaves == [1, 2, 3, 4]
    assert list(treedef.unflatten(leaves)) == ["a", "b", "c"]
    assert list(tree_map(lambda x: x, collections.defaultdict(int, b=1, a=2))) == ["a", "b"]


def test_ordered_dicts_keep_their_order():
    value = collections.OrderedDict([("z", 1), ("a", 2)])
    assert tree_leaves(value) == [1, 2]
    assert tree_structure(value) != tree_structure(collections.OrderedDict(a=2, z=1))


def test_keys_that_cannot_be_sorted_are_refused():
    with pytest.raises(TypeError, match="can be sorted.*'<' not supported"):
        tree_flatten({"a": 1, 2: 3})


def test_subclasses_of_containers_are_leaves():
    class MyList(list):
        pass

    assert tree_leaves([MyList([1])]) == [MyList([1])]


@pytest.mark.parametrize(
    "value, text",
    [
        (None, "None"),
        ((1,), "(*,)"),
        ([()], "[()]"),
        ({"a": 1, "b": (2,)}, "{'a': *, 'b': (*,)}"),
        (Point(1, None), "CustomNode(namedtuple[Point], [*, None])"),
        (Pair(1, [2]), "CustomNode(Pair[pair], [*, [*]])"),
        (Layer(1, 2), "CustomNode(Layer[('layer',)], [*, *])"),
        ({}, "{}"),
        (Mode("x"), "CustomNode(Mode[x], [])"),
    ],
)
def test_structures_print(value, text):
    assert str(tree_structure(value)) == f"PyTreeDef({text})"


def test_equal_keys_of_other_types_come_back_as_they_were():
    class Color(enum.IntEnum):
        RED = 1

    for _ in range(6):
        assert list(tree_map(lambda x: x, {1: 0})) == [1]
        assert type(next(iter(tree_map(lambda x: x, {Color.RED: 0})))) is Color


def test_static_data_that_merely_compare_equal_are_kept_apart():
    @register_static
    class Anything:
        def __init__(self, value):
            self.value = value

        def __eq__(self, other):
            return isinstance(other, Anything)

        def __hash__(self):
            return 0

    for i in range(8):
        assert tree_map(lambda x: x, [Anything(i), 1])[0].value == i


def test_map_takes_deeper_trees_and_applies_to_subtrees():
    out = tree.map(lambda *xs: xs, ((1, 2), [3]), (([3], None), ["x"]))
    assert out == (((1, [3]), (2, None)), [(3, "x")])


@pytest.mark.parametrize(
    "other, path",
    [
        ({"a": 1, "b": [1, 2]}, r"\['b'\]"),
        ({"a": 1, "b": {"c": 1}}, r"\['b'\]"),
        ([1], "tree\n"),
        ({"a": 1, "b": (1, None, 3)}, r"\['b'\]\[1\]"),
        ({"a": 1}, "keys.*\n    b"),
    ],
)
def test_map_names_where_structures_differ(other, path):
    with pytest.raises(ValueError, match=f"(?s)tree_map tree.*{path}|{path}"):
        tree.map(operator.add, {"a": 1, "b": (1, (2,), 3)}, other)


def test_too_few_or_too_many_leaves_are_refused():
    treedef = tree_structure((1, 2))
    with pytest.raises(ValueError, match="Too few leaves.*expected 2, got 1"):
        treedef.unflatten([1])
    with pytest.raises(ValueError, match="Too many leaves.*expected 2, got 3"):
        treedef.unflatten([1, 2, 3])


def test_reductions():
    value = {"a": (1, 2), "b": [3, 4]}
    assert tree.reduce(operator.add, value) == 10
    assert tree.reduce(operator.add, value, 5) == 15
    assert tree.reduce_associative(lambda a, b: a + b, ["a", "b", ("c", "d", "e")]) == "abcde"
    assert tree.reduce_associative(operator.add, [], identity=0) == 0
    with pytest.raises(TypeError, match="identity"):
        tree.reduce_associative(operator.add, [])
    assert tree.all([True, (1,)]) and not tree.all([True, (0,)])


def test_transposition():
    outer, inner = tree_structure({"a": 0, "b": 0}), tree_structure((0, [0]))
    value = {"a": (1, [2]), "b": (3, [4])}
    assert tree.transpose(outer, inner, value) == ({"a": 1, "b": 3}, [{"a": 2, "b": 4}])
    assert tree.transpose(outer, None, value) == ({"a": 1, "b": 3}, [{"a": 2, "b": 4}])
    with pytest.raises(TypeError, match="Mismatch"):
        tree.transpose(outer, tree_structure([0]), value)


def test_structures_compose_and_come_apart():
    outer, inner = tree_structure([0, (0,)]), tree_structure({"a": 0, "b": 0})
    assert outer.compose(inner) == tree_structure([{"a": 0, "b": 0}, ({"a": 0, "b": 0},)])
    assert outer.children() == [tree_structure(0), tree_structure((0,))]
    assert tree_util.treedef_tuple(outer.children()) == tree_structure((0, (0,)))
    assert outer.num_nodes == 4
    assert outer.node_data() == (list, None) and inner.node_data() == (dict, ["a", "b"])
    assert tree_util.treedef_is_leaf(tree_structure(0))
    assert not tree_util.treedef_is_leaf(outer)


def test_key_paths():
    value = [Point(1, {"k": [2]}), Pair(3, 4), Keyed(5, 6), Layer(7, 8)]
    paths = [keystr(path) for path, _ in tree_flatten_with_path(value)[0]]
    assert paths == [
        "[0].x",
        "[0].y['k'][0]",
        "[1][<flat index 0>]",
        "[1][<flat index 1>]",
        "[2].first",
        "[2].second",
        "[3].weight",
        "[3].bias",
    ]
    path = (DictKey("a"), SequenceKey(0), GetAttrKey("b"), FlattenedIndexKey(1))
    assert keystr(path, simple=True, separator="/") == "a/0/b/1"
    assert len({hash(FlattenedIndexKey(1)), hash(SequenceKey(1))}) == 2


def test_is_leaf_may_see_the_path():
    pairs, treedef = tree_flatten_with_path(
        ((1, 2), [3, {4: 5}]), lambda path, _: len(path) == 1, is_leaf_takes_path=True
    )
    assert [leaf for _, leaf in pairs] == [(1, 2), [3, {4: 5}]]
    assert treedef == tree_structure((0, 0))


def test_map_with_path():
    out = tree.map_with_path(lambda path, a, b: keystr(path) + str(a + b), {"x": [1]}, {"x": [2]})
    assert out == {"x": ["['x'][0]3"]}


def test_prefixes_spread_over_subtrees():
    assert broadcast_prefix((1, 2, None), (0, {"a": 0, "b": 0}, None)) == [1, 2, 2]
    assert tree.broadcast((1, [2, 3]), (0, [(0, 0), 0])) == (1, [(2, 2), 3])


@pytest.mark.parametrize(
    "prefix, full, text",
    [
        ((1,), (2, 3), "different lengths of tuple at key path\n    in_axes\n"),
        ([[1]], [[2, 3]], r"different lengths of list at key path\n    in_axes\[0\]"),
        ({"a": 1}, {"a": 2, "b": 3}, "key sets is\n    b"),
        ({1: 2}, {3: 4}, "different pytree metadata"),
        (Pair(1, [2]), Pair(3, 4), r"different types at key path\n    in_axes\[<flat index 1>\]"),
        (Keyed(1, [2]), Keyed(3, 4), r"different types at key path\n    in_axes\.second\n"),
    ],
)
def test_prefix_errors_show_the_key_path(prefix, full, text):
    (error,) = tree_util.prefix_errors(prefix, full)
    with pytest.raises(ValueError, match=text):
        raise error("in_axes")


def test_axes_spread_over_a_structure_with_none_as_an_axis():
    treedef = tree_structure(({"a": 1, "b": 2}, (3, None)))
    assert flatten_axes("vmap in_axes", treedef, (None, 1)) == [None, None, 1]
    assert flatten_axes("vmap in_axes", treedef, 0) == [0, 0, 0]
    with pytest.raises(ValueError, match="(?s)in_axes specification must be.*different length"):
        flatten_axes("vmap in_axes", treedef, (0, 1, 2))


def test_structural_differences_are_listed():
    first, second = tree_structure([1, {"a": 2}]), tree_structure([1, {"a": (2,)}])
    ((path, one, other, text),) = tree_util.structure_differences(first, second)
    assert keystr(path) == "[1]['a']" and text == "their Python types differ"
    assert one == "pytree leaf" and other == "<class 'tuple'>"


@pytest.mark.parametrize(
    "first, second, words",
    [
        ([1], [1, 2], ("list of length 1", "list of length 2", "the lengths do not match")),
        (
            {"a": 1},
            {"a": 1, "b": 2},
            (
                "<class 'dict'> with 1 child",
                "<class 'dict'> with 2 children",
                "the numbers of children do not match, "
                "with the symmetric difference of key sets: {'b'}",
            ),
        ),
        (
            {"a": 1},
            {"b": 1},
            (
                "<class 'dict'> with pytree metadata ('a',)",
                "<class 'dict'> with pytree metadata ('b',)",
                "the pytree node metadata does not match",
            ),
        ),
    ],
)
def test_a_structural_difference_says_what_differs(first, second, words):
    assert tree_util.equality_errors(first, second) == [((), *words)]


def test_registering_twice_is_refused():
    with pytest.raises(ValueError, match="registered as a pytree node already"):
        register_pytree_node(Pair, lambda p: ((), None), lambda *_: None)
    with pytest.raises(ValueError, match="already"):
        register_pytree_node(dict, lambda p: ((), None), lambda *_: None)


def test_a_class_that_was_a_leaf_becomes_a_node_when_registered():
    class Late:
        def __init__(self, value):
            self.value = value

    assert len(tree_leaves(Late([1, 2]))) == 1
    register_pytree_node(Late, lambda late: ((late.value,), None), lambda _, kids: Late(*kids))
    assert tree_leaves(Late([1, 2])) == [1, 2]


@pytest.mark.parametrize(
    "result, text",
    [
        ("hello", r"tuple, got 'hello'"),
        ((2, 3, 4), r"tuple, got \(2, 3, 4\)"),
        ((7, 7), r"'children' is iterable, got \(7, 7\)"),
    ],
)
def test_a_flatten_function_that_returns_the_wrong_thing_is_named(result, text):
    class Bad:
        pass

    register_pytree_node(Bad, lambda _: result, lambda *_: None)
    with pytest.raises(ValueError, match=text):
        tree_flatten(Bad())


def test_dataclass_fields_are_checked():
    @dataclasses.dataclass
    class Record:
        a: int
        b: int
        c: int = 0

    with pytest.raises(ValueError, match="Missing fields: {'b'}"):
        register_dataclass(Record, ["a", "c"], [])
    with pytest.raises(ValueError, match="Unexpected fields: {'d'}"):
        register_dataclass(Record, ["a", "b", "c"], ["d"])
    with pytest.raises(ValueError, match="Overlapping fields: {'c'}"):
        register_dataclass(Record, ["a", "b", "c"], ["c"])
    with pytest.raises(TypeError, match="both be specified"):
        register_dataclass(Record, ["a"])
    register_dataclass(Record, ["a"], ["b"], drop_fields=["c"])
    assert tree_leaves(Record(1, 2, 3)) == [1]


def test_a_plain_class_can_be_registered_by_its_fields():
    @functools.partial(register_dataclass, data_fields=["x"], meta_fields=["mode"])
    class Plain:
        def __init__(self, x, mode):
            self.x, self.mode = x, mode

    doubled = tree_map(lambda x: 2 * x, Plain(2, "m"))
    assert (doubled.x, doubled.mode) == (4, "m")


def test_options_that_are_given_before_the_class_count():
    @register_dataclass(data_fields=["a"], meta_fields=["b"], drop_fields=["c"])
    @dataclasses.dataclass
    class Record:
        a: int
        b: int
        c: int = 0

    leaves, structure = tree_flatten(Record(1, 2, 3))
    assert leaves == [1] and structure.unflatten(leaves) == Record(1, 2, 0)


def test_partial_is_a_pytree_and_keeps_inner_partials_apart():
    inner = functools.partial(operator.add, 2)
    outer = Partial(inner, 3)
    assert outer() == 5 and outer.args == (3,) and outer.func.args == (2,)
    doubled = tree_map(lambda x: 2 * x, Partial(operator.add, 2))
    assert doubled(10) == 14
    assert Partial(inner, 1).func == Partial(inner, 2).func
    assert tree_structure(Partial(inner, 1)) == tree_structure(Partial(inner, 2))


def test_static_data_need_not_hash_but_must_compare():
    register_and_flatten = [Layer(1, 2, name=np.arange(3)), Layer(1, 2, name=np.arange(3))]
    one, other = map(tree_structure, register_and_flatten)
    assert hash(one) == hash(other)
    with pytest.raises(ValueError, match="checking equality of metadata fields"):
        bool(one == other)


def test_one_level():
    assert tree_util.flatten_one_level({"b": [1], "a": 2}) == ([2, [1]], ("a", "b"))
    with pytest.raises(ValueError, match="can't tree-flatten type"):
        tree_util.flatten_one_level(1)


def test_deep_trees_are_built():
    value = 1
    for _ in range(100):
        value = [value]
    treedef = tree_structure(value)
    for _ in range(6):
        assert treedef.unflatten([1]) == value


def nested(wrap, depth, value=1.0):
    for _ in range(depth):
        value = wrap(value)
    return value


@pytest.mark.parametrize("wrap", [lambda x: [x], lambda x: (x,), lambda x: {"a": x}])
@pytest.mark.parametrize(
    "work",
    [
        lambda make: tree_structure(make()) == tree_structure(make()),
        lambda make: tree_structure(make()) != tree_structure([make()]),
        lambda make: hash(tree_structure(make())) == hash(tree_structure(make())),
        lambda make: tree_structure(make()).num_nodes == 801,
        lambda make: str(tree_structure(make())).count("*") == 1,
        lambda make: tree_flatten(make(), lambda x: x == 5)[0] == [1.0],
        lambda make: tree.leaves(tree_map(operator.add, make(), make())) == [2.0],
        lambda make: len(tree_util.tree_flatten_with_path(make())[0][0][0]) == 800,
        lambda make: tree_util.broadcast_prefix(make(), make()) == [1.0],
        lambda make: tree_structure(make()).compose(tree_structure((1, 2))).num_leaves == 2,
        lambda make: tree.leaves(fjax.jit(lambda t: t)(make())) == [1.0],
        lambda make: tree.leaves(fjax.grad(lambda t: tree.leaves(t)[0] ** 2)(make())) == [2.0],
        lambda make: (
            fjax.vmap(tree.leaves)(tree_map(lambda _: np.ones(2), make()))[0].shape == (2,)
        ),
    ],
)
def test_a_level_of_a_tree_takes_one_of_python(wrap, work):
    assert work(lambda: nested(wrap, 800))


def test_the_registry_as_an_object():
    registry = tree_util.default_registry
    assert registry.flatten({"a": 1}) == tree_flatten({"a": 1})
    assert registry.flatten_one_level(1) is None
    assert registry.flatten_one_level([1, 2]) == ([1, 2], None)
    assert registry.is_node(Pair) and not registry.is_node(int)


VALUES = st.recursive(
    st.integers() | st.none() | st.text(max_size=3),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.text(max_size=3), inner, max_size=4),
        st.builds(Point, inner, inner),
        st.builds(Pair, inner, inner),
    ),
    max_leaves=20,
)


@given(VALUES)
@settings(max_examples=examples(100))
def test_any_tree_survives_flattening(value):
    leaves, treedef = tree_flatten(value)
    assert treedef.unflatten(leaves) == value
    assert treedef.flatten_up_to(value) == leaves
    assert tree_flatten(value, is_leaf=lambda _: False) == (leaves, treedef)
    assert tree_leaves(tree_map(lambda x: [x, x], value)) == [x for x in leaves for _ in range(2)]


def test_pickers_of_structures_with_the_same_containers_share_their_code():
    one, other = {"a": 1, "b": (2, None)}, {"x": 3, "y": (4, None)}
    first, second = (picker(tree_structure(t).structure) for t in (one, other))
    assert first.__code__ is second.__code__
    assert first(one) == (1, 2) and second(other) == (3, 4)
    assert first(other) is second(one) is None


def test_children_may_be_iterable_by_position():
    class Blocks:
        def __init__(self, parts):
            self.parts = list(parts)

        def __getitem__(self, index):
            return self.parts[index]

    fjax.tree_util.register_pytree_node(
        Blocks, lambda blocks: (blocks, None), lambda _, parts: Blocks(parts)
    )
    doubled = fjax.jit(lambda blocks: fjax.tree.map(lambda x: 2 * x, blocks))(Blocks([1.0, 2.0]))
    assert doubled.parts == [2.0, 4.0]


def test_leaves_that_were_one_vector_have_their_own_dtypes_again():
    mixed = {"a": jnp.ones(2, jnp.float32), "b": jnp.arange(3, dtype="int32"), "c": jnp.array(2j)}
    flat, undone = ravel_pytree(mixed)
    assert flat.dtype == jnp.complex128
    for key, leaf in undone(flat * 2).items():
        assert leaf.dtype == mixed[key].dtype
        np.testing.assert_array_equal(leaf, mixed[key] * 2)
    flat, undone = ravel_pytree([jnp.ones(2), jnp.ones((1, 2))])
    assert {leaf.dtype for leaf in undone(flat.astype("float32"))} == {jnp.dtype("float32")}


def test_classes_stay_registered_when_many_types_are_met(monkeypatch):
    class Pair:
        pass

    tree_util.register_pytree_node(Pair, lambda _: ((1, 2), None), lambda *_: Pair())
    monkeypatch.setattr(registry, "_MAXIMAL_UNREGISTERED", 3)
    for k in range(9):
        assert len(tree.leaves(type(f"Leaf{k}", (), {})())) == 1
    assert tree.leaves([Pair()]) == [1, 2]
