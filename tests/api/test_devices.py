"""Arrays put together from the data of all devices, of which there is one."""
import numpy as np
import pytest

import fjax
from fjax.errors import ShapeError

WHERE = fjax.sharding.SingleDeviceSharding(fjax.devices()[0])
DATA = np.arange(6.0).reshape(2, 3)


def test_a_callback_gives_the_whole_array_at_once():
    asked = []

    def data(index):
        asked.append(index)
        return DATA[index]

    x = fjax.make_array_from_callback(DATA.shape, WHERE, data)
    np.testing.assert_array_equal(x, DATA)
    assert asked == [(slice(None), slice(None))]
    assert x.sharding == WHERE


def test_a_dtype_is_kept():
    x = fjax.make_array_from_callback(DATA.shape, WHERE, lambda i: DATA[i], dtype=np.float32)
    assert x.dtype == np.float32


def test_one_array_and_local_data_are_the_array():
    for x in (fjax.make_array_from_single_device_arrays((2, 3), WHERE, [fjax.numpy.array(DATA)]),
              fjax.make_array_from_process_local_data(WHERE, DATA),
              fjax.make_array_from_process_local_data(WHERE, DATA, (2, 3))):
        np.testing.assert_array_equal(x, DATA)


def test_parts_of_an_array_are_refused():
    with pytest.raises(ShapeError, match=r"\(4, 3\), the data's \(2, 3\)"):
        fjax.make_array_from_process_local_data(WHERE, DATA, (4, 3))
    with pytest.raises(ShapeError, match="takes one array, for one device; got 2"):
        fjax.make_array_from_single_device_arrays((4, 3), WHERE, [DATA, DATA])
