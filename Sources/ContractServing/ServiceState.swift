import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// All changes that requests have made since the server started.
struct ServiceState: Sendable {
    /// The number of changes. Each one invalidates cached responses.
    private(set) var revision = 0
    var resources = ServedResources() { didSet { revision += 1 } }
    var sessions = ServedSessions() { didSet { revision += 1 } }
    /// The last played entry of each running scenario, by file.
    var steps: [String: Int] = [:] { didSet { if steps != oldValue { revision += 1 } } }
}

/// Resources that clients created, changed or deleted. They override recorded and made-up responses.
///
/// Items are stored by collection, which is the path without its last segment, and by identifier.
struct ServedResources: Sendable {
    struct Item: Sendable {
        var names: Set<String>
        var members: JSONObject
        /// Whether lists include the item although no recording does.
        var isCreated: Bool
    }

    private static let maximumCount = 1000
    private var items: [String: [Item]] = [:]
    private var removed: Set<String> = []
    /// The filters of bulk deletions, by collection.
    private var cleared: [String: [[QueryFilter]]] = [:]
    private(set) var created = 0

    func touches(_ collection: String) -> Bool {
        items[collection] != nil || cleared[collection] != nil || removed.contains { $0.hasPrefix(collection + "/") }
    }

    func item(at path: ResourcePath) -> Item? {
        guard let name = path.name else { return nil }
        return items[path.collection]?.last { $0.names.contains(name) }
    }

    /// Returns the stored members of an item, or of a singleton resource such as a profile.
    func members(at path: ResourcePath) -> JSONObject? {
        path.name == nil ? items[path.collection]?.last?.members : item(at: path)?.members
    }

    func hasRemoved(_ path: String) -> Bool { removed.contains(path) }

    func createdItems(in collection: String) -> [Item] { (items[collection] ?? []).filter(\.isCreated) }

    mutating func create(_ members: JSONObject, names: Set<String>, in collection: String) {
        items[collection, default: []].removeAll { !$0.names.isDisjoint(with: names) }
        append(Item(names: names, members: members, isCreated: true), to: collection)
        removed.subtract(names.map { ResourcePath.path(of: $0, in: collection) })
        removed.remove(collection)
        created += 1
    }

    mutating func change(_ members: JSONObject, at path: ResourcePath, isCreated: Bool) {
        let name = path.name ?? ""
        removed.remove(path.text)
        if let index = items[path.collection]?.lastIndex(where: { $0.names.contains(name) }) {
            items[path.collection]?[index].members.merge(members)
        } else {
            append(Item(names: [name], members: members, isCreated: isCreated), to: path.collection)
        }
    }

    private mutating func append(_ item: Item, to collection: String) {
        items[collection, default: []].append(item)
        if items[collection, default: []].count > Self.maximumCount { items[collection]?.removeFirst() }
    }

    mutating func remove(_ path: ResourcePath) {
        if let name = path.name { items[path.collection]?.removeAll { $0.names.contains(name) } }
        if removed.count >= Self.maximumCount { removed.removeAll() }
        removed.insert(path.text)
    }

    /// Deletes all items of a collection that match every filter, or a singleton resource.
    mutating func clear(_ collection: String, _ filters: [QueryFilter]) {
        items[collection]?.removeAll { item in filters.allSatisfy { $0.accepts(item.members) } }
        cleared[collection, default: []].append(filters)
        if cleared[collection, default: []].count > Self.maximumCount { cleared[collection]?.removeFirst() }
        if filters.isEmpty { removed.insert(collection) }
    }

    func hasCleared(_ element: JSONObject, in collection: String) -> Bool {
        cleared[collection]?.contains { filters in filters.allSatisfy { $0.accepts(element) } } ?? false
    }
}

struct ResourcePath: Sendable, Hashable {
    /// The percent-encoded path without a trailing slash.
    let text: String
    /// The path without its last segment if that is a placeholder in the contract, otherwise the whole path.
    let collection: String
    /// The decoded last segment, or `nil` if it is a literal in the contract.
    let name: String?
    let placeholder: String?

    init(collection: String, name: String) {
        self.collection = collection
        self.name = name
        text = Self.path(of: name, in: collection)
        placeholder = nil
    }

    init(of request: RecordedRequest, _ endpoint: EndpointContract, origin: String, values: [Placeholder: JSON]) {
        let path = request.url.beforeQuery.utf8.dropFirst(origin.utf8.count)
        let plain = String(Substring(path.last == UInt8(ascii: "/") ? path.dropLast() : path))
        guard let slash = plain.utf8.lastIndex(of: UInt8(ascii: "/")), let last = endpoint.request?.path.lastSegment,
            !last.isEmpty
        else {
            (text, collection, name, placeholder) = (plain, plain, nil, nil)
            return
        }
        let written = String(plain[plain.index(after: slash)...])
        let value = last.count == 1 ? values[last[0]]?.plainText : nil
        let name = value ?? written.percentDecoded ?? written
        collection = String(plain[..<slash])
        text = Self.path(of: name, in: collection)
        self.name = name
        placeholder = last.count == 1 ? last[0].argument : nil
    }

    static func path(of name: String, in collection: String) -> String {
        "\(collection)/\(PercentCoding.encode(name, allowing: ""))"
    }
}

extension JSONObject {
    mutating func merge(_ other: JSONObject) { for (name, value) in other { self[name] = value } }

    func merging(_ other: JSONObject) -> JSONObject { JSONObject((Array(self) + other).map { ($0.key, $0.value) }) }

    func filter(in other: JSONObject) -> JSONObject { keeping { other[$0.key] != nil } }
}

extension RequestRouter {
    /// Returns the placeholder of the items of a collection, such as `id` for `/plants/{id}`.
    func placeholder(below collection: String, in contract: Contract) -> String? {
        contract.endpoints.lazy.filter { ArgumentExtraction.takes(path: "\(collection)/1", $0) }
            .compactMap { endpoint -> String? in
                let last = endpoint.request?.path.lastSegment ?? []
                return last.count == 1 ? last[0].argument : nil
            }.first
    }
}
