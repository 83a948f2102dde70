import numpy as np
import s2fft


def hello():
    rng = np.random.default_rng(0)
    flm = s2fft.utils.signal_generator.generate_flm(rng, 8)
    f = s2fft.inverse_jax(flm, 8)
    return f, s2fft.forward_jax(f, 8)
