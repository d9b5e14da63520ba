#!/usr/bin/env python3
"""Refuses what iOS, tvOS, watchOS and visionOS lack in every target that a test target imports.

    check.py [--self-test]

The targets are those that the products for test targets are made of. The conditions of `#if` are evaluated for each platform; in
what is left, comments and literals taken out, no symbol may stand that the platform lacks. The compiler parses the same
branches too, which it can without an SDK. It needs nothing but Python's standard library and `swift`.
"""
import json
import pathlib
import re
import subprocess
import sys

# What a test target on a device or in a simulator is made of.
PRODUCTS = ["JSONSchema", "HTTPRecording", "ContractTesting", "ContractServing"]
PLATFORMS = {
    "iOS": "arm64-apple-ios16.0", "tvOS": "arm64-apple-tvos16.0", "watchOS": "arm64_32-apple-watchos9.0",
    "visionOS": "arm64-apple-xros1.0",
}
IMPORTABLE = {"Darwin", "Foundation", "XCTest", "Testing", "Dispatch", "os", "CoreFoundation", "ObjectiveC"}
# Types and members, wherever they are named, and functions of the C library, where they are called.
NAMES = {
    "Process": "there are no subprocesses", "NSTask": "there are no subprocesses",
    "homeDirectoryForCurrentUser": "there is no home directory", "NSAppleScript": "there is no AppleScript",
    "DispatchSourceSignal": "signals are the system's own", "DispatchSourceProcess": "there are no subprocesses",
    "Host": "hosts cannot be asked for",
}
CALLS = {
    **dict.fromkeys(
        ["fork", "vfork", "system", "popen", "pclose", "execl", "execlp", "execv", "execve", "execvp", "posix_spawn",
         "posix_spawnp", "waitpid", "wait4", "ptrace"], "there are no subprocesses"),
    **dict.fromkeys(
        ["socket", "bind", "listen", "accept", "setsockopt", "getsockname", "socketpair"],
        "sockets belong to what runs on a Mac or on Linux"),
    **dict.fromkeys(["signal", "sigaction", "kill", "raise"], "signals are the system's own"),
}
NAME = re.compile(r"(?<![\w`])(" + "|".join(NAMES) + r")(?!\w)")
CALL = re.compile(r"(?<![\w.`])(?:(?:Darwin|Glibc)\.)?(" + "|".join(CALLS) + r")\s*\(")
DECLARED = re.compile(r"\b(?:func|var|let|case|class|struct|enum|actor|protocol|typealias)\s+$")


def without_literals(text):
    """The text with comments and the text of literals blanked; line breaks stay."""
    out, index, depth = [], 0, 0
    stack = []  # literals that are open around an interpolation: (number signs, is multiline, parentheses)
    blank = lambda piece: "".join(c if c == "\n" else " " for c in piece)
    literal = None
    while index < len(text):
        if literal:
            signs, multiline = literal
            end = ('"""' if multiline else '"') + "#" * signs
            escape = "\\" + "#" * signs
            if text.startswith(end, index):
                out.append(blank(end))
                index += len(end)
                literal = None
            elif text.startswith(escape + "(", index):
                out.append(blank(escape) + "(")
                index += len(escape) + 1
                stack.append((literal, depth))
                literal, depth = None, 0
            elif text.startswith(escape, index):
                out.append(blank(text[index:index + len(escape) + 1]))
                index += len(escape) + 1
            elif text[index] == "\n" and not multiline:
                out.append("\n")
                index += 1
                literal = None  # It was no literal: a regular expression with a quote in it.
            else:
                out.append(blank(text[index]))
                index += 1
            continue
        if text.startswith("//", index):
            end = text.find("\n", index)
            end = len(text) if end < 0 else end
            out.append(blank(text[index:end]))
            index = end
            continue
        if text.startswith("/*", index):
            level, end = 1, index + 2
            while level and end < len(text):
                if text.startswith("/*", end):
                    level, end = level + 1, end + 2
                elif text.startswith("*/", end):
                    level, end = level - 1, end + 2
                else:
                    end += 1
            out.append(blank(text[index:end]))
            index = end
            continue
        opening = re.compile(r'(#*)("""|")').match(text, index)
        if opening:
            literal = (len(opening.group(1)), opening.group(2) == '"""')
            out.append(blank(opening.group(0)))
            index = opening.end()
            continue
        character = text[index]
        if stack and character == "(":
            depth += 1
        elif stack and character == ")":
            if depth == 0:
                (literal, depth) = stack.pop()
                out.append(")")
                index += 1
                continue
            depth -= 1
        out.append(character)
        index += 1
    return "".join(out)


def holds(condition, platform):
    """Whether a condition of `#if` holds on a platform."""
    known = {
        "os": lambda name: name == platform, "canImport": lambda name: name.split(".")[0] in IMPORTABLE,
        "targetEnvironment": lambda name: name == "simulator", "arch": lambda name: name == "arm64",
        "compiler": lambda _: True, "swift": lambda _: True, "hasFeature": lambda _: True,
        "hasAttribute": lambda _: True, "_runtime": lambda name: name == "_ObjC",
    }

    def value(match):
        name, argument = match.group(1), match.group(2).strip()
        if name not in known:
            raise ValueError(f"'{name}({argument})' is no condition that the import supports")
        return str(known[name](argument))

    expression = re.sub(r"(\w+)\(([^()]*)\)", value, condition)
    expression = expression.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    names = set(re.findall(r"[A-Za-z_]\w*", expression)) - {"and", "or", "not", "True", "False"}
    for name in names:  # DEBUG and other flags: what is not set
        expression = re.sub(rf"\b{name}\b", "False", expression)
    return bool(eval(expression, {"__builtins__": {}}))  # only words that were put there above


def active(text, platform):
    """The lines that the compiler sees on a platform, the others empty."""
    lines, stack = [], []
    for line in text.split("\n"):
        word = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line)
        if word:
            kind, condition = word.group(1), word.group(2)
            if kind == "if":
                taken = holds(condition, platform)
                stack.append([taken, taken])
            elif kind == "elseif":
                stack[-1] = [not stack[-1][1] and holds(condition, platform), stack[-1][1]]
                stack[-1][1] = stack[-1][1] or stack[-1][0]
            elif kind == "else":
                stack[-1] = [not stack[-1][1], True]
            else:
                stack.pop()
            lines.append("")
        else:
            lines.append(line if all(taken for taken, _ in stack) else "")
    return "\n".join(lines)


def faults(path, text, platforms=PLATFORMS):
    """What a file uses and a platform lacks, each told once."""
    found, plain = {}, without_literals(text)
    for platform in platforms:
        seen = active(plain, platform)
        for pattern, reasons in [(NAME, NAMES), (CALL, CALLS)]:
            for match in pattern.finditer(seen):
                if DECLARED.search(seen[:match.start()]):
                    continue
                line = seen.count("\n", 0, match.start()) + 1
                column = match.start() - (seen.rfind("\n", 0, match.start()) + 1) + 1
                found.setdefault((line, column, match.group(1), reasons[match.group(1)]), []).append(platform)
    for (line, column, name, reason), platforms in sorted(found.items()):
        yield (f"{path}:{line}:{column}: error: '{name}' is not for {', '.join(platforms)}: {reason}; put it under "
               "'#if os(macOS) || os(Linux)', or into a target of the command line")


def closure(package, platform):
    """The targets that the products for test targets are made of on a platform."""
    targets = {target["name"]: target for target in package["targets"]}
    products = {product["name"]: product["targets"] for product in package["products"]}
    wanted, seen = [name for product in PRODUCTS for name in products[product]], {}
    while wanted:
        name = wanted.pop()
        if name in seen or name not in targets:
            continue
        seen[name] = targets[name]
        for dependency in targets[name]["dependencies"]:
            needed, condition = next(iter(dependency.values()))[0], next(iter(dependency.values()))[-1]
            platforms = (condition or {}).get("platformNames") if isinstance(condition, dict) else None
            if not platforms or platform.lower() in platforms:
                wanted.append(needed)
    return seen


def self_test():
    refused = ["let p = Process()", "let x = \"\\(Process())\"", "if fork() == 0 {}", "#if !os(Linux)\n_ = system(c)\n#endif",
               "FileManager.default.homeDirectoryForCurrentUser", "#if canImport(Darwin)\n_ = socket(1, 2, 3)\n#endif",
               "#if os(Linux)\n#else\nlet p: Process? = nil\n#endif"]
    sound = ["ProcessInfo.processInfo", "// Process()", "let t = \"Process()\"", "#if os(macOS) || os(Linux)\nProcess()\n#endif",
             "server.listen(1)", "func listen(_ x: Int) {}", "/* a /* Process() */ b */", "let t = \"\"\"\n Process()\n \"\"\"",
             "let t = #\"\\(Process())\"#", "#if canImport(Glibc)\n_ = fork()\n#endif", "#if os(Linux)\n_ = socket(1, 2, 3)\n#endif"]
    for text in refused:
        assert list(faults("planted", text)), f"not refused: {text}"
    for text in sound:
        assert not list(faults("planted", text)), f"refused: {text}"
    print(f"portability: {len(refused)} planted faults are refused, {len(sound)} sound texts pass")


def main():
    self_test()
    if "--self-test" in sys.argv:
        return 0
    root = pathlib.Path(__file__).resolve().parents[2]
    package = json.loads(subprocess.run(["swift", "package", "dump-package"], cwd=root, check=True, capture_output=True).stdout)
    told, count = [], 0
    closures = {platform: closure(package, platform) for platform in PLATFORMS}
    targets = {name: target for closed in closures.values() for name, target in closed.items()}
    for name, target in sorted(targets.items()):
        folder = root / (target.get("path") or f"Sources/{name}")
        files = sorted(folder.rglob("*.swift"))
        count += len(files)
        platforms = [platform for platform in PLATFORMS if name in closures[platform]]
        for file in files:
            told += faults(file.relative_to(root), file.read_text(), platforms)
        for platform in platforms if files else []:
            triple = PLATFORMS[platform]
            parsed = subprocess.run(
                ["swiftc", "-frontend", "-parse", "-parse-as-library", "-swift-version", "6", "-target", triple, *map(str, files)],
                capture_output=True, text=True)
            if parsed.returncode:
                told += [f"{platform}: {line}" for line in parsed.stderr.split("\n") if "error:" in line]
    for line in told:
        print(line)
    print(f"portability: {len(targets)} targets of {count} files for {', '.join(PLATFORMS)}: "
          + (f"{len(told)} faults" if told else "no fault"))
    return 1 if told else 0


sys.exit(main())
