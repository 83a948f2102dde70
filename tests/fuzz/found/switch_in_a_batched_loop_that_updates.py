"""What a branch gave was asked for the equation that made it, which another body held."""

from fjax import lax
from tests.fuzz.values import values

CHECKS = ("batched",)


def inputs():
    return (values((22, 1), "float64", seed=0),)


def program(p2):
    v26 = p2.reshape((1, 22))

    def body47(p28, p29):
        def body39(p35):
            v36 = lax.integer_pow(p35, -1)
            return (v36,)

        def body42(p40):
            return (p40,)

        def body45(p43):
            return (p43,)

        (v46,) = lax.switch(p28.ravel()[0], [body39, body42, body45], p29)
        return (v46,)

    v48 = lax.fori_loop(0, 1, lambda i, c: c.at[i].multiply(body47(i, c)[0][i]), v26)
    return (v48,)
