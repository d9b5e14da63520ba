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

struct LocatedValue: Sendable {
    let location: Location
    let value: JSON

    subscript(key: String) -> LocatedValue? { value[key].map { at([key], $0) } }

    subscript(key: some ContractKey) -> LocatedValue? { self[key.rawValue] }

    var members: [(key: String, located: LocatedValue)] {
        (value.objectValue ?? [:]).map { ($0.key, at([$0.key], $0.value)) }
    }

    var elements: [LocatedValue] { (value.arrayValue ?? []).enumerated().map { at(["\($0)"], $1) } }

    var list: [LocatedValue] { value.arrayValue == nil ? [self] : elements }

    func at(_ tokens: [String], _ value: JSON) -> Self { Self(location: location.appending(tokens), value: value) }
}

struct ValuePair: Sendable {
    let old: LocatedValue?
    let new: LocatedValue?

    var location: Location? { (new ?? old)?.location }

    subscript(key: String) -> ValuePair { ValuePair(old: old?[key], new: new?[key]) }

    subscript(key: some ContractKey) -> ValuePair { self[key.rawValue] }

    var members: [(key: String, pair: ValuePair)] { Self.matched(old?.members ?? [], new?.members ?? []) }

    /// The members of both sides by case-insensitive key, as header field names are compared.
    var headers: [(key: String, pair: ValuePair)] {
        var rest = (old?.members ?? []).map { (key: $0.key, lower: $0.key.lowercased(), located: $0.located) }
        let news = (new?.members ?? []).map { key, located in
            let index = rest.firstIndex { $0.lower == key.lowercased() }
            return (key: key, pair: ValuePair(old: index.map { rest.remove(at: $0).located }, new: located))
        }
        return news + rest.map { ($0.key, ValuePair(old: $0.located, new: nil)) }
    }

    func members(renamed: [String: String]) -> [(key: String, pair: ValuePair)] {
        let former = renamed.inverted
        return members.compactMap { name, pair in
            if let newName = renamed[name], pair.old != nil {
                return (newName, ValuePair(old: pair.old, new: new?[newName]))
            }
            return former[name] == nil ? (name, pair) : nil
        }
    }

    var elements: [ValuePair] { Self.zipped(old?.elements ?? [], new?.elements ?? []) }

    /// The elements of both sides. A value that is not an array counts as an array of one.
    var list: [ValuePair] { Self.zipped(old?.list ?? [], new?.list ?? []) }

    private static func zipped(_ old: [LocatedValue], _ new: [LocatedValue]) -> [ValuePair] {
        (0..<max(old.count, new.count)).map {
            ValuePair(old: $0 < old.count ? old[$0] : nil, new: $0 < new.count ? new[$0] : nil)
        }
    }

    func oneSidedElements<Key: Hashable>(by key: (LocatedValue) -> Key) -> [(key: Key, pair: ValuePair)] {
        func keyed(_ located: LocatedValue?) -> [(key: Key, located: LocatedValue)] {
            (located?.elements ?? []).map { (key($0), $0) }
        }
        return Self.matched(keyed(old), keyed(new)).filter(\.pair.isOneSided)
    }

    private static func matched<Key: Hashable>(
        _ olds: [(key: Key, located: LocatedValue)], _ news: [(key: Key, located: LocatedValue)]
    ) -> [(key: Key, pair: ValuePair)] {
        let oldByKey = Dictionary(olds.map { ($0.key, $0.located) }) { first, _ in first }
        let newKeys = Set(news.map(\.key))
        return news.map { ($0.key, ValuePair(old: oldByKey[$0.key], new: $0.located)) }
            + olds.filter { !newKeys.contains($0.key) }.map { ($0.key, ValuePair(old: $0.located, new: nil)) }
    }

    var verb: String { old == nil ? "is new" : new == nil ? "is gone" : "changed" }

    var isOneSided: Bool { (old == nil) != (new == nil) }

    var isSame: Bool { old?.value == new?.value }

    /// Pairs the elements of both arrays by a member's string, or by index if it is missing or repeated.
    func elements(by key: some ContractKey) -> [(key: String, pair: ValuePair)] {
        func named(_ located: LocatedValue?) -> [(key: String, located: LocatedValue)] {
            var seen: Set<String> = []
            return (located?.elements ?? []).enumerated().map { index, element in
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
