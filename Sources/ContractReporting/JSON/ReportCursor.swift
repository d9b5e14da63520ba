import JSONSchema

package struct ReportReadingError: Error, Hashable, CustomStringConvertible {
    package let pointer: JSONPointer
    package let expected: String
    package let found: String

    /// One line without the file name, which the caller knows.
    package var description: String {
        let place = pointer.tokens.isEmpty ? "" : " at \(pointer.description.bounded(to: 200).visible())"
        return "not a JSON report of contracts: expected \(expected)\(place), found \(found)"
    }
}

typealias ReportCursor = JSONCursor<ReportReading>

final class ReportReading: StoppingReading {
    func failure(_ fault: JSONFault) -> ReportReadingError {
        switch fault.kind {
        case .expected(let expected, let found):
            ReportReadingError(pointer: fault.pointer, expected: expected, found: found ?? Self.shown(fault.json))
        case .missing(let key):
            ReportReadingError(pointer: fault.pointer, expected: "a member \"\(key)\"", found: "none")
        case .unknown(let key, _):
            ReportReadingError(
                pointer: fault.pointer.appending(key), expected: "no such member", found: "one (from a newer version?)")
        }
    }

    private static func shown(_ json: JSON) -> String {
        switch json {
        case .null, .bool, .number: json.text()
        case .string(let text): "\"\(text.bounded(to: 60).visible())\""
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension ReportCursor {
    init(_ json: JSON) { self.init(json, ReportReading()) }
}
