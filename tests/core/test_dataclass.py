"""`fjax.dataclass`: a class behaves as one of the standard decorator, whenever it is looked at."""

import copy
import dataclasses
import gc
import inspect
import pickle
import re
import sys
import threading
from typing import ClassVar

import pytest

from fjax.dataclass import _Pending, dataclass
from tests.architecture.source import modules


@dataclass(frozen=True)
class Point:
    """A point."""

    count: ClassVar[int] = 0
    x: int
    y: int = 0
    names: list = dataclasses.field(default_factory=list, compare=False)


@dataclass(frozen=True)
class Named(Point):
    """A point with a name."""

    name: str = dataclasses.field(default="", kw_only=True)

    def __post_init__(self):
        object.__setattr__(self, "name", self.name.upper())

    def __repr__(self):
        return f"<{self.name}>"


def made(decorator):
    """Three classes that a decorator makes."""

    @decorator(frozen=True)
    class First:
        a: int
        b: float = 2.0

    @decorator
    class Second:
        a: int
        c: list = dataclasses.field(default_factory=list, repr=False)

    @decorator(frozen=True, eq=False)
    class Third(First):
        c: "ClassVar[int]" = 3
        d: int = dataclasses.field(default=4, init=False)

    return First, Second, Third


def test_a_class_is_as_that_of_the_standard_decorator():
    for mine, standard in zip(made(dataclass), made(dataclasses.dataclass), strict=True):
        assert str(inspect.signature(mine)) == str(inspect.signature(standard))
        one, other = mine(1), standard(1)
        assert repr(one) == repr(other)
        assert dataclasses.asdict(one) == dataclasses.asdict(other)
        assert (one == mine(1)) == (other == standard(1)) and one != other
        assert mine.__match_args__ == standard.__match_args__
        assert (mine.__hash__ is None) == (standard.__hash__ is None)
        assert vars(mine).keys() - {"__dict__"} == vars(standard).keys() - {"__dict__"}
        assert [f.name for f in dataclasses.fields(mine)] == [
            f.name for f in dataclasses.fields(standard)
        ]


def test_equal_instances_have_the_hash_of_the_standard_decorator():
    mine, standard = made(dataclass)[0], made(dataclasses.dataclass)[0]
    assert hash(mine(1)) == hash(mine(1)) == hash(standard(1))


def test_an_inherited_attribute_is_a_default():
    class Base:
        a = 3

    @dataclass
    class Further(Base):
        a: int

    assert Further().a == 3 and Further(4).a == 4


def test_methods_are_made_at_the_first_use():
    first, second, third = made(dataclass)
    assert all(type(vars(c)["__init__"]) is _Pending for c in (first, second, third))
    third(1)
    assert type(vars(third)["__init__"]) is not _Pending
    assert type(vars(second)["__init__"]) is type(vars(third)["__repr__"]) is _Pending


def test_a_constructor_is_as_that_of_the_standard_decorator():
    def both(**members):
        def of(decorator, **options):
            kinds = {n: int for n in members if n != "__post_init__"}
            space = {n: x for n, x in members.items() if x is not None}
            return decorator(**options)(type("C", (), {"__annotations__": kinds, **space}))

        for options in ({}, {"frozen": True}):
            yield of(dataclass, **options), of(dataclasses.dataclass, **options)

    def check(self):
        if self.a < 0:
            raise ValueError("negative")

    for members in ({"a": None, "put": None, "c": 3}, {"a": 1, "__post_init__": check}, {}):
        for mine, standard in both(**members):
            one, other = mine.__init__, standard.__init__
            assert inspect.signature(one) == inspect.signature(other)
            assert (one.__annotations__, one.__module__) == (
                other.__annotations__,
                other.__module__,
            )
            assert one.__defaults__ == other.__defaults__ and one.__name__ == other.__name__
            given = range(1, len(dataclasses.fields(mine)) + 1)
            assert vars(mine(*given)) == vars(standard(*given))
            if "__post_init__" in members:
                with pytest.raises(ValueError, match="negative"):
                    mine(-1)


def test_an_instance_that_nobody_initialised_compares_and_hashes():
    first = made(dataclass)[0]
    one, other = object.__new__(first), object.__new__(first)
    vars(one).update(a=1, b=2.0), vars(other).update(a=1, b=2.0)
    assert hash(one) == hash(other) and one == other


def test_fields_cannot_be_changed():
    point = Named(1, name="p")
    assert repr(point) == "<P>" and point.x == 1 and Point.y == 0 and Point(2).y == 0
    for change in (lambda: setattr(point, "x", 2), lambda: delattr(point, "name")):
        with pytest.raises(dataclasses.FrozenInstanceError, match="field"):
            change()
    with pytest.raises(TypeError, match="missing 1 required"):
        Point()


def test_instances_are_copied_and_pickled():
    point = Named(1, name="p")
    assert copy.copy(point) == pickle.loads(pickle.dumps(point)) == point
    assert dataclasses.replace(point, x=2) == Named(2, name="P")


def test_a_standard_class_may_inherit():
    @dataclasses.dataclass(frozen=True)
    class Further(made(dataclass)[0]):
        c: int = 5

    assert Further(1) == Further(1, 2.0, 5)
    with pytest.raises(TypeError, match="non-frozen"):
        dataclasses.dataclass(type("Open", (made(dataclass)[0],), {}))


def test_many_threads_may_make_the_first_instance():
    for _ in range(20):
        cls, found, start = made(dataclass)[2], [], threading.Barrier(4)

        def make(cls=cls, found=found, start=start):
            start.wait()
            found.append(cls(1).b)

        threads = [threading.Thread(target=make) for _ in range(4)]
        for x in threads:
            x.start()
        for x in threads:
            x.join()
        assert found == [2.0] * 4


def test_a_collection_of_garbage_meanwhile_takes_no_method_away(monkeypatch):
    class Collecting(tuple):
        def __iter__(self):
            gc.collect()
            return super().__iter__()

    module = sys.modules["fjax.dataclass"]
    monkeypatch.setattr(module, "_TOGETHER", Collecting(module._TOGETHER))

    @dataclass(frozen=True)
    class Pair:
        a: int
        b: int = 2

    assert Pair(1) == Pair(1, 2) and repr(Pair(3)).endswith("Pair(a=3, b=2)")


def test_a_class_with_slots_has_them():
    @dataclass(slots=True)
    class Slotted:
        a: int

    assert not hasattr(Slotted(1), "__dict__")


def test_the_package_uses_no_other_decorator():
    other = re.compile(r"^(from dataclasses import .*\bdataclass\b| *@dataclasses\.)", re.M)
    assert not [m.name for m in modules() if other.search(m.text) and m.name != "dataclass"]


def test_a_constructor_takes_what_is_no_field():
    def declare(decorate):
        @decorate(frozen=True)
        class Scaled:
            value: float
            factor: dataclasses.InitVar[float] = 2.0

            def __post_init__(self, factor):
                object.__setattr__(self, "value", self.value * factor)

        return Scaled

    own, standard = declare(dataclass), declare(dataclasses.dataclass)
    for args in ((3.0,), (3.0, 5.0)):
        assert own(*args).value == standard(*args).value
