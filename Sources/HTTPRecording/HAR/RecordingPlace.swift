import JSONSchema

/// A place in a recording's file.
public struct RecordingPlace: Sendable, Hashable, CustomStringConvertible {
    /// The file as it was named when it was read.
    public let file: String
    /// Counted from 1.
    public let line: Int
    /// Counted from 1.
    public let column: Int
    /// What stands there (RFC 6901).
    public let pointer: JSONPointer

    /// `file:line:column`, as compilers print it.
    public var description: String { "\(file):\(line):\(column)" }
}

/// Why a file is no usable HAR.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where the fault is.
    public let place: RecordingPlace
    /// What was expected and what was found.
    public let message: String

    /// `file:line:column: message (at pointer)`.
    public var description: String {
        let pointer = place.pointer.description
        return "\(place): \(message)" + (pointer.isEmpty ? "" : " (at \(pointer))")
    }
}

/// The text that a recording was read from.
struct RecordingSource: Sendable {
    let file: String
    let bytes: [UInt8]
    private let map: JSONSourceMap

    init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        map = JSONSourceMap(bytes)
    }

    /// The place of what a pointer names, or of the nearest thing around it that is there.
    func place(of pointer: JSONPointer) -> RecordingPlace {
        var nearest: JSONPointer? = pointer
        while let candidate = nearest {
            if let position = map.position(of: candidate) {
                return RecordingPlace(file: file, line: position.line, column: position.column, pointer: pointer)
            }
            nearest = candidate.parent
        }
        return RecordingPlace(file: file, line: 1, column: 1, pointer: pointer)
    }
}

extension Recording {
    /// A part of an entry that a finding can point to.
    public enum Part: Sendable, Hashable {
        /// The whole entry.
        case entry
        /// The request.
        case request
        /// The request's method.
        case requestMethod
        /// The request's URL.
        case requestURL
        /// The request's body.
        case requestBody
        /// The request's header field at an index.
        case requestHeader(Int)
        /// The response.
        case response
        /// The response's status.
        case status
        /// The response's body.
        case body
        /// The response's header field at an index.
        case header(Int)
        /// The response's headers.
        case headers
    }

    /// The pointer of a part of an entry, such as `/log/entries/0/response/status`.
    public static func pointer(to part: Part, ofEntry index: Int) -> JSONPointer {
        let tokens: [String] =
            switch part {
            case .entry: []
            case .request: ["request"]
            case .requestMethod: ["request", "method"]
            case .requestURL: ["request", "url"]
            case .requestBody: ["request", "postData", "text"]
            case .requestHeader(let header): ["request", "headers", String(header)]
            case .response: ["response"]
            case .status: ["response", "status"]
            case .body: ["response", "content", "text"]
            case .headers: ["response", "headers"]
            case .header(let header): ["response", "headers", String(header)]
            }
        return JSONPointer(tokens: ["log", "entries", String(index)] + tokens)
    }

    /// Where something stands in the file the recording was read from; `nil` for a recording that was not read.
    public func place(of pointer: JSONPointer) -> RecordingPlace? { source?.place(of: pointer) }

    /// Where a part of an entry stands in the file the recording was read from.
    public func place(of part: Part, ofEntry index: Int) -> RecordingPlace? {
        place(of: Self.pointer(to: part, ofEntry: index))
    }
}
