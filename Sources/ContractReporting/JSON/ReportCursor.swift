import ContractChecking
import JSONSchema

/// An error about a JSON text that is not a report of this tool.
package struct ReportReadingError: Error, Hashable, CustomStringConvertible {
    /// The JSON Pointer (RFC 6901) of the offending value.
    package let pointer: JSONPointer
    /// The form that a report has there.
    package let expected: String
    /// The value that is there.
    package let found: String

    /// One line, without the name of the file, which the caller knows.
    package var description: String {
        let place = pointer.tokens.isEmpty ? "" : " at \(pointer.description.bounded(to: 200).visible())"
        return "not a JSON report of contracts: expected \(expected)\(place), found \(found)"
    }
}

/// A value of a report while it is read.
typealias ReportCursor = JSONCursor<ReportReading>

/// Reads what this tool wrote: it stops at the first thing that is anything else.
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
