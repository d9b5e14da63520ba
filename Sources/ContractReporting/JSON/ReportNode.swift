import ContractChecking
import JSONSchema

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
struct ReportNode {
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

    func jsonPointer() throws(ReportReadingError) -> JSONPointer {
        let text = try string()
        do { return try JSONPointer(text) } catch { throw self.error("a JSON Pointer") }
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
