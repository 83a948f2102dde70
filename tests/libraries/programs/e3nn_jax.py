import e3nn_jax as e3nn

from tests.libraries.inputs import x


def hello():
    y = e3nn.spherical_harmonics([0, 1, 2], e3nn.IrrepsArray("1o", x), True)
    product = e3nn.tensor_product(y, y).filter(lmax=2)
    return y.array, product.array
