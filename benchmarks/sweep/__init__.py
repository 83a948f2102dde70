"""Random programs, timed beside a peer: where does speed fall off a cliff?

A row of `make bench` is one program that somebody tuned to. Here a seed draws a program: its
family, operations, sizes (odd ones included), dtype and transformation. It runs compiled and warm
in fjax and in a peer (JAX, or another version of fjax), and the answers are compared. What counts
is the distribution of the ratio of times: the geometric mean, the share that is behind, the 95th
percentile, the worst.
"""
