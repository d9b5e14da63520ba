import ContractChecking
import HTTPRecording
import JSONSchema

/// The elements of a list in a body, and where they stand in it.
struct ServedList {
    private static let deepest = 3
    private let body: JSON
    /// The names of the members that lead to the array.
    private let path: [String]
    let rows: [JSON]

    /// Finds the first array of objects, the outermost first; `nil` where the body has none.
    init?(in body: JSON) {
        self.body = body
        guard let path = Self.path(in: body) else { return nil }
        self.path = path
        rows = path.reduce(body) { $0[$1] ?? .null }.arrayValue ?? []
    }

    private static func path(in body: JSON) -> [String]? {
        var level: [(path: [String], value: JSON)] = [([], body)]
        var empty: [String]?
        for _ in 0...deepest {
            for (path, value) in level {
                guard case .array(let elements) = value else { continue }
                if elements.isEmpty { empty = empty ?? path }
                if !elements.isEmpty, elements.allSatisfy({ $0.objectValue != nil }) { return path }
            }
            level = level.flatMap { path, value in (value.objectValue ?? [:]).map { (path + [$0.key], $0.value) } }
        }
        return empty
    }

    func replacing(_ rows: [JSON]) -> JSON { body.replacing(path[...], with: .array(rows)) }

    /// Returns the body with a page of elements and its members about other pages. On the last page, those about the next
    /// one are null or, where the schema refuses that, left out.
    ///
    /// - Parameters:
    ///   - total: the number of elements on all pages.
    ///   - next: the value by which the next page is asked for, and `target` its URL; `nil` on the last page.
    func page(
        _ rows: [JSON], total: Int, next: String?, target: String?, accepts: (JSON) -> Bool
    ) -> JSON {
        [JSON.null, nil].lazy.map { page(rows, total, next, target, none: $0) }.first(where: accepts)
            ?? replacing(rows)
    }

    private func page(_ rows: [JSON], _ total: Int, _ next: String?, _ target: String?, none: JSON?) -> JSON {
        var page = replacing(rows)
        for depth in 0..<path.count {
            page = page.mappingObject(at: path[..<depth]) { members in
                for (name, value) in members {
                    if let told = Self.told(name.folded, value, rows.count, total, next, target) {
                        members[name] = told.isNull ? none : told
                    }
                }
            }
        }
        return page
    }

    /// The value of a member that tells of pages; `nil` for any other member.
    private static func told(
        _ name: String, _ value: JSON, _ count: Int, _ total: Int, _ next: String?, _ target: String?
    ) -> JSON? {
        switch (name, value) {
        case ("total", .number), ("totalcount", .number), ("totalresults", .number), ("totalitems", .number):
            return JSON(total)
        case ("count", .number), ("resultcount", .number): return JSON(count)
        case ("hasmore", .bool), ("hasnext", .bool), ("hasnextpage", .bool): return .bool(next != nil)
        case ("next", _), ("nextpage", _), ("nextcursor", _), ("nexttoken", _), ("nextpagetoken", _), ("nexturl", _):
            guard let next else { return .null }
            if case .number = value { return Int(next).map { JSON($0) } }
            if value.stringValue?.contains("/") ?? false { return target.map(JSON.string) }
            return .string(next)
        default: return nil
        }
    }
}

extension JSON {
    fileprivate func replacing(_ path: ArraySlice<String>, with value: JSON) -> JSON {
        guard let name = path.first, case .object(var members) = self else { return value }
        members[name] = members[name]?.replacing(path.dropFirst(), with: value)
        return .object(members)
    }

    fileprivate func mappingObject(at path: ArraySlice<String>, _ change: (inout JSONObject) -> Void) -> JSON {
        guard case .object(var members) = path.reduce(self, { $0[$1] ?? .null }) else { return self }
        change(&members)
        return replacing(path, with: .object(members))
    }
}

/// The member by which a service names an object in paths.
struct ResourceIdentifier {
    /// The placeholder of the contract's path to one object, if it has one.
    let placeholder: String?

    /// Returns the member named as the placeholder, else `id` or one that ends so, else a key, a slug or a code.
    func member(of members: JSONObject) -> (name: String, text: String)? {
        let ranked = members.compactMap { name, value -> (rank: Int, name: String, text: String)? in
            guard let text = value.scalarText, let rank = rank(name.folded) else { return nil }
            return (rank, name, text)
        }
        return ranked.min { $0.rank < $1.rank }.map { ($0.name, $0.text) }
    }

    private func rank(_ name: String) -> Int? {
        if name == placeholder?.folded { return 0 }
        if ["id", "uuid", "guid"].contains(name) { return 1 }
        if name.hasSuffix("id") { return 2 }
        return ["key", "slug", "code", "number"].contains(name) ? 3 : nil
    }
}

extension JSON {
    /// The text of a scalar as a path has it.
    var scalarText: String? {
        switch self {
        case .string, .number: plainText
        case .null, .bool, .array, .object: nil
        }
    }

    /// The members that describe a resource: those of the object, or of the only object in it.
    var described: JSONObject? {
        guard case .object(let members) = self else { return nil }
        if members.count == 1, case .object(let inner)? = members.values.first { return inner }
        return members
    }
}

extension String {
    /// The URL with another value for a parameter of its query.
    func replacingQuery(_ name: String, with value: String) -> String {
        let path = prefix { $0 != "?" }
        let query = FormPair.parse(Array(utf8.dropFirst(path.utf8.count + 1))[...], plusIsSpace: true)
        let pairs = query.map { ($0.nameText, $0.nameText == name ? value : $0.valueText) }
        return path + "?"
            + pairs.map { "\(PercentCoding.encode($0.0, allowing: "[]"))=\(PercentCoding.encode($0.1, allowing: ""))" }
            .joined(separator: "&")
    }
}
