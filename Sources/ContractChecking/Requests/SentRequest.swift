import Foundation
import HTTPRecording
import JSONSchema

/// A built or recorded request. Only a built one has a timeout and may hide its body.
///
/// A body stream is read on creation, because it can be read only once.
struct SentRequest {
    let message: RecordedRequest
    let components: URLComponents?
    /// The header fields, sorted by name. Fields of one name are joined.
    let headers: [HeaderFields.Field]
    /// `nil` if it is unknown.
    private(set) var timeout: TimeInterval?
    /// Whether the sent body cannot be observed.
    private(set) var hidesBody = false

    init(_ message: RecordedRequest) {
        self.message = message
        components = message.components
        headers = message.headers.foundation.sorted { $0.key < $1.key }.map { HeaderFields.Field($0.key, $0.value) }
    }

    init(_ built: URLRequest) {
        self.init(RecordedRequest(built))
        timeout = built.timeoutInterval
        hidesBody = built.hidesBody
    }

    var query: QueryPairs { QueryPairs(percentEncoded: components?.percentEncodedQuery) }
}

/// The pairs of a query as a server reads them (RFC 3986). Form decoding agrees unless there is a raw `+`.
struct QueryPairs: Sendable, Hashable {
    struct Pair: Sendable, Hashable {
        let name: String
        let value: String
    }

    private(set) var pairs: [Pair] = []
    /// The values by the bytes of their names: equal strings may have different bytes.
    private var byName: [[UInt8]: [String]] = [:]
    /// Names of pairs with a raw `+`, which servers read as a plus or as a space.
    private(set) var ambiguous: [String] = []
    /// Raw fields that are not percent-encoded UTF-8.
    private(set) var undecodable: [String] = []

    init(percentEncoded query: String?) {
        guard let query, !query.isEmpty else { return }
        for field in query.split(separator: "&", omittingEmptySubsequences: false) {
            let equals = field.firstIndex(of: "=")
            let name = String(field[..<(equals ?? field.endIndex)]).percentDecoded
            let value = (equals.map { String(field[field.index(after: $0)...]) } ?? "").percentDecoded
            guard let name, let value else {
                undecodable.append(String(field))
                continue
            }
            pairs.append(Pair(name: name, value: value))
            byName[Array(name.utf8), default: []].append(value)
            if field.contains("+") { ambiguous.append(name) }
        }
    }

    /// Parses an `application/x-www-form-urlencoded` body, in which `+` is a space.
    init(form bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        self.init(percentEncoded: text.replacing("+", with: "%20"))
    }

    func values(of name: String) -> [String] { byName[Array(name.utf8)] ?? [] }
}
