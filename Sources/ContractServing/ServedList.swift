import ContractFormat
import HTTPRecording
import JSONSchema

/// A list in a response body and its location.
struct ServedList {
    private static let deepest = 3
    private let body: JSON
    private let pointer: JSONPointer
    let rows: [JSON]

    /// Finds the outermost array of objects. Fails if the body contains no array of objects and no empty array.
    init?(in body: JSON) {
        self.body = body
        guard let pointer = Self.pointer(in: body) else { return nil }
        self.pointer = pointer
        rows = body[pointer: pointer]?.arrayValue ?? []
    }

    private static func pointer(in body: JSON) -> JSONPointer? {
        var level: [(pointer: JSONPointer, value: JSON)] = [(.root, body)]
        var empty: JSONPointer?
        for _ in 0...deepest {
            for (pointer, value) in level {
                guard case .array(let elements) = value else { continue }
                if elements.isEmpty { empty = empty ?? pointer }
                if !elements.isEmpty, elements.allSatisfy({ $0.objectValue != nil }) { return pointer }
            }
            level = level.flatMap { pointer, value in
                (value.objectValue ?? [:]).map { (pointer.appending($0.key), $0.value) }
            }
        }
        return empty
    }

    func replacing(_ rows: [JSON]) -> JSON { body.replacing(pointer, with: .array(rows)) }

    /// Returns the body with a page of elements and updated paging members. The last page's links are null or missing.
    ///
    /// - Parameters:
    ///   - total: the number of elements on all pages.
    ///   - next: the query value of the next page, or `nil` on the last page.
    ///   - target: the URL of the next page.
    func page(_ rows: [JSON], total: Int, next: String?, target: String?, accepts: (JSON) -> Bool) -> JSON {
        [JSON.null, nil].lazy.map { page(rows, total, next, target, none: $0) }.first(where: accepts)
            ?? replacing(rows)
    }

    private func page(_ rows: [JSON], _ total: Int, _ next: String?, _ target: String?, none: JSON?) -> JSON {
        var page = replacing(rows)
        for depth in pointer.tokens.indices {
            let outer = JSONPointer(tokens: Array(pointer.tokens[..<depth]))
            guard var members = page[pointer: outer]?.objectValue else { continue }
            for (name, value) in members {
                if let pageMember = Self.pageMember(name.folded, value, rows.count, total, next, target) {
                    members[name] = pageMember.isNull ? none : pageMember
                }
            }
            page = page.replacing(outer, with: .object(members))
        }
        return page
    }

    private static func pageMember(
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

extension String {
    func replacingQuery(_ name: String, with value: String) -> String {
        let path = beforeQuery
        let query = FormPair.parse(Array(utf8.dropFirst(path.utf8.count + 1))[...], plusIsSpace: true)
        let pairs = query.map { ($0.nameText, $0.nameText == name ? value : $0.valueText) }
        return path + "?"
            + pairs.map { "\(PercentCoding.encode($0.0, allowing: "[]"))=\(PercentCoding.encode($0.1, allowing: ""))" }
            .joined(separator: "&")
    }
}
