"""Convolutions, forward and with both gradients, and a LeNet training step."""

from importlib import metadata

import numpy as np

from benchmarks.workload import Workload


def torch_goal() -> float:
    """What is wanted of PyTorch's time, whose convolutions are oneDNN's: with and without it."""
    try:
        metadata.version("onednn-cpu-gomp")
    except metadata.PackageNotFoundError:
        return 1.4
    return 1.05


class Convolution(Workload):
    """The convolution itself: features first, PyTorch's order, which JAX reads as its default."""

    group = "convolution"
    peers = ("jax", "torch")
    goals = {"jax": 0.5, "torch": torch_goal()}
    reason = (
        "JAX itself runs at 115 to 125 GFLOP/s a core where channels are many and planes "
        "small; a tile of the kernel, alone, peaks at 160 to 173, and oneDNN is no faster: "
        "no factor of two is left. PyTorch calls the same oneDNN: 0.86 to 1.20 of it in ten "
        "runs of 3×3, 64→64. Tried: Winograd's F(2×2, 3×3) for 256→256, as fused kernels "
        "around 16 products, which takes 0.8 of the time with 2.2 times the error"
    )
    rtol = 1e-4
    image = (8, 64, 56, 56)
    kernel = (64, 64, 3, 3)
    stride = 1
    padding = 1
    groups = 1

    def data(self, rng):
        space = [
            (n + 2 * self.padding - k) // self.stride + 1
            for n, k in zip(self.image[2:], self.kernel[2:], strict=True)
        ]
        shapes = self.image, self.kernel, (self.image[0], self.kernel[0], *space)
        return tuple(rng.standard_normal(s).astype(np.float32) for s in shapes)

    def convolve(self, m):
        """The convolution in fjax or JAX."""
        strides, padding = (self.stride,) * 2, ((self.padding,) * 2,) * 2

        def convolve(x, w):
            return m.lax.conv_general_dilated(
                x, w, strides, padding, feature_group_count=self.groups
            )

        return convolve

    def program(self, m):
        convolve = self.convolve(m)
        return m.jit(lambda x, w, cotangent: convolve(x, w))

    def torch(self, torch):
        def f(x, w, cotangent):
            return torch.nn.functional.conv2d(x, w, None, self.stride, self.padding, 1, self.groups)

        return f


class Gradients(Convolution):
    """Forward, then the gradients with respect to the image and the kernel."""

    def program(self, m):
        convolve = self.convolve(m)

        def f(x, w, cotangent):
            out, pull = m.vjp(convolve, x, w)
            return out, pull(cotangent)

        return m.jit(f)

    def torch(self, torch):
        def f(x, w, cotangent):
            x, w = x.detach().requires_grad_(), w.detach().requires_grad_()
            out = torch.nn.functional.conv2d(x, w, None, self.stride, self.padding, 1, self.groups)
            return out.detach(), torch.autograd.grad(out, (x, w), cotangent)

        return f


class Wide3x3(Convolution):
    title = "3×3, 64→64 features, 8×56×56"


class Wide3x3Gradients(Gradients):
    title = "3×3, 64→64 features, 8×56×56, with both gradients"


class Deep3x3(Convolution):
    title = "3×3, 256→256 features, 8×14×14"
    image, kernel = (8, 256, 14, 14), (256, 256, 3, 3)


class Deep3x3Gradients(Gradients):
    title = "3×3, 256→256 features, 8×14×14, with both gradients"
    image, kernel = Deep3x3.image, Deep3x3.kernel


class Five(Convolution):
    title = "5×5, 32→64 features, 8×28×28"
    image, kernel, padding = (8, 32, 28, 28), (64, 32, 5, 5), 2


class FiveGradients(Gradients):
    title = "5×5, 32→64 features, 8×28×28, with both gradients"
    image, kernel, padding = Five.image, Five.kernel, Five.padding


class Stem(Convolution):
    title = "7×7 stride 2, 3→64 features, 8×224×224"
    image, kernel, stride, padding = (8, 3, 224, 224), (64, 3, 7, 7), 2, 3


class StemGradients(Gradients):
    title = "7×7 stride 2, 3→64 features, 8×224×224, with both gradients"
    image, kernel, stride, padding = Stem.image, Stem.kernel, Stem.stride, Stem.padding


class Depthwise(Convolution):
    title = "depthwise 3×3, 128 features, 8×56×56"
    image, kernel, groups = (8, 128, 56, 56), (128, 1, 3, 3), 128


class DepthwiseGradients(Gradients):
    title = "depthwise 3×3, 128 features, 8×56×56, with both gradients"
    image, kernel, groups = Depthwise.image, Depthwise.kernel, Depthwise.groups


class Pointwise(Convolution):
    title = "1×1, 256→256 features, 8×28×28"
    image, kernel, padding = (8, 256, 28, 28), (256, 256, 1, 1), 0


class PointwiseGradients(Gradients):
    title = "1×1, 256→256 features, 8×28×28, with both gradients"
    image, kernel, padding = Pointwise.image, Pointwise.kernel, Pointwise.padding


def lenet(rng):
    """The parameters of LeNet-5 for 28×28 images."""
    shapes = [
        (6, 1, 5, 5),
        (6,),
        (16, 6, 5, 5),
        (16,),
        (256, 120),
        (120,),
        (120, 84),
        (84,),
        (84, 10),
        (10,),
    ]
    return [
        (rng.standard_normal(s) / np.sqrt(np.prod(s[1:]) if len(s) > 2 else s[0])).astype(
            np.float32
        )
        for s in shapes
    ]


class LeNet(Workload):
    group = "convolution"
    title = "LeNet, 64×1×28×28, SGD step"
    peers = ("jax", "torch")
    goals = {"jax": 0.5, "torch": torch_goal()}
    rtol = 1e-3

    def data(self, rng):
        return (
            lenet(rng),
            rng.standard_normal((64, 1, 28, 28)).astype(np.float32),
            rng.integers(0, 10, 64).astype(np.int32),
        )

    def program(self, m):
        np, lax = m.numpy, m.lax

        def pool(x):
            return lax.reduce_window(x, -np.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")

        def loss(params, x, y):
            w1, b1, w2, b2, w3, b3, w4, b4, w5, b5 = params
            x = pool(np.tanh(lax.conv(x, w1, (1, 1), "VALID") + b1[:, None, None]))
            x = pool(np.tanh(lax.conv(x, w2, (1, 1), "VALID") + b2[:, None, None]))
            x = np.tanh(x.reshape(x.shape[0], -1) @ w3 + b3)
            x = np.tanh(x @ w4 + b4)
            logp = m.nn.log_softmax(x @ w5 + b5)
            return -np.mean(np.take_along_axis(logp, y[:, None], axis=1))

        value_and_grad = m.value_and_grad(loss)

        def step(params, x, y):
            value, grads = value_and_grad(params, x, y)
            return [p - np.float32(0.01) * g for p, g in zip(params, grads, strict=True)], value

        return m.jit(step)

    def torch(self, torch):
        f = torch.nn.functional

        def step(params, x, y):
            flat = [p.detach().requires_grad_() for p in params]
            w1, b1, w2, b2, w3, b3, w4, b4, w5, b5 = flat
            h = f.max_pool2d(torch.tanh(f.conv2d(x, w1, b1)), 2)
            h = f.max_pool2d(torch.tanh(f.conv2d(h, w2, b2)), 2)
            h = torch.tanh(torch.addmm(b3, h.flatten(1), w3))
            h = torch.tanh(torch.addmm(b4, h, w4))
            value = f.cross_entropy(torch.addmm(b5, h, w5), y.long())
            grads = torch.autograd.grad(value, flat)
            with torch.no_grad():
                return [p - 0.01 * g for p, g in zip(flat, grads, strict=True)], value.detach()

        return step
