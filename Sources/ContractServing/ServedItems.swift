import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// What clients have stored by their requests: what was posted is found again, what was deleted is not.
///
/// An item is posted to the path of its collection and is found below it by whatever the response named it. A list of
/// the collection has it as a further element, where the list's schema takes it so. That is what services that name
/// their resources by paths have in common; recordings of scenarios say the rest.
struct ServedItems: Sendable {
    fileprivate struct Item: Sendable {
        let collection: String
        /// The texts by which the response named it.
        var names: Set<String>
        var members: JSONObject
    }

    private static let most = 1000
    private var items: [Item] = []
    private var removed: Set<String> = []

    /// How many items are there, and were.
    var count: Int { items.count + removed.count }

    /// Takes note of a request that the service has answered well; returns whether anything changed.
    mutating func note(_ call: ServedCall, _ response: JSON?) -> Bool {
        let path = call.path
        switch call.endpoint.request?.method {
        case "POST":
            removed.remove(path)
            guard let posted = call.posted else { return false }
            let answered = response?.described ?? [:]
            let names = answered.filter { posted[$0.key] == nil }.compactMap(\.value.name)
            items.removeAll { $0.collection == path && !$0.names.isDisjoint(with: names) }
            items.append(
                Item(collection: path, names: Set(names), members: posted.merging(answered)))
            removed.subtract(names.map { "\(path)/\($0)" })
            if items.count > Self.most { items.removeFirst() }
            return true
        case "PUT", "PATCH":
            guard let posted = call.posted else { return false }
            if let index = index(of: path) {
                items[index].members = items[index].members.merging(posted)
            } else if let place = Self.parted(path) {
                items.append(Item(collection: place.collection, names: [place.name], members: posted))
            }
            removed.remove(path)
            return true
        case "DELETE":
            if let index = index(of: path) { items.remove(at: index) }
            if removed.count >= Self.most { removed.removeAll() }
            return removed.insert(path).inserted
        default: return false
        }
    }

    /// Whether what is asked for was deleted.
    func hasRemoved(_ call: ServedCall) -> Bool { removed.contains(call.path) }

    /// The value with what was stored in it; `nil` where nothing of it was.
    func changed(_ json: JSON, for call: ServedCall, accepts: (JSON) -> Bool) -> JSON? {
        if let index = index(of: call.path) { return overlaid(json, items[index].members, accepts) }
        let stored = items.filter { $0.collection == call.path && $0.meets(call.arguments) }
        guard !stored.isEmpty else { return nil }
        let changed = stored.reduce(json) { list, item in appended(item.members, to: list, accepts) ?? list }
        return changed == json ? nil : changed
    }

    private func index(of path: String) -> Int? {
        guard let place = Self.parted(path) else { return nil }
        return items.lastIndex { $0.collection == place.collection && $0.names.contains(place.name) }
    }

    private static func parted(_ path: String) -> (collection: String, name: String)? {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
        let name = String(path[path.index(after: slash)...])
        return (String(path[..<slash]), name.removingPercentEncoding ?? name)
    }

    /// An object with the members that were stored under names that it has, as far as the schema takes them.
    private func overlaid(_ json: JSON, _ stored: JSONObject, _ accepts: (JSON) -> Bool) -> JSON? {
        guard case .object(var members) = json else { return nil }
        for (name, value) in stored {
            var changed = members
            changed[name] = value
            guard accepts(.object(changed)) else { continue }
            // A member that is not there yet belongs there only if the schema speaks of it: it would not take anything.
            var odd = members
            odd[name] = [["": .null]]
            if members[name] != nil || !accepts(.object(odd)) { members = changed }
        }
        // A service that wraps what it stores: {"book": {…}}.
        if stored.keys.allSatisfy({ members[$0] == nil }), members.count == 1, let (name, inner) = members.first {
            return overlaid(inner, stored) { accepts(.object([name: $0])) }.map { .object([name: $0]) }
        }
        return .object(members)
    }

    /// A list, or an object with one, with a further element; `nil` where the schema takes it nowhere.
    private func appended(_ stored: JSONObject, to json: JSON, _ accepts: (JSON) -> Bool) -> JSON? {
        switch json {
        case .array(let elements):
            let shape = elements.first?.objectValue ?? [:]
            let candidates: [JSON] = [.object(shape.merging(stored.filter(in: shape))), .object(stored)]
            return candidates.lazy.map { .array(elements.filter { !$0.isSame(as: stored) } + [$0]) }.first(
                where: accepts)
        case .object(let members):
            for (name, value) in members {
                guard case .array = value else { continue }
                let list = appended(stored, to: value) { list in
                    var changed = members
                    changed[name] = list
                    return accepts(.object(changed))
                }
                guard let list else { continue }
                var changed = members
                changed[name] = list
                return .object(changed)
            }
            return nil
        case .null, .bool, .number, .string: return nil
        }
    }
}

extension ServedItems.Item {
    /// Whether nothing that is asked for contradicts the item.
    fileprivate func meets(_ arguments: [String: JSON]) -> Bool {
        arguments.allSatisfy { name, value in
            guard let member = members[name] else { return true }
            return member == value || member.name == value.name
        }
    }
}

extension ServedCall {
    /// The path that is asked for, percent-encoded.
    fileprivate var path: String {
        let target = request.url.dropFirst((endpoint.origin ?? contract.origin).count)
        let path = target.prefix { $0 != "?" }
        return path.hasSuffix("/") ? String(path.dropLast()) : String(path)
    }

    /// The members that the body posts; `nil` where it is neither a JSON object nor a form.
    fileprivate var posted: JSONObject? {
        let secrets = Set(endpoint.arguments.filter(\.isSecret).compactMap { values[.name($0.name)] })
        func open(_ members: JSONObject) -> JSONObject {
            JSONObject(members.filter { !secrets.contains($0.value) && !CredentialNames.contains($0.key) })
        }
        guard let body = request.body, endpoint.request?.body.isJSON == true else {
            // The fields of a form and of its parts are known by the arguments that fill them.
            let fields = endpoint.request?.body.fields ?? []
            if fields.isEmpty { return nil }
            return open(
                JSONObject(fields.compactMap { name, value in value.filled { values[$0] }.map { (name, $0) } }))
        }
        do { return try JSON(parsing: body).objectValue.map(open) } catch {
            return nil  // The request's own check has told it.
        }
    }
}

extension RequestContract.Body {
    fileprivate var isJSON: Bool {
        switch self {
        case .json, .schema: true
        case .none, .form, .text, .bytes, .xml, .multipart, .graphql: false
        }
    }

    /// The values that a form, or a multipart body, has by name.
    fileprivate var fields: [(name: String, value: TemplateValue)] {
        switch self {
        case .form(let fields):
            fields.compactMap { if case .value(let value) = $0.expectation { ($0.name, value) } else { nil } }
        case .multipart(let parts):
            parts.compactMap { part in
                switch part.content {
                case .text(let value), .json(let value): (part.name, value)
                case .schema, .bytes: nil
                }
            }
        case .none, .json, .schema, .text, .bytes, .xml, .graphql: []
        }
    }
}

extension JSON {
    /// The members that describe what was stored: those of the object, or of the one object in it.
    fileprivate var described: JSONObject? {
        guard case .object(let members) = self else { return nil }
        if members.count == 1, case .object(let inner)? = members.values.first { return inner }
        return members
    }

    /// The text of a scalar as a path has it.
    fileprivate var name: String? {
        switch self {
        case .string, .number: plainText
        case .null, .bool, .array, .object: nil
        }
    }

    /// Whether an element is what is stored already: a re-post of the same answers with the same identifier.
    fileprivate func isSame(as stored: JSONObject) -> Bool {
        guard case .object(let members) = self else { return false }
        return stored.allSatisfy { members[$0.key] == $0.value }
    }
}

extension JSONObject {
    fileprivate func merging(_ other: JSONObject) -> JSONObject {
        other.reduce(into: self) { $0[$1.key] = $1.value }
    }

    /// The members whose names another object has.
    fileprivate func filter(in other: JSONObject) -> JSONObject { JSONObject(filter { other[$0.key] != nil }) }
}
