#!/usr/bin/env python3
"""Reads sample reports, and the files of .github, with readers that are not ours.

    check.py SAMPLES

SAMPLES holds what `Tests/readers/samples.sh` wrote. A reader that is not installed is named with the way to install it; it
counts as a failure only where CI is set. Nothing is installed by this script.
"""
import importlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
failures, missing, counts = [], {}, {}


def fail(file, message):
    failures.append(f"{file.name}: {message}")


def read(kind, file):
    counts[kind] = counts.get(kind, 0) + 1
    return file.read_text(encoding="utf-8")


def module(name, package):
    try:
        return importlib.import_module(name)
    except ImportError:
        missing[name] = f"pip install {package}"
        return None


def check_json(samples):
    """Every JSON report holds to its published schema, and every line of JSON Lines to the part that is for it."""
    jsonschema = module("jsonschema", "jsonschema")
    if not jsonschema:
        return
    for prefix, name, line in (("", "report", "check"), ("health", "health", "line")):
        schema = json.loads((ROOT / f"Contracts/{name}.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        whole = jsonschema.Draft202012Validator(schema)
        of_line = jsonschema.Draft202012Validator({
            "$schema": schema["$schema"], "$defs": schema["$defs"],
            "oneOf": [{"$ref": f"#/$defs/{line}"}, {"$ref": "#/$defs/ending"}]})
        for file in sorted(samples.iterdir()):
            if file.stem.startswith("health") != bool(prefix):
                continue
            if file.suffix == ".json":
                for error in whole.iter_errors(json.loads(read("JSON", file))):
                    fail(file, f"{error.json_path}: {error.message[:200]}")
            elif file.suffix == ".jsonl":
                for number, text in enumerate(read("JSON Lines", file).rstrip("\n").split("\n"), 1):
                    for error in of_line.iter_errors(json.loads(text)):
                        fail(file, f"line {number}: {error.message[:200]}")


def check_sarif(samples):
    """Every SARIF log holds to the standard: to the parts of it beside this file, and to the published schema where the
    variable SARIF_SCHEMA names a copy."""
    jsonschema = module("jsonschema", "jsonschema")
    if not jsonschema:
        return
    schemas = [pathlib.Path(__file__).with_name("sarif.schema.json")]
    if os.environ.get("SARIF_SCHEMA"):
        schemas.append(pathlib.Path(os.environ["SARIF_SCHEMA"]))
    validators = [jsonschema.validators.validator_for(schema)(schema)
                  for schema in (json.loads(file.read_text()) for file in schemas)]
    for file in sorted(samples.glob("*.sarif")):
        log = json.loads(read("SARIF", file))
        for validator in validators:
            for error in validator.iter_errors(log):
                fail(file, f"{error.json_path}: {error.message[:200]}")
        for run in log["runs"]:
            rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
            if len(set(rules)) != len(rules):
                fail(file, "a rule twice")
            for result in run["results"]:
                if rules[result["ruleIndex"]] != result["ruleId"]:
                    fail(file, f"the index of {result['ruleId']} leads to {rules[result['ruleIndex']]}")


def check_prometheus(samples):
    """Prometheus's own parser takes every text; what the textfile collector refuses is not there."""
    parser = module("prometheus_client.parser", "prometheus_client")
    if not parser:
        return
    for file in sorted(samples.glob("*.prometheus")):
        text = read("Prometheus", file)
        for word in ("HELP", "TYPE"):
            names = re.findall(rf"^# {word} (\S+)", text, re.MULTILINE)
            if len(set(names)) != len(names):
                fail(file, f"{word} twice")
        seen = set()
        for family in parser.text_string_to_metric_families(text):
            if family.type != "gauge" or not family.documentation:
                fail(file, f"{family.name} is {family.type}: {family.documentation!r}")
            for sample in family.samples:
                key = (sample.name, tuple(sorted(sample.labels.items())))
                if sample.timestamp is not None:
                    fail(file, f"{key} has a timestamp")
                if key in seen:
                    fail(file, f"{key} twice")
                seen.add(key)
        if text and not text.endswith("\n"):
            fail(file, "does not end with a newline")


def check_junit(samples):
    """An XML parser takes every text, the counts are those of what is there, and junitparser finds the same."""
    junitparser = module("junitparser", "junitparser")
    for file in sorted(samples.glob("*.junit")) + sorted(samples.glob("*.junit-strict")):
        root = ElementTree.fromstring(read("JUnit", file))
        cases = root.findall("testsuite/testcase")
        for attribute, found in (("tests", len(cases)), ("failures", len(root.findall(".//failure"))),
                                 ("errors", len(root.findall(".//error")))):
            if int(root.get(attribute)) != found:
                fail(file, f"{attribute} is {root.get(attribute)}, there are {found}")
        for suite in root.findall("testsuite"):
            names = [(case.get("classname"), case.get("name")) for case in suite.findall("testcase")]
            if len(set(names)) != len(names):
                fail(file, f"two test cases of {suite.get('name')} have one name")
        strict = file.suffix == ".junit-strict"
        if strict and any(case.get("file") or case.get("line") for case in cases):
            fail(file, "a strict report has a place")
        if junitparser:
            report = junitparser.JUnitXml.fromstring(file.read_text(encoding="utf-8"))
            if sum(suite.tests for suite in report) != len(cases):
                fail(file, "junitparser counts otherwise")


def check_images(samples):
    for file in sorted(samples.glob("*.svg")):
        root = ElementTree.fromstring(read("SVG", file))
        if root.tag != "{http://www.w3.org/2000/svg}svg":
            fail(file, f"is a {root.tag}")


def check_yaml():
    """Workflows and manifests are YAML with the members that their readers cannot do without."""
    yaml = module("yaml", "pyyaml")
    if not yaml:
        return
    for file in sorted((ROOT / ".github").rglob("*.yml")):
        for document in yaml.safe_load_all(read("YAML", file)):
            if file.parent.name == "workflows":
                # YAML 1.1 reads the key `on` as true.
                for key in ("name", True, "permissions", "jobs"):
                    if key not in document:
                        fail(file, f"has no {key}")
                for name, job in document["jobs"].items():
                    if "runs-on" not in job or "timeout-minutes" not in job:
                        fail(file, f"the job {name} has no runs-on or no timeout-minutes")
                    for step in job["steps"]:
                        if ("run" in step) == ("uses" in step):
                            fail(file, f"a step of {name} is neither a command nor an action: {step}")
                        if "run" in step:
                            check_shell(file, step["run"])
            elif "kubernetes" in file.name:
                for key in ("apiVersion", "kind", "metadata", "spec"):
                    if key not in document:
                        fail(file, f"a document has no {key}")
                if document["kind"] == "Job" and document["spec"].get("completionMode") == "Indexed":
                    check_index(file, document["spec"])
            elif file.name == "action.yml":
                for key in ("name", "description", "runs"):
                    if key not in document:
                        fail(file, f"has no {key}")
                for step in document["runs"]["steps"]:
                    if "run" in step and "shell" not in step:
                        fail(file, f"a command of a composite action names no shell: {step}")
                    if "run" in step:
                        check_shell(file, step["run"], step.get("shell", "sh"))
            elif file.parent.name == "ISSUE_TEMPLATE":
                if file.name != "config.yml" and not {"name", "description", "body"} <= document.keys():
                    fail(file, "a form has no name, description or body")
            else:
                jobs = [job for job in document.values() if isinstance(job, dict)]
                if not jobs or any("script" not in job or job["stage"] not in document["stages"] for job in jobs):
                    fail(file, "a job has no script or no stage that there is")
                for script in [script for job in jobs for script in job["script"]]:
                    check_shell(file, script)


def check_shell(file, script, shell="sh"):
    script = re.sub(r"\$\{\{.*?\}\}", "value", script)
    result = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True)
    counts["scripts"] = counts.get("scripts", 0) + 1
    if result.returncode:
        fail(file, f"a script is no shell: {result.stderr.strip()}")


def check_index(file, spec):
    """Kubernetes does not tell a pod how many there are, so the manifest has to say it twice."""
    variables = {entry["name"]: entry.get("value") for entry in spec["template"]["spec"]["containers"][0]["env"]}
    if variables.get("CONTRACT_SHARDS") != str(spec["completions"]):
        fail(file, f"CONTRACT_SHARDS is {variables.get('CONTRACT_SHARDS')}, completions {spec['completions']}")


def check_systemd():
    units = sorted((ROOT / ".github/examples").glob("*.service")) + sorted((ROOT / ".github/examples").glob("*.timer"))
    if not shutil.which("systemd-analyze"):
        missing["systemd-analyze"] = "it is part of systemd"
        return
    result = subprocess.run(["systemd-analyze", "verify", *map(str, units)], capture_output=True, text=True)
    for line in result.stderr.splitlines():
        # This machine has neither the user nor the binary; everything else has to be right.
        if not re.search(r"is not executable|Failed to prepare filename|not available", line):
            failures.append(f"systemd: {line}")
    counts["systemd units"] = len(units)


def main():
    samples = pathlib.Path(sys.argv[1])
    check_json(samples)
    check_sarif(samples)
    check_prometheus(samples)
    check_junit(samples)
    check_images(samples)
    check_yaml()
    check_systemd()
    for failure in failures:
        print("FAILED", failure)
    for reader, remedy in missing.items():
        print(f"not read by {reader}, which is not installed: {remedy}")
    print("read " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    sys.exit(1 if failures or missing and os.environ.get("CI") else 0)


main()
