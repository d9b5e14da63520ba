import ContractFormat
import JSONSchema

/// A JSON pointer in a document, which is named by its path in the service's folder.
struct Location: Sendable, Hashable {
    static let contract = "contract.json"

    let document: String
    let pointer: JSONPointer

    static func recording(_ file: String) -> String { recordingPrefix + file }

    var recording: String? {
        document.hasPrefix(Self.recordingPrefix) ? String(document.dropFirst(Self.recordingPrefix.count)) : nil
    }

    // No document path starts with two slashes.
    private static let recordingPrefix = "//recording/"

    func appending(_ tokens: [String]) -> Location {
        Location(document: document, pointer: JSONPointer(tokens: pointer.tokens + tokens))
    }
}

struct Spot: Sendable {
    let location: Location
    let value: JSON

    subscript(key: String) -> Spot? { value[key].map { at([key], $0) } }

    subscript(key: some ContractKey) -> Spot? { self[key.rawValue] }

    var members: [(key: String, spot: Spot)] {
        (value.objectValue ?? [:]).map { ($0.key, at([$0.key], $0.value)) }
    }

    var elements: [Spot] { (value.arrayValue ?? []).enumerated().map { at(["\($0)"], $1) } }

    var list: [Spot] { value.arrayValue == nil ? [self] : elements }

    func at(_ tokens: [String], _ value: JSON) -> Spot { Spot(location: location.appending(tokens), value: value) }

    var emptied: Spot { Spot(location: location, value: .object([:])) }
}

struct Pair: Sendable {
    let old: Spot?
    let new: Spot?

    subscript(key: String) -> Pair { Pair(old: old?[key], new: new?[key]) }

    subscript(key: some ContractKey) -> Pair { self[key.rawValue] }

    var keys: [String] {
        let new = new?.value.objectValue?.keys ?? []
        let known = Set(new)
        return new + (old?.value.objectValue?.keys ?? []).filter { !known.contains($0) }
    }

    var members: [(key: String, pair: Pair)] { keys.map { ($0, self[$0]) } }

    /// The members of both sides by case-insensitive key, as header field names are compared.
    var headers: [(key: String, pair: Pair)] {
        var rest = (old?.members ?? []).map { (key: $0.key, lower: $0.key.lowercased(), spot: $0.spot) }
        let news = (new?.members ?? []).map { key, spot in
            let index = rest.firstIndex { $0.lower == key.lowercased() }
            return (key: key, pair: Pair(old: index.map { rest.remove(at: $0).spot }, new: spot))
        }
        return news + rest.map { ($0.key, Pair(old: $0.spot, new: nil)) }
    }

    func members(renamed: [String: String]) -> [(key: String, pair: Pair)] {
        let former = renamed.inverted
        return members.compactMap { name, pair in
            if let newName = renamed[name], pair.old != nil {
                return (newName, Pair(old: pair.old, new: new?[newName]))
            }
            return former[name] == nil ? (name, pair) : nil
        }
    }

    var elements: [Pair] { Self.zipped(old?.elements ?? [], new?.elements ?? []) }

    /// The elements of both sides. A value that is not an array counts as an array of one.
    var list: [Pair] { Self.zipped(old?.list ?? [], new?.list ?? []) }

    private static func zipped(_ old: [Spot], _ new: [Spot]) -> [Pair] {
        (0..<max(old.count, new.count)).map {
            Pair(old: $0 < old.count ? old[$0] : nil, new: $0 < new.count ? new[$0] : nil)
        }
    }

    func oneSidedElements<Key: Hashable>(by key: (Spot) -> Key) -> [(key: Key, pair: Pair)] {
        func keyed(_ spot: Spot?) -> [(key: Key, spot: Spot)] { (spot?.elements ?? []).map { (key($0), $0) } }
        return Self.matched(keyed(old), keyed(new)).filter(\.pair.isOneSided)
    }

    private static func matched<Key: Hashable>(
        _ olds: [(key: Key, spot: Spot)], _ news: [(key: Key, spot: Spot)]
    ) -> [(key: Key, pair: Pair)] {
        let oldByKey = Dictionary(olds.map { ($0.key, $0.spot) }) { first, _ in first }
        let newKeys = Set(news.map(\.key))
        return news.map { ($0.key, Pair(old: oldByKey[$0.key], new: $0.spot)) }
            + olds.filter { !newKeys.contains($0.key) }.map { ($0.key, Pair(old: $0.spot, new: nil)) }
    }

    var verb: String { old == nil ? "is new" : new == nil ? "is gone" : "changed" }

    var isOneSided: Bool { (old == nil) != (new == nil) }

    var isSame: Bool { old?.value == new?.value }

    /// Pairs the elements of both arrays by a member's string, or by index if it is missing or repeated.
    func elements(by key: some ContractKey) -> [(key: String, pair: Pair)] {
        func named(_ spot: Spot?) -> [(key: String, spot: Spot)] {
            var seen: Set<String> = []
            return (spot?.elements ?? []).enumerated().map { index, element in
                let name = element[key]?.value.stringValue ?? "#\(index)"
                return (seen.insert(name).inserted ? name : "\(name)#\(index)", element)
            }
        }
        return Self.matched(named(old), named(new))
    }
}

extension [String: String] {
    var inverted: [String: String] { Dictionary(map { ($1, $0) }) { first, _ in first } }
}
