"""What messages between processes cost: which sums are sent together, and which in pieces."""

from __future__ import annotations

from fjax.dataclass import dataclass


@dataclass(frozen=True)
class CommunicationModel:
    """Seconds that a message takes (α), each of its bytes (β), and each byte that is copied (γ).

    piece_bytes: what is summed at once on one machine, whose MPI needs as much memory beside it.

    >>> model = CommunicationModel(3e-6, 0.15e-9, 0.025e-9)
    >>> model.joined_bytes, model.bucket_bytes
    (60000, 200000)
    """

    message: float
    byte: float
    copied: float
    piece_bytes: int = 1 << 22

    @property
    def joined_bytes(self) -> int:
        """The largest sum that is sent with others: copying it there and back costs a message."""
        return round(self.message / (2 * self.copied))

    @property
    def bucket_bytes(self) -> int:
        """What is sent together at most: a message's cost is then a tenth of its bytes'."""
        return round(10 * self.message / self.byte)


# Measured with mpi4py and MPICH between two processes of one machine, `make bench-ranks`. It is the
# same on all machines, as processes have to join the same sums; networks have larger α.
MODEL = CommunicationModel(2.8e-6, 0.13e-9, 0.02e-9)
