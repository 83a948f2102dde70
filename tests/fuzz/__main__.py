"""`python -m tests.fuzz`: look for programs that fail.

python -m tests.fuzz --seconds 600 --seed 1000000 --settings plain blocks
python -m tests.fuzz --show 17              # the program of a seed
python -m tests.fuzz --file tests/fuzz/found/some_case.py
python -m tests.fuzz --draws numbers layers pairs library --count 2000 --seed 1
python -m tests.fuzz --files 20000 --seed 1  # tests.fuzz.hostile: mutants of files
"""

from __future__ import annotations

import argparse
import json
import pathlib
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from tests.fuzz.campaign import Campaign
from tests.fuzz.case import Case
from tests.fuzz.checks import chosen, run_checks
from tests.fuzz.draws import campaign as draws
from tests.fuzz.draws.campaign import SUBJECTS
from tests.fuzz.generate import generate
from tests.fuzz.settings import SETTINGS
from tests.fuzz.worker import examine


def main() -> int:
    """Run what the arguments say; 1 if something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6 * 10**6)
    parser.add_argument("--settings", nargs="*", choices=list(SETTINGS), default=list(SETTINGS))
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("out/fuzz"))
    parser.add_argument("--show", type=int, help="print the program of a seed")
    parser.add_argument("--examine", type=int, help="check the program of a seed, and minimise it")
    parser.add_argument("--file", type=pathlib.Path, help="check a program in a file")
    parser.add_argument("--draws", nargs="*", choices=SUBJECTS, help="single calls of subjects")
    parser.add_argument("--count", type=int, default=1000, help="draws of each subject")
    parser.add_argument("--first", type=int, default=0, help="the number of the first draw")
    parser.add_argument("--files", type=int, help="mutants of files and texts")
    options = parser.parse_args()
    if options.files is not None:
        command = [sys.executable, "-m", "tests.fuzz.hostile", "--count", str(options.files)]
        return subprocess.run([*command, "--seed", str(options.seed)]).returncode
    if options.draws is not None:
        return _draw(options.draws or SUBJECTS, options.seed, options.first, options.count)
    if options.show is not None:
        print(generate(options.show).module(chosen(options.show), f"seed {options.show}"))
        return 0
    if options.examine is not None:
        report = examine(options.examine)
        print(report.pop("module", ""), json.dumps(report, indent=1))
        return bool(report["problems"])
    if options.file is not None:
        return _check_file(options.file)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    campaign = Campaign(options.folder, commit.stdout.strip() or "unknown")
    before = campaign.counts["different"]
    print(f"seeds from {options.seed}")
    last = campaign.run(options.seed, options.seconds, options.settings)
    found = {k: v for k, v in campaign.counts.items() if k.startswith("found")}
    print(
        f"{campaign.counts['different'] - before} different programs, the next seed is {last}; "
        f"found so far: {found or 'nothing'}; see {options.folder}"
    )
    return bool(found)


def _draw(subjects: Sequence[str], seed: int, first: int, count: int) -> bool:
    found = []
    for subject in subjects:
        ran, problems = draws.campaign(subject, seed, first, count)
        print(f"{subject}: {ran} draws of seed {seed}, {len(problems)} found", *problems, sep="\n")
        found += problems
    return bool(found)


def _check_file(path: pathlib.Path) -> int:
    module = runpy.run_path(str(path))
    text = path.read_text()
    case = Case(text[text.index("def program(") :], module["inputs"]())
    problems, done = run_checks(case, module["CHECKS"])
    for p in problems:
        print(p.kind, p.check, p.message)
    print(f"checked: {', '.join(done)}")
    return bool(problems)


if __name__ == "__main__":
    raise SystemExit(main())
