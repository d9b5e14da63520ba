#!/usr/bin/env python3
"""Holds comments in Sources to plain English, and Package.swift and the map in CONTRIBUTING.md to the imports.

No comment starts with a word of OPENINGS, "Whether" stands on Booleans alone, and no sentence is longer than LONGEST words.
Package.swift declares the modules that a target imports and no other. It needs Python's standard library and `swift`.
"""
import json
import pathlib
import re
import subprocess
import sys

OPENINGS = {"What", "Where", "How", "Who", "Which", "Of", "That"}
LONGEST = 30

COMMENT = re.compile(r"(?:^|.*\s)(///?)(?: (.*)|)$")
ITEM = re.compile(r"\s*(?:- (?:Parameter )?(?:(?P<name>\w+):\s+)?|\d+\. |#+ |> \w+: )(?P<text>.*)")
BOOLEAN = re.compile(r"\bBool\b|\b(?:var|let) \w+ = (?:true|false)\b")
DECLARATION = re.compile(r"\b(?:func|var|let|init|subscript)\b")


def comments(lines):
    """The comments of a file: the index of the first line, the texts of its lines, and the code that follows."""
    index, isLiteral = 0, False
    while index < len(lines):
        line = lines[index]
        match = None if isLiteral else COMMENT.match(line)
        if line.count('"""') % 2:
            isLiteral = not isLiteral
        code = line[:match.start(1)] if match else ""
        if not match or code.count('"') % 2:
            index += 1
            continue
        start, texts = index, [match.group(2) or ""]
        if code.strip():  # a comment behind code
            yield start, texts, code
            index += 1
            continue
        while index + 1 < len(lines) and re.match(r"\s*" + match.group(1) + r"(?!/)", lines[index + 1]):
            index += 1
            texts.append(lines[index].strip()[len(match.group(1)):].removeprefix(" "))
        index += 1
        yield start, texts, declaration(lines, index)


def declaration(lines, index):
    """The declaration below a comment, from its attributes to the brace or the value."""
    text = ""
    for line in lines[index:index + 25]:
        text += line.strip() + " "
        if re.search(r"\{|^\s*$", line) or DECLARATION.search(text) and text.count("(") == text.count(")"):
            break
    return text


def parts(texts):
    """The paragraphs and list items of a comment: the index of the line, the name of a parameter, the text."""
    found, isCode = [], False
    for index, text in enumerate(texts):
        if text.lstrip().startswith("```"):
            isCode = not isCode
            found.append(None)
            continue
        if isCode or not text.strip() or text.lstrip().startswith("|") or text.startswith("    "):
            found.append(None)
            continue
        item = ITEM.match(text)
        if item:
            found.append([index, item["name"], item["text"]])
        elif found and found[-1]:
            found[-1][2] += " " + text.strip()
        else:
            found.append([index, None, text.strip()])
    return [part for part in found if part]


def isBoolean(code, name):
    """Whether a declaration, or its parameter of a name, is a Boolean."""
    if name and name not in ("Returns", "Note", "Important"):
        return bool(re.search(rf"\b{name}(?: \w+)?: [^,]*\bBool\b", code))
    return bool(BOOLEAN.search(code.split(" where ")[0]))


def faults(text):
    """The faults of a file's comments: the number of the line and the message."""
    for start, texts, code in comments(text.split("\n")):
        for index, name, words in parts(texts):
            line = start + index + 1
            opening = (re.match(r"[*_`(]*(\w+)", words) or [None, ""])[1].capitalize()
            if opening in OPENINGS:
                yield line, f"the comment starts with '{opening}': name the thing, or start with a verb"
            if opening == "Whether" and not isBoolean(code, name):
                yield line, "'Whether' is for Booleans"
            for sentence in re.split(r"(?<=[.!?])[)\"'*_`]*\s", words):
                length = len(sentence.split())
                if length > LONGEST:
                    yield line, f"a sentence of {length} words, at most {LONGEST}: '{' '.join(sentence.split()[:6])} …'"


def imports(root, target, modules):
    """The modules of the package that the files of a target import."""
    name, kind = target["name"], "Tests" if target["type"] == "test" else "Sources"
    files = (root / (target.get("path") or f"{kind}/{name}")).rglob("*.swift")
    pieces = [piece for file in files for piece in file.read_text().split('"""')[::2]]
    found = re.findall(r"^\s*(?:@\w+ |\w+ )*?import (?:(?:struct|class|enum|func) )?(\w+)", "\n".join(pieces), re.M)
    return set(found) & modules - {name}


def manifest_faults(root):
    """Differences between the imports, the dependencies of targets in Package.swift, and the map in CONTRIBUTING.md."""
    dumped = subprocess.run(["swift", "package", "dump-package"], cwd=root, check=True, capture_output=True).stdout
    targets = {target["name"]: target for target in json.loads(dumped)["targets"] if target["type"] != "plugin"}
    imported = {name: imports(root, target, set(targets)) for name, target in targets.items()}
    for name, target in targets.items():
        declared = {next(iter(dependency.values()))[0] for dependency in target["dependencies"]}
        for module in sorted(imported[name] - declared):
            yield f"Package.swift: '{name}' imports {module} and does not declare it"
        for module in sorted(declared - imported[name]):
            if targets[module]["type"] != "executable":  # tests run it
                yield f"Package.swift: '{name}' declares {module} and does not import it"

    def reached(name):
        return imported[name].union(*map(reached, imported[name]))

    arrows = {
        (name, module) for name, target in targets.items() if "path" not in target and target["type"] != "test"
        for module in imported[name] if not any(module in reached(other) for other in imported[name])
    }
    drawn = set(re.findall(r"^ *(\w+) --> (\w+)$", (root / "CONTRIBUTING.md").read_text(), re.M))
    for name, module in sorted(arrows - drawn):
        yield f"CONTRIBUTING.md: the map lacks the arrow {name} --> {module}"
    for name, module in sorted(drawn - arrows):
        yield f"CONTRIBUTING.md: the map has the arrow {name} --> {module}, which other arrows or no import make needless"


if __name__ == "__main__":
    root = pathlib.Path(__file__).resolve().parents[2]
    told = list(manifest_faults(root))
    for file in sorted((root / "Sources").rglob("*.swift")):
        path = file.relative_to(root)
        told += [f"{path}:{line}: {message}" for line, message in faults(file.read_text())]
    for line in told:
        print(line)
    sys.exit(1 if told else 0)
