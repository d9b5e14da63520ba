import ContractFormat
import HTTPRecording
import JSONSchema

/// A query parameter that selects list elements by the member with its name.
struct QueryFilter: Sendable, Hashable {
    let name: String
    let value: String

    /// Whether an object has the value or lacks the member.
    func accepts(_ members: JSONObject) -> Bool {
        guard let member = member(of: members) else { return true }
        return member.value.plainText == value || value.split(separator: ",").contains { $0 == member.value.plainText }
            || member.value.arrayValue?.contains { $0.plainText == value } ?? false
    }

    /// Returns the member with this name, ignoring case and word separators.
    func member(of members: JSONObject) -> JSONObject.Element? {
        if let value = members[name] { return (name, value) }
        return members.first { $0.key.folded == name.folded }
    }
}

/// The paging, order, search and filter parameters of a list query.
struct ListQuery: Sendable {
    private static let limits: Set = [
        "limit", "pagesize", "perpage", "size", "count", "top", "max", "maxresults", "take", "rows", "first",
    ]
    private static let offsets: Set = ["skip", "offset", "start", "startindex", "from"]
    private static let pages: Set = ["page", "pagenumber", "pageindex"]
    private static let orders: Set = ["order", "orderby", "sort", "sortby", "ordering"]
    private static let searches: Set = ["q", "query", "search", "text", "term"]
    static let defaultPageSize = 5

    private(set) var limit: Int?
    private(set) var offset: Int?
    private(set) var page: (number: Int, first: Int)?
    private(set) var cursor: Int?
    private(set) var order: String?
    private(set) var search: QueryFilter?
    private(set) var filters: [QueryFilter] = []
    private var pageParameterName: String?

    init(_ request: RecordedRequest, of endpoint: EndpointContract) {
        for pair in request.queryPairs {
            let (name, value) = (pair.nameText, pair.valueText)
            let folded = name.folded
            let number = Int(value).flatMap { $0 >= 0 ? $0 : nil }
            if Self.limits.contains(folded), let number {
                limit = number
            } else if Self.offsets.contains(folded), let number {
                (offset, pageParameterName) = (number, name)
            } else if Self.pages.contains(folded), let number {
                (page, pageParameterName) = ((number, endpoint.countsFromZero(name) ? 0 : 1), name)
            } else if name.isCursorName {
                // An unknown cursor means the first page.
                (cursor, pageParameterName) = (Self.offset(ofCursor: value) ?? 0, name)
            } else if Self.orders.contains(folded) {
                order = value
            } else if Self.searches.contains(folded) {
                search = QueryFilter(name: name, value: value)
            } else if !CredentialNames.containsInQuery(name) {
                filters.append(QueryFilter(name: name, value: value))
            }
        }
    }

    var isPaged: Bool { limit != nil || pageParameterName != nil }

    static func cursor(ofOffset offset: Int) -> String { "offset-\(offset)" }

    private static func offset(ofCursor text: String) -> Int? {
        text.hasPrefix("offset-") ? Int(text.dropFirst("offset-".count)).flatMap { $0 >= 0 ? $0 : nil } : nil
    }

    /// Returns the range of the page among all elements. `pageSize` is the default page size.
    func range(among count: Int, pageSize: Int) -> Range<Int> {
        guard isPaged else { return 0..<count }
        let size = limit ?? pageSize
        let before = page.map { max(0, $0.number - $0.first).multipliedReportingOverflow(by: size) }
        let start = min(count, offset ?? cursor ?? before.map { $0.overflow ? count : $0.partialValue } ?? 0)
        return start..<min(count, start + min(size, count))
    }

    func pageParameter(forOffset offset: Int) -> (name: String, value: String)? {
        pageParameterName.map { name in
            if let page { return (name, "\(page.number + 1)") }
            return (name, cursor == nil ? "\(offset)" : Self.cursor(ofOffset: offset))
        }
    }

    /// Returns the selected elements in order. Made-up elements are given the requested values.
    func selected(from rows: [JSON], isMade: Bool) -> [JSON] {
        var selected = rows.filter { row in filters.allSatisfy { $0.accepts(row.objectValue ?? [:]) } }
        if let search, !search.value.isEmpty {
            let found = selected.filter { $0.holds(search.value.lowercased()) }
            if !found.isEmpty || !isMade { selected = found }
        }
        if isMade, selected.isEmpty {
            selected = rows.map { row in
                guard case .object(var members) = row else { return row }
                for filter in filters {
                    guard let member = filter.member(of: members) else { continue }
                    members[member.key] = member.value.stringValue == nil ? member.value : .string(filter.value)
                }
                return .object(members)
            }
        }
        return ordered(selected)
    }

    /// Sorts by a member, given as `-updatedAt`, `updatedAt desc`, `updatedAt:desc` or `updatedAt`.
    private func ordered(_ rows: [JSON]) -> [JSON] {
        guard let order, !order.isEmpty else { return rows }
        let words = order.split(whereSeparator: { " :,+".contains($0) }).map(String.init)
        guard let first = words.first else { return rows }
        let isFalling = first.hasPrefix("-") || words.dropFirst().first?.lowercased() == "desc"
        let key = QueryFilter(name: first.hasPrefix("-") ? String(first.dropFirst()) : first, value: "")
        let keyed = rows.enumerated().map { index, row in
            (index: index, row: row, value: key.member(of: row.objectValue ?? [:])?.value ?? .null)
        }
        return keyed.sorted { left, right in
            if left.value.isBefore(right.value) { return !isFalling }
            if right.value.isBefore(left.value) { return isFalling }
            return left.index < right.index
        }.map(\.row)
    }
}

extension JSON {
    fileprivate func holds(_ text: String) -> Bool {
        switch self {
        case .string(let own): own.lowercased().contains(text)
        case .array(let elements): elements.contains { $0.holds(text) }
        case .object(let members): members.values.contains { $0.holds(text) }
        case .null, .bool, .number: false
        }
    }

    fileprivate func isBefore(_ other: JSON) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): left < right
        case (.string(let left), .string(let right)): left < right
        default: false
        }
    }
}

extension EndpointContract {
    /// Whether the page parameter is zero-based.
    fileprivate func countsFromZero(_ parameter: String) -> Bool {
        request?.query.first { $0.name == parameter }?.expectation.placeholders.contains { placeholder in
            guard case .name(let name) = placeholder, let argument = argument(name) else { return false }
            return SchemaFacts([argument.schema.view]).lowerBound?.value == JSONNumber(0)
        } ?? false
    }
}
