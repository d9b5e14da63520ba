import ContractFormat
import HTTPRecording
import JSONSchema

extension ExchangeMatcher {
    /// Returns the exchanges of a paged call with one page more: the page before the last again, with another cursor.
    ///
    /// Returns `nil` if the last request carries no cursor of the response before it, or if a number may tell the call
    /// how many pages or elements there are.
    func addingPage(to exchanges: [HTTPExchange]) -> (exchanges: [HTTPExchange], cursor: String)? {
        guard let last = exchanges.last, let page = exchanges.dropLast().last,
            let shape = sender(of: page)?.endpoint.shape(of: page.response, named: outcome.response),
            case .json(let body, _) = ResponseBody.read(page.response.body, as: shape),
            let change = CursorChange(from: page.request, to: last.request)
        else { return nil }
        let lengths = Set(body.descendants.compactMap { $0.value.arrayValue?.count })
        var numbers = Set(arguments.values.values.compactMap(\.intValue))
        var cursors: [(pointer: JSONPointer, value: JSON)] = []
        body.forEachValue { pointer, value in
            guard !pointer.tokens.contains(where: { Int($0) != nil }) else { return }
            if let other = change.applied(to: value) {
                cursors.append((pointer, other))
            } else if let number = value.intValue, number > 1 {
                numbers.insert(number)
            }
        }
        var another = last
        another.response = page.response
        another.response.headers["Link"] = page.response.headers["Link"].map(change.applied)
        if cursors.count == 1 {
            let other = body.replacing(cursors[0].pointer, with: cursors[0].value)
            guard let changed = another.replacingBody(with: other, shape) else { return nil }
            another = changed
        }
        guard cursors.count < 2, another.response != page.response, numbers.isSubset(of: lengths) else { return nil }
        var end = last
        end.request = change.request
        let paged = Array(exchanges.dropLast()) + [another, end]
        return mismatches(of: paged).isEmpty ? (paged, change.cursor) : nil
    }
}

extension ExchangeMatcher {
    /// Returns the exchanges of a paged call with fewer elements in the page before the last, which still has the cursor
    /// of the last one. Returns `nil` if the cursor is that of an element.
    func shorteningPage(
        of exchanges: [HTTPExchange], _ change: ([JSON]) -> [JSON]
    ) -> [HTTPExchange]? {
        guard let last = exchanges.last, let page = exchanges.dropLast().last,
            let shape = sender(of: page)?.endpoint.shape(of: page.response, named: outcome.response),
            let next = sender(of: last)?.endpoint.shape(of: last.response, named: outcome.response),
            case .json(var body, _) = ResponseBody.read(page.response.body, as: shape)
        else { return nil }
        let models = Set(lists(in: next).map(\.model))
        for use in lists(in: shape) where models.contains(use.model) {
            for (place, list) in JSONPointer(tokens: use.at.tokens.dropLast()).matches(in: body) {
                if let elements = list.arrayValue { body = body.replacing(place, with: .array(change(elements))) }
            }
        }
        guard let shorter = page.replacingBody(with: body, shape), shorter.response != page.response,
            last.isContinuation(of: shorter)
        else { return nil }
        let paged = Array(exchanges.dropLast(2)) + [shorter, last]
        return mismatches(of: paged).isEmpty ? paged : nil
    }

    /// Returns the models of the lists that are in no other list.
    private func lists(in shape: ResponseContract) -> [ResponseContract.ModelUse] {
        (shape.models + contract.nestedModels(of: shape)).filter { use in
            use.at.tokens.last == "*" && !use.at.tokens.dropLast().contains("*") && use.tags.isEmpty
        }
    }
}

/// Another cursor in place of the only value by which a request differs from the one before.
private struct CursorChange {
    let text: String
    let cursor: String
    private(set) var request: RecordedRequest
    /// The query item as written, which a link to the next page contains too.
    private var item: (old: String, new: String)?

    init?(from page: RecordedRequest, to last: RecordedRequest) {
        let new = Set(last.parts).subtracting(page.parts)
        guard let part = new.first, new.count == 1 else { return nil }
        text = part.text
        cursor = text.withOtherLastDigit ?? "\(text)x"
        request = last
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
            do {
                let body = try JSON(parsing: last.body ?? [])
                guard let value = body[pointer: pointer].flatMap(applied) else { return nil }
                request.body = body.replacing(pointer, with: value).bytes(.compact)
            } catch { return nil }
        case .header, .cookie, .segment, .link, .location: return nil
        }
    }

    func applied(to written: String) -> String {
        if written == text { return cursor }
        return item.map { written.replacing($0.old, with: $0.new) } ?? written
    }

    func applied(to value: JSON) -> JSON? {
        if let written = value.stringValue {
            return applied(to: written) == written ? nil : .string(applied(to: written))
        }
        return value.numberValue?.text == text ? JSONNumber(text: cursor).map(JSON.number) : nil
    }
}
