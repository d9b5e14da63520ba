import JSONSchema

/// Requires names that are valid in file names and identifiers, and that differ by more than letter case.
enum NameRule {
    static func check(_ contract: Contract, _ report: LintReport) {
        var names: [(String, JSONPointer)] = [(contract.service, contract.pointer(to: .service))]
        names += contract.models.map { ($0.name, $0.pointer) }
        names += contract.scenarios.map { ($0.name, $0.pointer) }
        for endpoint in contract.endpoints {
            names.append((endpoint.name, endpoint.pointer))
            names += endpoint.cases.map { ($0.name, $0.pointer(to: .name)) }
            names += endpoint.rejects.map { ($0.name, $0.pointer(to: .name)) }
            distinct(endpoint.cases.map { ($0.name, $0.pointer) }, "case", report)
            distinct(endpoint.rejects.map { ($0.name, $0.pointer) }, "reject", report)
        }
        for (name, pointer) in names {
            if let problem = ContractName.problem(name) { report("'\(name)' \(problem)", pointer) }
        }
        distinct(contract.models.map { ($0.name, $0.pointer) }, "model", report)
        distinct(contract.endpoints.map { ($0.name, $0.pointer) }, "endpoint", report)
        // A case `b` of an endpoint `a` and a scenario `a.b` share a file name.
        let files = Set(
            contract.endpoints.flatMap { endpoint in endpoint.cases.map { "\(endpoint.name).\($0.name)".lowercased() } }
        )
        for scenario in contract.scenarios where files.contains(scenario.name.lowercased()) {
            report(
                "the scenario '\(scenario.name)' and a case have the same recording file; rename one", scenario.pointer)
        }
    }

    private static func distinct(_ names: [(String, JSONPointer)], _ kind: String, _ report: LintReport) {
        var seen: [String: String] = [:]
        for (name, pointer) in names {
            if let other = seen.updateValue(name, forKey: name.lowercased()) {
                report(
                    other == name
                        ? "there are two \(kind)s named '\(name)'"
                        : "the \(kind)s '\(other)' and '\(name)' differ only in letter case, which some file systems ignore",
                    pointer)
            }
        }
    }
}

package enum ContractName {
    /// Returns the end of a message about an invalid name; `nil` for a valid one.
    package static func problem(_ name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.hasPrefix(".") || name.hasPrefix(" ") || name.hasSuffix(" ") {
            return "is not a valid name: it must not start with a dot, nor start or end with a space"
        }
        if name.utf8.count > 100 { return "is too long for a file name: at most 100 bytes" }
        if let bad = name.unicodeScalars.first(where: {
            $0.value < 0x20 || $0.value == 0x7F || "/\\:*?\"<>|".unicodeScalars.contains($0)
        }) {
            let isControl = bad.properties.generalCategory == .control
            return "contains \(isControl ? "a control character" : "'\(bad)'"), which a file name cannot contain"
        }
        return nil
    }

    package static func problem(ofNewService name: String) -> String? {
        if let problem = problem(name) { return problem }
        let bad = name.first {
            $0.isWhitespace || $0.isASCII && !$0.isLetter && !$0.isNumber && !"-_.".contains($0)
        }
        return bad.map { bad in
            "contains \(bad.isWhitespace ? "a blank" : "'\(bad)'"); it names a folder and begins identifiers: use letters, digits, "
                + "'-', '_' and '.'"
        }
    }
}
