import nifty8.re as jft

from tests.libraries.inputs import key


def hello():
    model = jft.CorrelatedFieldMaker("cf")
    model.set_amplitude_total_offset(offset_mean=1.0, offset_std=(1e-1, 1e-2))
    model.add_fluctuations(
        (8,), distances=1.0 / 8, fluctuations=(1.0, 0.5), loglogavgslope=(-3.0, 0.2), prefix="ax"
    )
    field = model.finalize()
    return field(jft.random_like(key, field.domain))
