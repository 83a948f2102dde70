"""Drawn sets of points: their classes follow from where the points are, and from the key alone."""

import io

import numpy as np
import pytest

from fjax import data, random
from fjax.errors import FjaxRuntimeError, FjaxValueError

KEY = random.key(3)
DRAWN = (data.xor, data.spiral, data.circles, data.moons, data.gaussians)


@pytest.mark.parametrize("draw", DRAWN, ids=lambda draw: draw.__name__)
def test_points_are_drawn_from_the_key_alone(draw):
    points, labels = map(np.asarray, draw(KEY, 201, noise=0.1))
    assert points.shape == (201, 2) and points.dtype == np.float32
    assert labels.dtype == np.int32 and set(labels) == {0, 1}
    assert 60 < labels.sum() < 140
    again, _ = draw(KEY, 201, noise=0.1)
    other, _ = draw(random.key(4), 201, noise=0.1)
    np.testing.assert_array_equal(points, again)
    assert not np.array_equal(points, other)


@pytest.mark.parametrize("draw", DRAWN, ids=lambda draw: draw.__name__)
def test_noise_has_the_standard_deviation_that_it_was_given(draw):
    clear, labels = draw(KEY, 2000)
    noisy, same = draw(KEY, 2000, noise=0.3)
    np.testing.assert_array_equal(labels, same)
    np.testing.assert_allclose(np.std(np.asarray(noisy - clear)), 0.3, rtol=0.05)


def test_the_arms_of_a_spiral_are_turned_by_their_class():
    points, labels = map(np.asarray, data.spiral(KEY, 300, classes=3, turns=1.0))
    radius = np.hypot(*points.T)
    angle = np.arctan2(points[:, 1], points[:, 0]) - 2 * np.pi * radius
    found = np.round(angle / (2 * np.pi) * 3) % 3
    np.testing.assert_array_equal(found, labels)


def test_the_moons_lie_within_each_other():
    points, labels = map(np.asarray, data.moons(KEY, 500))
    upper, lower = points[labels == 0], points[labels == 1]
    np.testing.assert_allclose(np.hypot(*(upper - [-0.325, -0.16]).T), 0.65, atol=1e-6)
    np.testing.assert_allclose(np.hypot(*(lower - [0.325, 0.16]).T), 0.65, atol=1e-6)
    assert upper[:, 1].min() < lower[:, 1].max() and upper[:, 0].max() > lower[:, 0].min()


def test_normal_distributions_have_their_means_and_spreads():
    points, labels = map(np.asarray, data.gaussians(KEY, 8000, spread=0.1))
    for label, middle in ((0, -0.5), (1, 0.5)):
        own = points[labels == label]
        np.testing.assert_allclose(own.mean(0), middle, atol=0.01)
        np.testing.assert_allclose(own.std(0), 0.1, rtol=0.05)


def test_digits_are_those_of_scikit_learn_in_another_order():
    datasets = pytest.importorskip("sklearn.datasets")
    images, labels = datasets.load_digits(return_X_y=True)
    pixels, found = map(np.asarray, data.digits(KEY))
    assert pixels.min() == 0 and pixels.max() == 1
    order = lambda x: np.lexsort(x.T)
    known = np.column_stack([images, labels])
    drawn = np.column_stack([pixels * 16, found])
    np.testing.assert_array_equal(drawn[order(drawn)], known[order(known)])
    assert not np.array_equal(found, labels)


@pytest.mark.parametrize(
    "call",
    [
        lambda: data.xor(KEY, 0),
        lambda: data.moons(KEY, noise=-1.0),
        lambda: data.spiral(KEY, classes=1),
        lambda: data.circles(KEY, factor=1.0),
    ],
)
def test_sizes_that_make_no_sense_are_refused(call):
    with pytest.raises(FjaxValueError, match=r"^data\.\w+: "):
        call()


def test_more_digits_than_there_are_cannot_be_drawn():
    pytest.importorskip("sklearn.datasets")
    with pytest.raises(FjaxValueError, match="1797 scans"):
        data.digits(KEY, 1798)


def test_without_scikit_learn_the_message_says_what_to_install(monkeypatch):
    from fjax.core import lazy
    from fjax.data import synthetic

    monkeypatch.setattr(synthetic, "_datasets", lazy.module("no_such_package.datasets"))
    with pytest.raises(FjaxRuntimeError, match="pip install scikit-learn"):
        data.digits(KEY, 10)


def read(text, target=None):
    return data.read_csv(io.StringIO(text), target)


def test_a_table_is_read_from_a_file_too(tmp_path):
    (tmp_path / "a.csv").write_text("\ufeffx; y ;kind\n1;2;b\n\n3;-4e1;a\n", encoding="utf-8")
    table = data.read_csv(tmp_path / "a.csv")
    np.testing.assert_array_equal(table.inputs, np.float32([[1, 2], [3, -40]]))
    assert table.names == ("x", "y") and table.classes == ("a", "b")
    assert table.labels.tolist() == [1, 0]


def test_the_column_of_classes_may_be_any():
    table = read("kind,x\n10,1\n9,2\n10,3\n", target="kind")
    assert table.classes == ("9", "10") and table.labels.tolist() == [1, 0, 1]
    assert table.inputs.tolist() == [[1], [2], [3]]


def test_names_of_columns_are_any_text():
    table = read('"</script><script>alert(1)","a,b",c\n1,2,3\n')
    assert table.names == ("</script><script>alert(1)", "a,b")


@pytest.mark.parametrize(
    "text, said",
    [
        ("x,y,c\n1,red,a\n", "line 2: column 'y' holds numbers, got 'red'"),
        ("x,y,c\n1,2,a\n3,,b\n", "line 3: the value of column 'y' is missing"),
        ("x,y,c\n1,2,\n", "line 2: the value of column 'c' is missing"),
        ("x,c\nNaN,a\n", "line 2: the value of column 'x' is missing"),
        ("x,c\n1e99,a\n", "line 2: column 'x' holds numbers, got '1e99'"),
        ("x,c\ninf,a\n", "got 'inf'; leave out the line, or write a number of at most 3.4e+38"),
        ("x,y,c\n1,2\n", "line 2 has 2 values, and there are 3 columns"),
        ("x,y\n", "at least one row"),
        ("", "at least one row"),
        ("x\n1\n2\n", "one column, 'x'"),
        ("x,c\n" + "".join(f"1,{i}\n" for i in range(101)), "101 different values"),
        (f"x,c\n{'z' * 99},a\n", "got '" + "z" * 40 + "…'"),
        ("x,c\n" + "9" * 200_000 + ",a\n", "line 2: field larger than"),
    ],
)
def test_what_is_wrong_in_a_table_is_named_with_its_place(text, said):
    with pytest.raises(FjaxValueError) as caught:
        read(text)
    assert said in str(caught.value)


def test_an_unknown_column_of_classes_is_refused_with_the_nearest():
    with pytest.raises(FjaxValueError, match="no column 'kin'. Did you mean 'kind'"):
        read("x,kind\n1,a\n", target="kin")


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"x,c\n\xff\xfe,a\n")
    with pytest.raises(FjaxValueError, match="UTF-8"):
        data.read_csv(tmp_path / "a.csv")
