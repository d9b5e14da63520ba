import JSONValues

/// The differences between two recordings or exchanges that a client may depend on. Changed values alone do not count.
public struct SemanticDiff: Sendable, Hashable {
    /// A single change.
    public struct Change: Sendable, Hashable, CustomStringConvertible {
        /// The kind of a change, ordered from worst to least for clients.
        public enum Kind: Int, Sendable, Hashable, CaseIterable, Comparable {
            /// The status code changed.
            case statusChanged
            /// The exchange is gone.
            case exchangeRemoved
            /// The media type of the body changed.
            case mediaTypeChanged
            /// A property of the body is gone.
            case propertyRemoved
            /// The type of a value changed.
            case typeChanged
            /// A value became null.
            case becameNull
            /// Some elements lack a property that every element had.
            case becameOptional
            /// A header field is gone.
            case headerRemoved
            /// A string has a value outside the few values that it had.
            case newValue
            /// The exchange is new.
            case exchangeAdded
            /// A property of the body is new.
            case propertyAdded
            /// A header field is new.
            case headerAdded

            /// Orders worse kinds first.
            public static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }
        }

        /// The kind of the change.
        public let kind: Kind
        /// The index of the exchange in the new recording; for a removed exchange, its index in the old recording.
        public let entry: Int
        /// The index of the exchange in the old recording; `nil` for an added exchange.
        public let oldEntry: Int?
        /// The location in the response body, with `*` for array elements; `nil` for a change outside the body.
        public let pointer: JSONPointer?
        /// The first value at the location in the new body; for a removed property, in the old body.
        public let example: JSONPointer?
        /// Whether some values at the location are unchanged. Then the data may have changed, not the service.
        public let isPartial: Bool
        /// The change in one sentence.
        public let message: String

        /// The message.
        public var description: String { message }

        fileprivate init(
            _ kind: Kind, _ entries: Entries, _ message: String, at pointer: JSONPointer? = nil,
            example: JSONPointer? = nil, isPartial: Bool = false
        ) {
            (self.kind, entry, oldEntry) = (kind, entries.new, entries.old)
            (self.pointer, self.example, self.isPartial, self.message) = (pointer, example, isPartial, message)
        }
    }

    /// All changes, worst first, then in the order of exchanges and bodies.
    public let changes: [Change]

    /// Compares recordings. Exchanges are paired by request; equal requests are paired in order.
    ///
    /// Remaining requests are paired if they differ only in values: the body, query values, and one path segment that
    /// contains a digit, such as an identifier.
    public init(from old: Recording, to new: Recording) {
        var pairing = Pairing(old.entries, new.entries)
        pairing.pair { $0 }
        pairing.pair { Pairing.Shape($0, without: nil) }
        for segment in pairing.numberedSegments { pairing.pair { Pairing.Shape($0, without: segment) } }
        var changes: [Change] = []
        for (index, exchange) in new.entries.enumerated() {
            if let match = pairing.matches[index] {
                changes += Self.changes(from: old.entries[match], to: exchange, at: (index, match))
            } else {
                changes.append(Change(.exchangeAdded, (index, nil), "\(Self.name(exchange)) is new"))
            }
        }
        for index in pairing.remaining {
            changes.append(Change(.exchangeRemoved, (index, index), "\(Self.name(old.entries[index])) is gone"))
        }
        self.changes = changes.sorted { $0.kind < $1.kind }
    }

    /// Compares two exchanges.
    public init(from old: HTTPExchange, to new: HTTPExchange) {
        changes = Self.changes(from: old, to: new, at: (0, 0)).sorted { $0.kind < $1.kind }
    }

    private static func name(_ exchange: HTTPExchange) -> String {
        "\(exchange.request.method) \(exchange.request.url)"
    }

    fileprivate typealias Entries = (new: Int, old: Int?)

    private static func changes(from old: HTTPExchange, to new: HTTPExchange, at entry: Entries) -> [Change] {
        var changes: [Change] = []
        if old.response.status != new.response.status {
            changes.append(
                Change(.statusChanged, entry, "the status was \(old.response.status) and is \(new.response.status)"))
        }
        if old.response.mediaType != new.response.mediaType {
            let (was, now) = (old.response.mediaType, new.response.mediaType)
            changes.append(
                Change(
                    .mediaTypeChanged, entry,
                    "the media type was \(was.isEmpty ? "missing" : was) and is \(now.isEmpty ? "missing" : now)"))
        }
        let (before, after) = (headerNames(old), headerNames(new))
        for name in before where !after.contains(name) {
            changes.append(Change(.headerRemoved, entry, "the header \(name) is gone"))
        }
        for name in after where !before.contains(name) {
            changes.append(Change(.headerAdded, entry, "the header \(name) is new"))
        }
        switch (JSONBody(old.response.body), JSONBody(new.response.body)) {
        case (let old?, let new?): compare(JSONShape(old.json), JSONShape(new.json), at: .root, entry, &changes)
        case (_?, nil):
            // The changed media type already reports this.
            guard old.response.mediaType == new.response.mediaType else { break }
            changes.append(Change(.typeChanged, entry, "the body is no longer JSON", at: .root, example: .root))
        case (nil, _): break
        }
        return changes
    }

    /// Returns the significant header names in lower case, in order. The media type is compared separately.
    private static func headerNames(_ exchange: HTTPExchange) -> [String] {
        var seen: Set<String> = ["content-type", "connection", "keep-alive", "transfer-encoding"]
        return exchange.response.headers.fields.map { $0.name.lowercased() }
            .filter { !Volatile.headers.contains($0) && seen.insert($0).inserted }
    }

    private static func compare(
        _ old: JSONShape, _ new: JSONShape, at pointer: JSONPointer, _ entry: Entries, _ changes: inout [Change]
    ) {
        func note(
            _ kind: Change.Kind, _ pointer: JSONPointer, _ example: JSONPointer, isPartial: Bool = false, _ text: String
        ) {
            let place = pointer.tokens.isEmpty ? "the body" : pointer.description
            changes.append(
                Change(kind, entry, "\(place) \(text)", at: pointer, example: example, isPartial: isPartial))
        }
        let (was, now) = (old.types.subtracting(["null"]), new.types.subtracting(["null"]))
        if !was.isEmpty, !now.isEmpty, !now.isSubset(of: was) {
            note(.typeChanged, pointer, new.first, "was \(list(was)) and is \(list(now))")
        }
        let wasNullable = old.types.contains("null")
        // If nulls occurred before, a few consecutive nulls are not a change.
        if now.isEmpty, !was.isEmpty, !wasNullable || new.count >= 5 {
            note(.becameNull, pointer, new.first, "became null")
        } else if !now.isEmpty, !wasNullable, new.types.contains("null") {
            note(.becameNull, pointer, new.first, isPartial: true, "is null in some places")
        }
        if let before = old.words, let after = new.words, old.count >= 5, before.count < old.count {
            for word in after.subtracting(before).sorted() {
                note(.newValue, pointer, new.first, "has a new value, \(JSON.string(word).text())")
            }
        }
        for key in old.keys {
            guard let before = old.members[key] else { continue }
            let place = pointer.appending(key)
            guard let after = new.members[key] else {
                if new.objects > 0 { note(.propertyRemoved, place, before.first, "is gone") }
                continue
            }
            if before.count == old.objects, after.count < new.objects {
                note(
                    .becameOptional, place, after.first, isPartial: true,
                    "is missing in \(new.objects - after.count) of \(new.objects)")
            }
            compare(before, after, at: place, entry, &changes)
        }
        for key in new.keys where old.members[key] == nil && old.objects > 0 {
            guard let after = new.members[key] else { continue }
            note(.propertyAdded, pointer.appending(key), after.first, "is new")
        }
        if let before = old.elements.first, let after = new.elements.first {
            compare(before, after, at: pointer.appending("*"), entry, &changes)
        }
    }

    private static func list(_ types: Set<String>) -> String { types.sorted().joined(separator: " or ") }
}

struct Pairing {
    /// A request without its values: method, origin, path and query item names.
    struct Shape: Hashable {
        let method: String
        let origin: String
        let segments: [[UInt8]]
        let names: [[UInt8]]

        /// - Parameter segment: the index of a path segment that may differ if it contains a digit. Identifiers often
        ///   contain digits; resource names rarely do.
        init(_ key: RequestKey, without segment: Int?) {
            method = key.method
            origin = key.origin
            segments = key.segments.enumerated().map {
                $0.offset == segment && $0.element.contains(where: \.isASCIIDigit) ? [] : $0.element
            }
            names = key.query.map(\.name)
        }
    }

    private let old: [RequestKey]
    private let new: [RequestKey]
    private(set) var matches: [Int: Int] = [:]
    private(set) var remaining: [Int]

    init(_ old: [HTTPExchange], _ new: [HTTPExchange]) {
        self.old = old.map { RequestKey($0.request) }
        self.new = new.map { RequestKey($0.request) }
        remaining = Array(old.indices)
    }

    /// The indices of path segments with a digit in an unpaired new request.
    var numberedSegments: [Int] {
        let segments = new.indices.filter { matches[$0] == nil }.flatMap { new[$0].segments.enumerated() }
        return Set(segments.filter { $0.element.contains(where: \.isASCIIDigit) }.map(\.offset)).sorted()
    }

    /// Pairs the remaining exchanges that have equal keys, in order.
    mutating func pair(by key: (RequestKey) -> some Hashable) {
        guard !remaining.isEmpty, matches.count < new.count else { return }
        var waiting = Dictionary(grouping: remaining) { key(old[$0]) }.mapValues { $0[...] }
        for index in new.indices where matches[index] == nil {
            matches[index] = waiting[key(new[index])]?.popFirst()
        }
        remaining = waiting.values.joined().sorted()
    }
}
