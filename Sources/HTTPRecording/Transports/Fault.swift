import JSONValues

/// A failure of a network or a server.
public enum Fault: Sendable, Hashable {
    /// No connection can be established.
    case unreachable
    /// No response arrives in time.
    case timeout
    /// The connection is lost in the middle of the body.
    case connectionLost
    /// The body is empty.
    case emptyBody
    /// The body is invalid for its media type: JSON does not parse, an image is broken.
    case malformedBody
    /// The body is JSON of another shape: an array instead of an object, or an object instead of anything else.
    case otherShape
    /// The body is an object without members.
    case emptyObject
    /// The connection closes before all bytes of `Content-Length` have arrived.
    case truncatedBody
    /// An HTML page arrives instead, as from a captive portal.
    case wrongContentType
    /// The server responds with this status and an error page.
    case status(Int)
    /// The body arrives more slowly than the timeout allows.
    case slowBody
    /// An array of the body contains an empty object or null among its good elements.
    case badElement
    /// The redirects never end.
    case redirectLoop
    /// The body exceeds the size limit.
    case oversizedBody
    /// The first request with a token gets a 401. From then on only a new token is accepted.
    case expiredToken
    /// Every request with a token gets a 401.
    case revokedToken
    /// A request that repeats an earlier one with its entity tag gets a 304.
    case notModified
    /// The first request with the cursor of an earlier page gets a 410.
    case staleCursor

    private static let plain: [Fault] = [
        .unreachable, .timeout, .connectionLost, .emptyBody, .malformedBody, .otherShape, .emptyObject,
        .truncatedBody, .wrongContentType, .slowBody, .redirectLoop, .oversizedBody, .badElement, .expiredToken,
        .revokedToken, .notModified, .staleCursor,
    ]

    private static let byName = Dictionary(plain.map { ($0.rawValue, $0) }) { first, _ in first }

    /// The names in contracts, for suggestions. `status:` requires a number from 200 to 599.
    public static let names = plain.map(\.rawValue) + ["status:N"]

    package var circumstance: String {
        switch self {
        case .unreachable: "with no connection"
        case .timeout: "with no response in time"
        case .connectionLost: "with a lost connection"
        case .emptyBody: "with an empty body"
        case .malformedBody: "with a malformed body"
        case .otherShape: "with JSON of a different shape"
        case .emptyObject: "with an empty object"
        case .truncatedBody: "with a truncated body"
        case .wrongContentType: "with an HTML page"
        case .status(let status): "with status \(status)"
        case .slowBody: "with a slow body"
        case .badElement: "with a bad element"
        case .redirectLoop: "with endless redirects"
        case .oversizedBody: "with an oversized body"
        case .expiredToken: "with an expired token"
        case .revokedToken: "with a revoked token"
        case .notModified: "with a response of status 304"
        case .staleCursor: "with a stale cursor"
        }
    }
}

extension Fault: RawRepresentable {
    /// Parses a name such as `timeout` or `status:503`.
    public init?(rawValue: String) {
        if let known = Self.byName[rawValue] {
            self = known
            return
        }
        guard rawValue.hasPrefix("status:"), let status = Int(rawValue.dropFirst("status:".count)),
            (200...599).contains(status), rawValue == Self.status(status).rawValue
        else { return nil }
        self = .status(status)
    }

    /// The name in contracts.
    public var rawValue: String {
        if case .status(let status) = self { "status:\(status)" } else { "\(self)" }
    }
}

enum BadElement {
    /// Returns the bytes with a bad element in a collection, and the location of that collection; `nil` if there is no
    /// such collection.
    ///
    /// - Parameters:
    ///   - index: the index of a non-empty array or dictionary, outermost first and then in document order. Those at
    ///     equivalent locations, such as in each element of another array, count once.
    ///   - dictionaries: the locations of objects whose members are elements.
    static func added(
        to bytes: [UInt8], index: Int, dictionaries: [JSONPointer] = []
    ) -> (bytes: [UInt8], pointer: JSONPointer)? {
        guard let body = JSONBody(bytes) else { return nil }
        let places = dictionaries.flatMap { $0.matches(in: body.json).map(\.pointer) }
        let pointers = pointers(in: body.json, dictionaries: Set(places))
        guard pointers.indices.contains(index), let collection = body.json[pointer: pointers[index]] else { return nil }
        let changed = body.json.replacing(pointers[index], with: collection.withBadElement)
        return (body.bytes(of: changed), pointers[index])
    }

    private static func pointers(in json: JSON, dictionaries: Set<JSONPointer>) -> [JSONPointer] {
        var pointers: [JSONPointer] = []
        var known: Set<JSONPointer> = []
        var level = [(pointer: JSONPointer.root, kind: JSONPointer.root, json: json)]
        while !level.isEmpty {
            var next: [(pointer: JSONPointer, kind: JSONPointer, json: JSON)] = []
            for (pointer, kind, json) in level {
                let isCollection = json.arrayValue != nil || dictionaries.contains(pointer)
                let children = json.children
                if isCollection, !children.isEmpty, known.insert(kind).inserted { pointers.append(pointer) }
                next += children.map { (pointer.appending($0), kind.appending(isCollection ? "*" : $0), $1) }
            }
            level = next
        }
        return pointers
    }
}

extension JSON {
    fileprivate var withBadElement: JSON {
        let elements = children
        let bad: JSON = elements.contains { $0.json.objectValue != nil } ? [:] : .null
        // Code may know the names of a dictionary's members.
        if objectValue != nil, let last = elements.last { return setting(JSONPointer(tokens: [last.token]), to: bad) }
        var changed = elements.map(\.json)
        changed.insert(bad, at: (changed.count + 1) / 2)
        return .array(changed)
    }
}
