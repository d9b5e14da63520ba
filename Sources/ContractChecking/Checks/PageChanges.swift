import ContractFormat
import HTTPRecording
import JSONSchema

/// A change of pages after which a call must still request the last one.
struct PageChange {
    let exchanges: [HTTPExchange]
    /// The change, to be added to the fault that it reveals.
    let what: MessageText
    let expected: MessageText
    /// Whether a call that waits between requests may need too long.
    var mayHang = false
}

extension ExchangeMatcher {
    /// More than 10, the usual bound of code that does not trust a cursor. The last digit of a cursor repeats after 10.
    private static let manyPages = 11

    /// Returns the changes of a paged call that the contract allows: more pages, or fewer elements before the last page.
    func pageChanges(of exchanges: [HTTPExchange]) -> [PageChange] {
        guard let last = exchanges.last, let page = exchanges.dropLast().last, let (body, shape) = read(page) else {
            return []
        }
        let models = Set(read(last).map { contract.uses(in: $0.shape).map(\.model) } ?? [])
        let lists = lists(of: contract.uses(in: shape).filter { models.contains($0.model) }, in: body)
        let cursors = CursorChange.all(from: page.request, to: last.request)
        var changes = cursors.compactMap { anotherPage(exchanges, $0, lists) }
        changes += changes.compactMap { manyPages(after: $0, lists) }
        let lengths = exchanges.flatMap { counts(of: lists, in: [$0]) }
        let totals = counts(of: lists, in: exchanges) + [exchanges.count].filter { !lengths.contains($0) }
        // A call that counts pages or elements goes on while the total tells of more, but may end at an empty page.
        let new = last.request.newParts(after: page.request)
        let isNumber = !new.isEmpty && new.allSatisfy { Int($0.text) != nil }
        let isCounted = isNumber && page.states(oneOf: totals, in: body)
        // So does a call while a flag such as `has_more` has another value than on the last page.
        let pages = exchanges.map { read($0)?.body ?? .null }
        let isFlagged = body.valuesOutsideLists.contains { pointer, value in
            value.boolValue != nil && pages.last?[pointer: pointer]?.boolValue.map { $0 != value.boolValue } ?? false
                && pages.dropLast().allSatisfy { $0[pointer: pointer] == value }
        }
        func changed(_ change: ([JSON]) -> [JSON]) -> HTTPExchange? {
            let short = lists.reduce(body) { body, list in
                guard let elements = body[pointer: list]?.arrayValue else { return body }
                return body.replacing(list, with: .array(change(elements)))
            }
            return short == body ? nil : page.replacingBody(with: short, shape)
        }
        let isCursorNamed =
            changed { _ in [] }.map { empty in
                isNumber
                    ? cursors.contains { names($0, in: empty, before: last) } : last.isContinuation(of: empty)
            } ?? false
        let shorter: [(what: MessageText, shortened: ([JSON]) -> [JSON])] = [
            (", which has fewer elements than recorded", { Array($0.dropFirst()) }),
            (", which has no elements", { _ in [] }),
        ]
        for (what, shortened) in shorter {
            guard let changed = changed(shortened),
                isCursorNamed || (isCounted || isFlagged) && !counts(of: lists, in: [changed]).contains(0)
            else { continue }
            changes.append(
                PageChange(
                    exchanges: exchanges.dropLast(2) + [changed, last], what: what,
                    expected: "a request for the next page"))
        }
        changes += [withoutElements(exchanges[0], lists, totals)].compactMap(\.self)
        return changes.filter { mismatches(of: $0.exchanges).isEmpty }
    }

    /// Returns the lists of a page's models. If a model is the whole page, returns the lists of objects in it.
    private func lists(of uses: [ResponseContract.ModelUse], in body: JSON) -> [JSONPointer] {
        let lists = uses.compactMap(\.list).distinct
        guard lists.isEmpty, uses.contains(where: { $0.at.tokens.isEmpty }) else { return lists }
        return body.valuesOutsideLists.filter { $0.1.arrayValue?.first?.objectValue != nil }.map(\.0)
    }

    /// Returns the first page alone, without elements, whose totals are 0. The call may end in any way but a trap.
    private func withoutElements(_ page: HTTPExchange, _ lists: [JSONPointer], _ totals: [Int]) -> PageChange? {
        guard !lists.isEmpty, let (body, shape) = read(page) else { return nil }
        let empty = lists.reduce(body) { $0.replacing($1, with: []) }
        let none = body.valuesOutsideLists.filter { pointer, value in
            value.intValue.map(totals.contains) ?? false && !page.request.sends(value, as: pointer)
        }.reduce(empty) { $0.replacing($1.0, with: 0) }
        return none == empty
            ? nil
            : page.replacingBody(with: none, shape).map {
                PageChange(exchanges: [$0], what: " where there is no page", expected: "no request", mayHang: true)
            }
    }

    /// Repeats a change until there are many pages, or the next one would be ambiguous. Returns `nil` if it cannot be
    /// repeated.
    private func manyPages(after change: PageChange, _ lists: [JSONPointer]) -> PageChange? {
        var exchanges = change.exchanges
        while exchanges.count < Self.manyPages {
            let (page, last) = (exchanges[exchanges.count - 2], exchanges[exchanges.count - 1])
            let next = CursorChange.all(from: page.request, to: last.request).lazy
                .compactMap { anotherPage(exchanges, $0, lists) }.first
            guard let next else { break }
            exchanges = next.exchanges
        }
        if exchanges.count == change.exchanges.count { return nil }
        return PageChange(
            exchanges: exchanges, what: " where there are \(exchanges.count) pages",
            expected: "a request for the next page", mayHang: true)
    }

    /// Returns the number of elements of each list in all responses.
    private func counts(of lists: [JSONPointer], in exchanges: [HTTPExchange]) -> [Int] {
        let bodies = exchanges.compactMap { read($0)?.body }
        return lists.map { list in bodies.reduce(0) { $0 + ($1[pointer: list]?.arrayValue?.count ?? 0) } }
    }

    /// Whether a response names the cursor of the next page, in a link or a member that the last page lacks.
    private func names(_ change: CursorChange, in page: HTTPExchange, before last: HTTPExchange) -> Bool {
        let (body, lastBody) = (read(page)?.body, read(last)?.body)
        return page.response.headers["Link"].map { change.applied(to: $0) != $0 } ?? false
            || (body?.valuesOutsideLists ?? []).contains { pointer, value in
                change.applied(to: value) != nil && lastBody?[pointer: pointer] != value
                    && !page.request.sends(value, as: pointer)
            }
    }

    private typealias Edit = (place: JSONPointer, value: JSON)

    /// Repeats the page before the last with another cursor, and increases the totals. Returns `nil` if another number may
    /// tell the call how many pages or elements there are.
    private func anotherPage(
        _ exchanges: [HTTPExchange], _ change: CursorChange, _ lists: [JSONPointer]
    ) -> PageChange? {
        let (page, last) = (exchanges[exchanges.count - 2], exchanges[exchanges.count - 1])
        guard let body = read(page)?.body, let lastBody = read(last)?.body else { return nil }
        let own = counts(of: lists, in: [page])
        let (all, ends) = (counts(of: lists, in: exchanges), counts(of: lists, in: [last]))
        let pages = lists.isEmpty ? [:] : [exchanges.count: exchanges.count + 1]
        let totals = zip(all, own).reduce(into: pages) { $0[$1.0] = $1.0 + $1.1 }
        let lengths = Set(body.valuesOutsideLists.compactMap { $0.1.arrayValue?.count })
        // A number in the path names a resource, and bounds nothing.
        let ids = page.request.parts.filter { if case .segment = $0.location { true } else { false } }.map(\.text)
        var numbers = Set(arguments.values.values.compactMap(\.intValue)).filter { !ids.contains("\($0)") }
        let headers = page.response.headers.fields.compactMap { Int($0.value) }.filter { totals[$0] != nil }
        var isUnclear = headers.contains(where: lengths.contains)
        var (cursors, grown, echoes): ([Edit], [Edit], [Edit]) = ([], [], [])
        for (pointer, value) in body.valuesOutsideLists {
            let (number, other, later) = (value.intValue, change.applied(to: value), lastBody[pointer: pointer])
            let isLength = zip(own, ends).contains { number == $0 && later?.intValue == $1 }
            if let later, value.plainText == change.before, later.plainText == change.text {
                echoes.append((pointer, later))
            } else if isLength || page.request.sends(value, as: pointer) {
                continue
            } else if let number, let total = totals[number], other.map({ $0.intValue == total }) ?? true {
                // A list may have as many elements as there are pages.
                if lengths.contains(number) { isUnclear = true }
                grown.append((pointer, .number(JSONNumber(total))))
            } else if let other, later != value {
                cursors.append((pointer, other))
            } else if let number, number > 1 {
                numbers.insert(number)
            }
        }
        func edited(_ exchange: HTTPExchange, _ edits: [Edit] = []) -> HTTPExchange {
            guard let (body, shape) = read(exchange) else { return exchange }
            var edited = exchange
            edited.response.headers = HeaderFields(
                exchange.response.headers.fields.map { field in
                    let total = field.isNamed("Content-Length") ? nil : Int(field.value).flatMap { totals[$0] }
                    return HeaderFields.Field(field.name, total.map(String.init) ?? field.value)
                })
            let other = (grown + edits).reduce(body) { $0.replacing($1.place, with: $1.value) }
            return other == body ? edited : edited.replacingBody(with: other, shape) ?? edited
        }
        var (another, end) = (last, last)
        another.response = page.response
        another.response.headers["Link"] = page.response.headers["Link"].map(change.applied)
        end.request = change.request
        // Only a cursor or a total announces another page.
        let isAnnounced = !cursors.isEmpty || another.response != page.response || !grown.isEmpty || !headers.isEmpty
        // A number that is not exceeded yet may bound the pages or elements. The size of a page bounds no pages.
        let isBounded = numbers.contains { number in
            totals.contains { old, new in
                old <= number && number < new
                    && !(old == exchanges.count && page.request.parts.contains { $0.text == "\(number)" })
            }
        }
        guard cursors.count < 2, isAnnounced, !isUnclear, !isBounded else { return nil }
        return PageChange(
            exchanges: exchanges.dropLast().map { edited($0) } + [
                edited(another, cursors + echoes), edited(end, echoes.map { ($0, change.applied(to: $1) ?? $1) }),
            ],
            what: " where there is one page more than recorded",
            expected: "a request with '\(change.cursor)', the cursor of that page")
    }
}

/// Another cursor in place of the only value by which a request differs from the one before.
private struct CursorChange {
    let before: String?
    let text: String
    let cursor: String
    private(set) var request: RecordedRequest
    /// The query item as written, which a link to the next page contains too.
    private var item: (old: String, new: String)?

    /// Returns the changes to the next number of a page or element, or to another text.
    static func all(from page: RecordedRequest, to last: RecordedRequest) -> [CursorChange] {
        let new = last.newParts(after: page)
        guard let part = new.first, new.count == 1 else { return [] }
        let before = page.parts.first { $0.location == part.location }?.text
        var cursors = [part.text.withOtherLastDigit(by: 1) ?? "\(part.text)x"]
        if let number = Int(part.text) {
            // The first page, or no element so far, usually is not sent.
            let steps = before.flatMap(Int.init).map { [number &- $0] } ?? [1, number]
            cursors = steps.map { "\(number &+ $0)" }
        }
        return cursors.compactMap { CursorChange(of: part, before, to: $0, in: last) }
    }

    private init?(of part: MessagePart, _ before: String?, to cursor: String, in last: RecordedRequest) {
        (text, request) = (part.text, last)
        (self.before, self.cursor) = (before, cursor)
        switch part.location {
        case .query(let name, _):
            let items = last.url.split { "?&#".contains($0) }.dropFirst().map(String.init)
            let pair = items.first { item in
                FormPair.parse(Array(item.utf8)[...], plusIsSpace: false).contains {
                    $0.nameText == name && $0.valueText == part.text
                }
            }
            guard let pair, let end = pair.firstIndex(of: "=") else { return nil }
            item = (pair, pair[...end] + PercentCoding.encode(cursor, allowing: ""))
            request.url = applied(to: last.url)
        case .body(let pointer):
            guard let body = JSON(ifValid: last.body ?? []), let value = body[pointer: pointer].flatMap(applied)
            else { return nil }
            request.body = body.replacing(pointer, with: value).bytes(.compact)
        case .header, .cookie, .segment, .link, .location: return nil
        }
    }

    func applied(to written: String) -> String {
        if written == text { return cursor }
        guard let item else { return written }
        let items = written.ranges(of: item.old).filter { range in
            let next = written[range.upperBound...].first.map { !"&#<>,; \"".contains($0) } ?? false
            return !next && (written[..<range.lowerBound].last.map("?&".contains) ?? true)
        }
        return items.reversed().reduce(into: written) { $0.replaceSubrange($1, with: item.new) }
    }

    func applied(to value: JSON) -> JSON? {
        if let written = value.stringValue {
            return applied(to: written) == written ? nil : .string(applied(to: written))
        }
        return value.numberValue?.text == text ? JSONNumber(text: cursor).map(JSON.number) : nil
    }
}

extension RecordedRequest {
    func newParts(after earlier: RecordedRequest) -> Set<MessagePart> {
        Set(parts).subtracting(earlier.parts)
    }

    /// Whether the request has the value of a response under the same name.
    fileprivate func sends(_ value: JSON, as pointer: JSONPointer) -> Bool {
        let name = pointer.tokens.last.map(MemberName.folded)
        return parts.contains { part in
            let sent: String? =
                switch part.location {
                case .query(let name, _): name
                case .body(let pointer): pointer.tokens.last
                case .header, .cookie, .segment, .link, .location: nil
                }
            return part.text == value.plainText && sent.map(MemberName.folded) == name
        }
    }
}

extension HTTPExchange {
    /// Whether a header, or a member outside of lists, is one of some numbers.
    fileprivate func states(oneOf numbers: [Int], in body: JSON) -> Bool {
        let told =
            response.headers.fields.compactMap { Int($0.value) } + body.valuesOutsideLists.compactMap(\.1.intValue)
        return told.contains(where: numbers.contains)
    }
}

extension JSON {
    var valuesOutsideLists: [(JSONPointer, JSON)] {
        var found: [(JSONPointer, JSON)] = []
        forEachValue { pointer, value in
            if !pointer.tokens.contains(where: { Int($0) != nil }) { found.append((pointer, value)) }
        }
        return found
    }
}
