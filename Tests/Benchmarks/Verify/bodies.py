"""Parses the recordings of a corpus and validates their bodies, and does nothing else: usage: bodies.py FOLDER."""

import json
import pathlib
import sys

import jsonschema_rs

folder = pathlib.Path(sys.argv[1])
contract = json.loads((folder / "Contracts/corpus/contract.json").read_bytes())
validator = jsonschema_rs.Draft202012Validator(contract["models"]["Item"]["schema"], validate_formats=True)
for file in (folder / "Recordings/corpus").iterdir():
    for entry in json.loads(file.read_bytes())["log"]["entries"]:
        if not validator.is_valid(json.loads(entry["response"]["content"]["text"])):
            sys.exit(f"{file}: the body is not valid")
