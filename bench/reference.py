"""Times the reference on the workloads of a folder: parsing the traces and validating them.

    reference.py DIR

Prints one JSON object, workload to milliseconds (the median of some runs)."""

import gc
import json
import pathlib
import statistics
import sys
import time

from agent_reliability_harness.models import Policy, Trace
from agent_reliability_harness.validator import validate_trace

SPENT_SECONDS = 2.0
LEAST_RUNS = 5


def median_ms(run):
    run()
    times = []
    start = time.perf_counter()
    while len(times) < LEAST_RUNS or time.perf_counter() - start < SPENT_SECONDS:
        gc.collect()
        run_start = time.perf_counter()
        run()
        times.append(time.perf_counter() - run_start)
    return statistics.median(times) * 1e3


def main(folder):
    answer = {}
    for path in sorted(pathlib.Path(folder).glob("*.policy.json")):
        name = path.name.removesuffix(".policy.json")
        policy = Policy.from_dict(json.loads(path.read_text(encoding="utf-8")))
        traces = path.with_name(f"{name}.traces.jsonl").read_text(encoding="utf-8").split("\n")

        def run():
            for text in traces:
                validate_trace(Trace.from_dict(json.loads(text)), policy)

        answer[name] = median_ms(run)
    print(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1])
