import JSONSchema

/// What changed in meaning between two recordings or exchanges: not values, but what a client can rely on.
public struct SemanticDiff: Sendable, Hashable {
    /// One change.
    public struct Change: Sendable, Hashable, CustomStringConvertible {
        /// What kind of change it is, the worst for clients first.
        public enum Kind: Int, Sendable, Hashable, CaseIterable, Comparable {
            case statusChanged, exchangeRemoved, mediaTypeChanged, propertyRemoved, typeChanged, becameNull
            case becameOptional, headerRemoved, newValue, exchangeAdded, propertyAdded, headerAdded

            /// Orders the worst first.
            public static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }
        }

        /// What kind of change it is.
        public let kind: Kind
        /// The index of the exchange in the new recording, or in the old one where it was removed.
        public let entry: Int
        /// The place in the response's body, `*` for the elements of an array; `nil` for what is not in a body.
        public let pointer: JSONPointer?
        /// The first value of that place in the new body, or in the old one where it was removed.
        public let example: JSONPointer?
        /// One sentence.
        public let message: String

        /// The message.
        public var description: String { message }
    }

    /// Every change, worst first, then in the order of the exchanges and of their bodies.
    public let changes: [Change]

    /// Compares recordings: exchanges are paired by request, equal requests in their order.
    public init(from old: Recording, to new: Recording) {
        var remaining: [RequestKey: ArraySlice<Int>] = [:]
        for (index, exchange) in old.entries.enumerated() {
            remaining[RequestKey(exchange.request), default: []].append(index)
        }
        var changes: [Change] = []
        for (index, exchange) in new.entries.enumerated() {
            if let match = remaining[RequestKey(exchange.request)]?.popFirst() {
                changes += Self.changes(from: old.entries[match], to: exchange, entry: index)
            } else {
                changes.append(Self.change(.exchangeAdded, index, "\(Self.name(exchange)) is new"))
            }
        }
        for index in remaining.values.joined().sorted() {
            changes.append(Self.change(.exchangeRemoved, index, "\(Self.name(old.entries[index])) is gone"))
        }
        self.changes = Self.sorted(changes)
    }

    /// Compares two exchanges.
    public init(from old: HTTPExchange, to new: HTTPExchange) {
        changes = Self.sorted(Self.changes(from: old, to: new, entry: 0))
    }

    private static func sorted(_ changes: [Change]) -> [Change] {
        changes.enumerated().sorted { ($0.element.kind, $0.offset) < ($1.element.kind, $1.offset) }.map(\.element)
    }

    private static func name(_ exchange: HTTPExchange) -> String {
        "\(exchange.request.method) \(exchange.request.url)"
    }

    private static func change(_ kind: Change.Kind, _ entry: Int, _ message: String) -> Change {
        Change(kind: kind, entry: entry, pointer: nil, example: nil, message: message)
    }

    private static func changes(from old: HTTPExchange, to new: HTTPExchange, entry: Int) -> [Change] {
        var changes: [Change] = []
        if old.response.status != new.response.status {
            changes.append(
                change(.statusChanged, entry, "the status was \(old.response.status) and is \(new.response.status)"))
        }
        if old.response.mediaType != new.response.mediaType {
            let (was, now) = (old.response.mediaType, new.response.mediaType)
            changes.append(
                change(
                    .mediaTypeChanged, entry,
                    "the media type was \(was.isEmpty ? "missing" : was) and is \(now.isEmpty ? "missing" : now)"))
        }
        let (before, after) = (headerNames(old), headerNames(new))
        for name in before where !after.contains(name) {
            changes.append(change(.headerRemoved, entry, "the header \(name) is gone"))
        }
        for name in after where !before.contains(name) {
            changes.append(change(.headerAdded, entry, "the header \(name) is new"))
        }
        if let old = bodyShape(old), let new = bodyShape(new) {
            compare(old, new, at: .root, entry, &changes)
        }
        return changes
    }

    /// The names that mean something, in lower case and in their order; the media type is compared by itself.
    private static func headerNames(_ exchange: HTTPExchange) -> [String] {
        var seen: Set<String> = ["content-type", "connection", "keep-alive", "transfer-encoding"]
        return exchange.response.headers.fields.map { $0.name.lowercased() }
            .filter { !Volatile.headers.contains($0) && seen.insert($0).inserted }
    }

    /// The shape of a JSON body, a prefix against script inclusion left out; `nil` for another one.
    private static func bodyShape(_ exchange: HTTPExchange) -> JSONShape? {
        let body = exchange.response.body
        // What is no JSON has no properties to compare.
        if let json = try? JSON(parsing: body) { return JSONShape(json) }
        guard let start = body.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }), start <= 16,
            let json = try? JSON(parsing: Array(body[start...]))
        else { return nil }
        return JSONShape(json)
    }

    private static func compare(
        _ old: JSONShape, _ new: JSONShape, at pointer: JSONPointer, _ entry: Int, _ changes: inout [Change]
    ) {
        func note(_ kind: Change.Kind, _ pointer: JSONPointer, _ example: JSONPointer, _ text: String) {
            let place = pointer.tokens.isEmpty ? "the body" : pointer.description
            changes.append(
                Change(kind: kind, entry: entry, pointer: pointer, example: example, message: "\(place) \(text)"))
        }
        let (was, now) = (old.types.subtracting(["null"]), new.types.subtracting(["null"]))
        if !was.isEmpty, !now.isEmpty, !now.isSubset(of: was) {
            note(.typeChanged, pointer, new.first, "was \(list(was)) and is \(list(now))")
        }
        if new.types.contains("null"), !old.types.contains("null") {
            note(.becameNull, pointer, new.first, now.isEmpty ? "became null" : "is null in some places")
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
                    .becameOptional, place, after.first, "is missing in \(new.objects - after.count) of \(new.objects)")
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
