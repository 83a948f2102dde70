"""One process: nothing is distributed. Asking is allowed, so that programs for many hosts run."""


def is_initialized() -> bool:
    """Whether several processes compute together: never.

    >>> is_initialized()
    False
    """
    return False


def shutdown() -> None:
    """Nothing: there is no connection to other processes that could be closed.

    >>> shutdown()
    """


__all__ = ["is_initialized", "shutdown"]
