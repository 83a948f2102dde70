"""The parameters of a product's algorithm are those of the preset of the same name."""

import ml_dtypes
import numpy as np
import pytest

from fjax import lax

F8 = [ml_dtypes.float8_e5m2, ml_dtypes.float8_e4m3fn]
F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
PRESETS = {
    "F16_F16_F16": (F16, F16, F16),
    "F16_F16_F32": (F16, F16, F32),
    "BF16_BF16_F32": (BF16, BF16, F32),
    "F32_F32_F32": (F32, F32, F32),
    "F64_F64_F64": (F64, F64, F64),
    "ANY_F8_ANY_F8_F32": (*F8, F32),
}


@pytest.mark.parametrize("name", PRESETS)
def test_an_algorithm_is_the_preset_of_its_types(name):
    algorithm = lax.DotAlgorithm(*PRESETS[name])
    assert algorithm.preset() is lax.DotAlgorithmPreset[name]


def test_products_in_several_parts_and_imprecise_ones_have_presets_of_their_own():
    preset = lax.DotAlgorithmPreset
    parts = lambda n: lax.DotAlgorithm(BF16, BF16, F32, num_primitive_operations=n).preset()
    assert parts(3) is preset.BF16_BF16_F32_X3
    assert parts(6) is preset.BF16_BF16_F32_X6
    fast = lax.DotAlgorithm(*F8, F32, allow_imprecise_accumulation=True)
    assert fast.preset() is preset.ANY_F8_ANY_F8_F32_FAST_ACCUM
    with pytest.raises(ValueError, match="is not an algorithm that fjax knows"):
        lax.DotAlgorithm(F16, F64, F32).preset()
