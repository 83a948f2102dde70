"""`python -m tests.fuzz.hostile`: read mutants of valid files and texts.

python -m tests.fuzz.hostile --count 20000 --seed 1
python -m tests.fuzz.hostile --kinds programs --seed 1 --first 4711 --count 1
"""

import argparse
import sys

from tests.fuzz.hostile.campaign import campaign, limit_memory
from tests.fuzz.hostile.kinds import KINDS


def main() -> int:
    """1 if something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.hostile", description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kinds", nargs="*", choices=list(KINDS), default=list(KINDS))
    options = parser.parse_args()
    campaign(options.kinds, 0, 0, len(options.kinds))  # what is made once is not counted
    limit_memory()
    counts, found = campaign(options.kinds, options.seed, options.first, options.count)
    print(*(f"{kind}: {said}" for kind, said in counts.items()), *found, sep="\n")
    print(f"{len(found)} found")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
