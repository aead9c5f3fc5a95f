#!/usr/bin/env python3
"""Times HiGHS (SciPy) and OR-tools beside our solver on the same cover problems, in one run.

    python3 src/xtask/compare_solvers.py [FILE.json | SLOTS PEAK]

FILE is a cover file (form of tests/cover/cases.json); SLOTS and PEAK make the instance of `cargo xtask bench`, by
default 26280 and 64. All three solve the same lane network: OR-tools as a flow, HiGHS as a linear program, whose
optimum is whole. So only plans of one network are taken: by the slot (with cap, or interruptible), and terms of one
price without fees for use; other cases are skipped. A solver that is not installed is skipped with one line.
Ours runs as `cargo xtask cover FILE --json` and says itself how long it solved; that build optimizes the solver.
"""

import datetime
import json
import math
import subprocess
import sys
import tempfile
import time

LADDER = [(24, 85), (72, 80), (168, 75), (336, 72), (730, 65), (1460, 63), (2190, 60), (4380, 55), (8760, 50), (17520, 42), (26280, 35)]


def instance(slots, peak):
    state, demand = 12345, []
    for slot in range(slots):
        state ^= (state << 13) & (1 << 64) - 1
        state ^= state >> 7
        state ^= (state << 17) & (1 << 64) - 1
        office = 0.25 if 8 <= slot % 24 < 20 and slot // 24 % 7 < 5 else 0.0
        share = 0.35 + office + 0.2 * math.sin(2 * math.pi * slot / 8760) + 0.15 * (state % 1000) / 1000
        demand.append(min(max(math.floor(peak * share + 0.5), 0), peak))
    demand[slots // 2] = peak
    hour = 2_000_000
    plans = [{"kind": "per_slot", "price": hour}]
    plans += [{"kind": "term", "length_slots": hours, "upfront": hour * hours * percent // 100} for hours, percent in LADDER]
    return {"id": f"bench-{slots}-{peak}", "slot_minutes": 60, "start_utc": "2025-01-01T00:00:00Z", "demand": demand, "plans": plans}


def month_end(case, start, months):
    step = datetime.timedelta(minutes=case["slot_minutes"])
    begin = datetime.datetime.fromisoformat(case["start_utc"].replace("Z", "")) + start * step
    year, month = divmod(begin.year * 12 + begin.month - 1 + months, 12)
    next_month = datetime.date(year + (month == 11), (month + 1) % 12 + 1, 1)
    last = (next_month - datetime.timedelta(days=1)).day
    return start + int((begin.replace(year=year, month=month + 1, day=min(begin.day, last)) - begin) / step)


def arcs(case):
    """(from, to, capacity, price) of the lane network, or None where the case has more than one network."""
    demand = case["demand"]
    slots, peak = len(demand), max(demand, default=0)
    part = case.get("interruptible") or [0] * slots
    found = [(slot, slot + 1, peak - demand[slot], 0) for slot in range(slots)]
    found += [(slot + 1, slot, 4 * peak, 0) for slot in range(slots)]
    spots = 0
    for plan in case["plans"]:
        if plan["kind"] == "per_slot":
            only = plan.get("interruptible_only", False)
            spots += only
            if plan.get("min_slots", 0) > 1 or plan.get("round_slots", 1) > 1 or plan.get("setup_fee", 0) or spots > 1:
                return None
            cap = plan.get("cap", peak)
            found += [(slot, slot + 1, min(cap, part[slot]) if only else cap, plan["price"]) for slot in range(slots)]
            continue
        if plan.get("tiers") or (plan.get("per_slot_fee") and plan.get("fee_basis") == "used"):
            return None
        rule = plan.get("start", "any")
        starts = range(slots)
        if rule != "any":
            starts = rule["list"] if "list" in rule else range(rule.get("offset", 0), slots, rule["every"])
        for start in {start for start in starts if start < slots}:
            months = plan.get("calendar_months")
            end = month_end(case, start, months) if months else start + plan["length_slots"]
            price = plan.get("upfront", 0) + plan.get("per_slot_fee", 0) * (end - start)
            if start < end:
                found.append((start, min(end, slots), plan.get("max_units_per_start", 4 * peak), price))
    return found


def highs(case, found):
    import numpy
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix

    slots, peak = len(case["demand"]), max(case["demand"], default=0)
    tails, heads, capacity, price = (numpy.array(column) for column in zip(*found))
    index = numpy.arange(len(found))
    ones = numpy.ones(len(found))
    matrix = coo_matrix((numpy.r_[ones, -ones], (numpy.r_[tails, heads], numpy.r_[index, index])), (slots + 1, len(found)))
    supply = numpy.zeros(slots + 1)
    supply[0], supply[-1] = peak, -peak
    begin = time.perf_counter()
    bounds = numpy.c_[numpy.zeros(len(found)), capacity]
    answer = linprog(price / 1e4, A_eq=matrix.tocsr(), b_eq=supply, bounds=bounds, method="highs")
    return round(answer.fun * 1e4) if answer.status == 0 else None, time.perf_counter() - begin


def or_tools(case, found):
    import numpy
    from ortools.graph.python import min_cost_flow

    slots, peak = len(case["demand"]), max(case["demand"], default=0)
    flow = min_cost_flow.SimpleMinCostFlow()
    tails, heads, capacity, price = (numpy.array(column) for column in zip(*found))
    flow.add_arcs_with_capacity_and_unit_cost(tails, heads, capacity, price)
    flow.set_nodes_supplies(numpy.array([0, slots]), numpy.array([peak, -peak]))
    begin = time.perf_counter()
    status = flow.solve()
    return flow.optimal_cost() if status == flow.OPTIMAL else None, time.perf_counter() - begin


def ours(case):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"cases": [case]}, file)
        file.flush()
        command = ["cargo", "xtask", "cover", file.name, "--json"]
        report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return report["seconds"]


def main(arguments):
    solvers = {}
    for name, module, solve in (("HiGHS", "scipy.optimize", highs), ("OR-tools", "ortools.graph.python.min_cost_flow", or_tools)):
        try:
            __import__(module)
            solvers[name] = solve
        except ImportError:
            print(f"{name}: not installed, skipped")
    if not solvers:
        return
    if len(arguments) == 1:
        with open(arguments[0], encoding="utf-8") as file:
            cases = json.load(file)["cases"]
    else:
        cases = [instance(*(int(argument) for argument in arguments or (26280, 64)))]
    for case in cases:
        found = arcs(case)
        if not found:
            print(f"{case['id']}: not one network, skipped")
            continue
        prices = {name: solve(case, found) for name, solve in solvers.items()}
        # Ours must find the price that they find: it is checked as the stated optimum of the case.
        known = {price for price, _ in prices.values()}
        if len(known) == 1 and None not in known:
            case = case | {"optimum_micro": known.pop()}
        seconds = ours(case)
        ratios = [f"{name} {took:.3f} s, {took / max(seconds, 1e-6):.1f} times" for name, (_, took) in prices.items()]
        print(f"{case['id']}: ours {seconds:.3f} s; {'; '.join(ratios)}")


if __name__ == "__main__":
    main(sys.argv[1:])
