import Conformance
import ContractFormat
import Foundation
import JSONSchema

extension Report {
    /// Reads a report back from the text that the format `json` wrote: what was written comes back exactly.
    ///
    /// - Throws: `JSONSyntaxError` where the text is not JSON, ``ReportReadingError`` where it is no such report.
    public init(parsing data: Data) throws {
        try self.init(json: JSON(parsing: data))
    }

    /// Reads a report from the value that the format `json` wrote.
    ///
    /// - Throws: ``ReportReadingError`` where the value is no such report, or not a whole one.
    public init(json: JSON) throws(ReportReadingError) {
        let root = ReportNode(json, .root)
        let version = try root.member("schema")
        guard try version.int() == JSONReport.version else { throw version.error("\(JSONReport.version)") }
        try root.allow(["schema", "summary", "checks"])
        let summary = try root.member("summary")
        try summary.allow(["checks", "passed", "failed", "errors", "skipped", "probes", "seconds"])
        var checks: [CheckResult] = []
        for node in try root.member("checks").elements() { checks.append(try CheckResult(node)) }
        let report = Report(checks: checks, seconds: try summary.member("seconds").double())

        // A summary that does not fit tells of a report that was cut or edited.
        for (key, count) in [
            ("checks", checks.count), ("passed", report.count(.passed)), ("failed", report.count(.failed)),
            ("errors", report.count(.error)), ("skipped", report.count(.skipped)), ("probes", report.probes),
        ] {
            let node = try summary.member(key)
            guard try node.int() == count else { throw node.error("\(count), the number in \"checks\"") }
        }
        self = report
    }
}

/// Where a JSON text is not a report of this tool, and why.
public struct ReportReadingError: Error, Hashable, CustomStringConvertible {
    /// The JSON Pointer (RFC 6901) of the offending value.
    public let pointer: String
    /// What a report has there.
    public let expected: String
    /// What is there.
    public let found: String

    /// One line, without the name of the file, which the caller knows.
    public var description: String {
        let place = pointer.isEmpty ? "" : " at \(pointer.bounded(to: 200).visible())"
        return "not a JSON report of contracts: expected \(expected)\(place), found \(found)"
    }
}

/// A value of the report with its place, read strictly.
private struct ReportNode {
    let json: JSON
    let pointer: JSONPointer

    init(_ json: JSON, _ pointer: JSONPointer) {
        self.json = json
        self.pointer = pointer
    }

    func error(_ expected: String) -> ReportReadingError {
        let found =
            switch json {
            case .null, .bool, .number: json.text()
            case .string(let text): "\"\(text.bounded(to: 60).visible())\""
            case .array: "an array"
            case .object: "an object"
            }
        return ReportReadingError(pointer: pointer.description, expected: expected, found: found)
    }

    func optional(_ key: String) -> ReportNode? {
        json[key].map { ReportNode($0, pointer.appending(key)) }
    }

    func member(_ key: String) throws(ReportReadingError) -> ReportNode {
        guard let members = json.objectValue else { throw error("an object") }
        guard let value = members[key] else {
            throw ReportReadingError(pointer: pointer.description, expected: "a member \"\(key)\"", found: "none")
        }
        return ReportNode(value, pointer.appending(key))
    }

    func allow(_ known: Set<String>) throws(ReportReadingError) {
        for key in json.objectValue?.keys ?? [] where !known.contains(key) {
            throw ReportReadingError(
                pointer: pointer.appending(key).description, expected: "no such member",
                found: "one (from a newer version?)")
        }
    }

    func elements() throws(ReportReadingError) -> [ReportNode] {
        guard let elements = json.arrayValue else { throw error("an array") }
        return elements.enumerated().map { ReportNode($1, pointer.appending($0)) }
    }

    func string() throws(ReportReadingError) -> String {
        guard let value = json.stringValue else { throw error("a string") }
        return value
    }

    func int() throws(ReportReadingError) -> Int {
        guard let value = json.intValue, value >= 0 else { throw error("a whole number") }
        return value
    }

    func double() throws(ReportReadingError) -> Double {
        guard let value = json.doubleValue, value.isFinite else { throw error("a number") }
        return value
    }

    func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) throws(ReportReadingError) -> Word {
        guard let word = Word(rawValue: try string()) else {
            throw error("one of " + Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
        }
        return word
    }
}

extension CheckResult {
    fileprivate init(_ node: ReportNode) throws(ReportReadingError) {
        try node.allow(["id", "service", "kind", "outcome", "reason", "probes", "seconds", "score", "findings"])
        var findings: [Finding] = []
        for finding in try node.member("findings").elements() { findings.append(try Finding(finding)) }
        self.init(
            check: try Check(node), outcome: try node.member("outcome").word(Outcome.self),
            probes: try node.member("probes").int(), seconds: try node.member("seconds").double(), findings: findings,
            reason: try node.optional("reason")?.string(), score: try node.optional("score").map(ModelScore.init))
    }

    /// Reads one check as the JSON report writes it.
    package init(json: JSON) throws(ReportReadingError) { try self.init(ReportNode(json, .root)) }

    /// The check as the JSON report writes it.
    package var json: JSON { JSONReport.check(self) }
}

extension ModelScore {
    fileprivate init(_ node: ReportNode) throws(ReportReadingError) {
        try node.allow(["enforced", "total", "missing"])
        var missing: [String] = []
        for element in try node.member("missing").elements() { missing.append(try element.string()) }
        self.init(
            enforced: try node.member("enforced").int(), total: try node.member("total").int(), missing: missing)
    }
}

extension Check {
    fileprivate init(_ node: ReportNode) throws(ReportReadingError) {
        let service = try node.member("service").string()
        let kind = try node.member("kind").word(Kind.self)
        let id = try node.member("id").string()
        let whole = Check(service: service, kind: kind)
        let named = Check(service: service, kind: kind, "")
        if id.utf8.elementsEqual(whole.id.utf8) {
            self = whole
        } else if id.utf8.starts(with: named.id.utf8) {
            let name = id.unicodeScalars.dropFirst(named.id.unicodeScalars.count)
            self.init(service: service, kind: kind, String(name))
        } else {
            throw try node.member("id").error("an identifier that begins with \"\(whole.id)\"")
        }
    }
}

extension Finding {
    fileprivate init(_ node: ReportNode) throws(ReportReadingError) {
        try node.allow([
            "rule", "severity", "message", "expected", "found", "contract", "recording", "repeat", "fingerprint",
        ])
        var recording: Place?
        if let place = node.optional("recording") { recording = try Place(place) }
        self.init(
            rule: try node.member("rule").string(), severity: try node.member("severity").word(Severity.self),
            message: try node.member("message").string(), expected: try node.optional("expected")?.string(),
            found: try node.optional("found")?.string(), contract: try Place(node.member("contract")),
            recording: recording, repeatCommand: try node.member("repeat").string(),
            fingerprint: try node.member("fingerprint").string())
    }
}

extension Place {
    fileprivate init(_ node: ReportNode) throws(ReportReadingError) {
        try node.allow(["file", "line", "column", "pointer"])
        self.init(
            file: try node.member("file").string(), line: try node.member("line").int(),
            column: try node.member("column").int(), pointer: try node.member("pointer").string())
    }
}
