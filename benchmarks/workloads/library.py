"""What libraries do well: products, sorting, scans, random numbers."""

import importlib

import numpy as np

from benchmarks.workload import FASTEST, Workload


class LibraryCalls(Workload):
    group = "library"


class Matmul(LibraryCalls):
    title = "1024³ product, f32"
    goals = {"numpy": 1.05}
    peers = ("jax", "torch", "numpy")
    rtol = 1e-3

    def data(self, rng):
        return tuple(rng.standard_normal((1024, 1024)).astype(np.float32) for _ in range(2))

    def program(self, m):
        return m.jit(lambda a, b: a @ b)

    def torch(self, torch):
        return lambda a, b: a @ b

    def numpy(self, np):
        return lambda a, b: a @ b


class Sort(LibraryCalls):
    title = "sort of 1M f32"
    goals = {"numpy": 1.05}
    reason = "the call of np.sort is the time; what is on top of it is within the noise of runs"
    peers = ("jax", "torch", "numpy")

    def data(self, rng):
        return (rng.standard_normal(1 << 20).astype(np.float32),)

    def program(self, m):
        return m.jit(m.numpy.sort)

    def torch(self, torch):
        return lambda x: torch.sort(x)[0]

    def numpy(self, np):
        return np.sort


class Cumsum(LibraryCalls):
    title = "cumsum along rows, 8192×1024 f32"
    goals = {FASTEST: 0.9}
    peers = ("jax", "torch", "numpy")
    rtol = 1e-3

    def data(self, rng):
        return (rng.standard_normal((8192, 1024)).astype(np.float32),)

    def program(self, m):
        return m.jit(lambda x: m.numpy.cumsum(x, axis=1))

    def torch(self, torch):
        return lambda x: torch.cumsum(x, 1)

    def numpy(self, np):
        return lambda x: np.cumsum(x, axis=1)


class RandomNormal(LibraryCalls):
    title = "random.normal, 1M f32"
    goals = {"jax": 0.5}

    def data(self, rng):
        return (7,)

    def program(self, m):
        """The seed is an argument: numbers of a known key are a constant."""
        draw = lambda seed: m.random.normal(m.random.key(seed), (1 << 20,), m.numpy.float32)
        return m.jit(draw)


class LongTransform(LibraryCalls):
    title = "fft of 65536 complex128"
    goals = {FASTEST: 1.0}
    peers = ("jax", "torch", "numpy")
    reason = "the time is the library's: ducc0 with the extra [fft], SciPy's pocketfft without"

    def data(self, rng):
        return (rng.standard_normal(1 << 16) + 1j * rng.standard_normal(1 << 16),)

    def program(self, m):
        return m.jit(m.numpy.fft.fft)

    def torch(self, torch):
        return torch.fft.fft

    def numpy(self, np):
        return np.fft.fft


class Deconvolution(LibraryCalls):
    title = "20 steps of Richardson's deconvolution by rfft2, 256×256 f64"
    goals = {"jax": 1.0}

    def data(self, rng):
        return rng.random((256, 256)), rng.random((256, 256)) / 65536

    def program(self, m):
        def run(image, kernel):
            spectrum = m.numpy.fft.rfft2(kernel)

            def blurred(x):
                return m.numpy.fft.irfft2(m.numpy.fft.rfft2(x) * spectrum)

            return m.lax.fori_loop(0, 20, lambda _, x: x + 0.1 * blurred(image - blurred(x)), image)

        return m.jit(run)


class SegmentSums(LibraryCalls):
    title = "segment_sum of 100k rows of 17 into 1000, f32"
    goals = {"jax": 1.0}
    reason = """a loop in C takes 0.7 of the time: here, each row's place is computed with eight
        numbers that wait in memory. Tried: places in lanes before the rows, 0.85 of the time, but
        1.2 where sorted places repeat, and 3 to 7 ms more at the first call"""

    def data(self, rng):
        rows = rng.standard_normal((100_000, 17)).astype(np.float32)
        return rows, rng.integers(0, 1000, 100_000)

    def program(self, m):
        return m.jit(lambda x, of: m.ops.segment_sum(x, of, 1000))


class ScatteredPixels(LibraryCalls):
    title = "the transpose of map_coordinates, linear, 256×256 f32"
    goals = {"jax": 1.0}

    def data(self, rng):
        image, change = rng.random((2, 256, 256), np.float32)
        return image, change, 255 * rng.random((2, 256, 256), np.float32)

    def program(self, m):
        images = importlib.import_module(f"{m.__name__}.scipy.ndimage")

        def run(image, change, places):
            moved = lambda image: images.map_coordinates(image, list(places), 1)
            return m.vjp(moved, image)[1](change)[0]

        return m.jit(run)


class SparseSystem(LibraryCalls):
    title = "50 steps of cg with a BCOO matrix of 10k rows and 50k elements, f64"
    goals = {"jax": 1.0}
    reason = """of 100 µs a step, the scatter of 50k products takes 48, as a loop in C does: it
        reads 1.6 MB from the L3 cache, at 33 GB/s. The gather before it is a kernel of its own,
        which writes what the scatter reads again; a step of JAX takes 68 µs on one thread. Tried:
        places in lanes before the stores, 1.2 of the scatter's time"""

    def data(self, rng):
        n, offsets = 10_000, (-100, -1, 0, 1, 100)
        rows = np.concatenate([np.arange(max(0, -k), min(n, n - k)) for k in offsets])
        lengths = [n - abs(k) for k in offsets]
        columns = rows + np.repeat(offsets, lengths)
        order = np.lexsort((columns, rows))
        values = np.repeat(np.where(np.array(offsets) == 0, 4.5, -1.0), lengths)
        return values[order], np.stack([rows, columns], 1)[order], rng.random(n)

    def program(self, m):
        sparse = importlib.import_module(f"{m.__name__}.experimental.sparse")
        solvers = importlib.import_module(f"{m.__name__}.scipy.sparse.linalg")

        def run(values, places, b):
            matrix = sparse.BCOO((values, places), shape=(b.size, b.size))
            return solvers.cg(lambda x: matrix @ x, b, maxiter=50, tol=0.0)[0]

        return m.jit(run)
