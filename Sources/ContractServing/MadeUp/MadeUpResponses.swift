import ContractFormat
import HTTPRecording
import JSONSchema

/// Makes up responses from a contract without recordings.
package struct MadeUpResponses: Sendable {
    private let seed: UInt64
    private let sources: [String: (models: [SchemaView: ModelContract], known: SampleStrings)]

    /// Schema facts of each response, by service and pointer.
    private let facts = Locked<[String: SeededSampler.Facts]>([:])

    /// - Parameter services: contracts, and strings that their services have sent.
    package init(of services: [(contract: Contract, known: SampleStrings)], seed: UInt64 = 0) {
        self.seed = seed
        let sources = services.map { contract, known in
            var known = known
            for example in contract.models.flatMap(\.examples) { known.note(example) }
            return (contract.service, (contract.modelsBySchema, known))
        }
        self.sources = Dictionary(sources) { first, _ in first }
    }

    /// Returns a successful response for an endpoint.
    ///
    /// It depends only on the path, so that writes match reads and all pages belong to one list.
    ///
    /// - Parameter salt: distinguishes responses with the same path, such as the number of items created before.
    package func response(to call: ServedCall, salt: String = "") -> RecordedResponse {
        let shapes = call.endpoint.responses.filter { !$0.key.isVariant }
        let good = shapes.filter { $0.key.statuses.overlaps(200..<300) }
        let shape = good.min { $0.key.statuses.count < $1.key.statuses.count } ?? shapes.first
        guard let shape else { return RecordedResponse(status: 200) }
        let status = shape.key.statuses.contains(200) ? 200 : shape.key.statuses.lowerBound
        return response(to: call, shape: shape, status: status, salt: salt)
    }

    package func response(to call: ServedCall, status: Int) -> RecordedResponse? {
        call.endpoint.response(status: status, variant: nil).map {
            response(to: call, shape: $0, status: status, salt: "")
        }
    }

    func response(to call: ServedCall, outcome: Outcome) -> RecordedResponse {
        let shapes = call.endpoint.responses.filter { shape in
            outcome.response.map { shape.key.description == $0 } ?? !shape.key.isVariant
        }
        let statuses = shapes.flatMap { shape in
            ([200, shape.key.statuses.lowerBound] + shape.key.statuses).filter(shape.key.statuses.contains)
        }
        let status: Int? =
            switch outcome.status?.expectation {
            case .value(let template): template.filled { call.values[$0] }?.intValue
            case .schema(let schema): statuses.first { schema.schema.accepts(JSON($0)) }
            case nil: outcome.response == nil ? nil : statuses.first
            }
        guard let status, let shape = call.endpoint.response(status: status, variant: outcome.response) else {
            return response(to: call)
        }
        return response(to: call, shape: shape, status: status, salt: "")
    }

    private func response(to call: ServedCall, shape: ResponseContract, status: Int, salt: String) -> RecordedResponse {
        let path = call.request.url.beforeQuery
        let (models, known) = sources[call.contract.service] ?? ([:], SampleStrings())
        let key = "\(call.contract.service)\(shape.pointer)"
        func makeSampler(at place: String, isFirstPage: Bool = true) -> SeededSampler {
            let outcome = (200..<300).contains(status) ? 200 : status
            return SeededSampler(
                seed: Fingerprint.hash("\(place) \(outcome) \(salt)".utf8, seed: seed), models: models, known: known,
                facts: facts.withLock { $0[key] ?? [:] }, makesList: call.endpoint.request?.method == "GET",
                isFirstPage: isFirstPage, limit: call.limit)
        }
        let sampler = makeSampler(at: "\(path)")
        defer { facts.withLock { $0[key] = sampler.facts } }
        var headers: HeaderFields = [:]
        if let type = contentType(of: shape) { headers["Content-Type"] = type }
        for header in shape.headers where !header.isNamed("Content-Type") && !header.isOptional {
            headers[header.name] = text(header, call, sampler)
        }
        let body: [UInt8]
        switch shape.body {
        case .any, .empty: body = []
        case .xml(let schema):
            let made = sampler.value(of: schema.view, accepts: schema.schema.accepts) ?? .null
            body = shape.charset.encoded(shape.prefix + (XMLText.text(of: made) ?? ""))
        case .events(let events): body = shape.charset.encoded(shape.prefix) + sampled(events, sampler)
        case .json(let schema):
            func page(_ sampler: SeededSampler) -> JSON {
                let made = sampler.value(of: schema.view, named: call.endpoint.holder, accepts: schema.schema.accepts)
                return (made ?? .null).naming(call, accepts: schema.schema.accepts)
            }
            let first = page(sampler)
            // A later page of one call has other rows, so that their loss and order show.
            let later =
                call.isRepeated && call.request.url != path
                ? page(makeSampler(at: call.request.url, isFirstPage: false)) : first
            body = shape.encoded(
                call.isRepeated ? later.endingPages(of: call, like: first, schema.schema.accepts) : first)
        case .text(let expectation):
            body = shape.charset.encoded(shape.prefix + (text(expectation, call, sampler) ?? ""))
        case .bytes(let rule):
            // Invalid UTF-8 exposes code that reads bytes as text.
            body = rule.prefix + [UInt8](repeating: 0xFF, count: max(1, rule.minimumLength - rule.prefix.count))
        }
        let hasNoBody = status == 204 || status == 304
        return RecordedResponse(status: status, headers: headers, body: hasNoBody ? [] : body)
    }

    package func link(_ response: inout RecordedResponse, to next: String?, total: Int, of shape: ResponseContract) {
        for header in shape.headers {
            if header.isNamed("Link"), header.relations.contains(where: { $0.name == "next" }) {
                let others = LinkHeader(response.headers[all: "Link"])
                let links =
                    header.relations.compactMap { relation -> (String, String)? in
                        let target =
                            relation.name == "next" ? next : others.target(of: relation.name, base: nil)?.written
                        return target.map { (relation.name, $0) }
                    }
                let text = links.map { "<\($0.1)>; rel=\"\($0.0)\"" }.joined(separator: ", ")
                response.headers["Link"] = text.isEmpty ? nil : text
            } else if ["x-total-count", "total-count", "x-total"].contains(header.name.lowercased()) {
                response.headers[header.name] = "\(total)"
            }
        }
    }

    private func contentType(of shape: ResponseContract) -> String? {
        if let content = shape.content {
            let parameters = content.parameters.sorted { $0.key < $1.key }.map { "; \($0.key)=\($0.value)" }.joined()
            return content.essence + parameters
        }
        return switch shape.body {
        case .any, .empty: nil
        case .json: "application/json"
        case .xml: "application/xml"
        case .events(let events): events.format == .sse ? "text/event-stream" : "application/x-ndjson"
        case .text: "text/plain; charset=\(shape.charset.rawValue)"
        case .bytes: "application/octet-stream"
        }
    }

    /// Returns the value of a header field. A Link field contains every required relation.
    private func text(_ header: HeaderContract, _ call: ServedCall, _ sampler: SeededSampler) -> String? {
        let links = header.relations.filter { !$0.isOptional }.map { relation in
            let target = relation.expectation.flatMap { text($0, call, sampler) } ?? call.request.url
            return "<\(target)>; rel=\"\(relation.name)\""
        }
        if !links.isEmpty { return links.joined(separator: ", ") }
        guard let expectation = header.expectation else {
            return header.isOptional || !header.relations.isEmpty ? nil : "text"
        }
        let made = text(expectation, call, sampler)
        // Entity tags have quotes (RFC 9110, section 8.8.3).
        guard header.isNamed("ETag"), case .schema(let schema) = expectation, let made, !made.hasSuffix("\""),
            schema.schema.accepts(.string("\"\(made)\""))
        else { return made }
        return "\"\(made)\""
    }

    /// Returns two events per schema, then the terminating event.
    private func sampled(_ events: EventsContract, _ sampler: SeededSampler) -> [UInt8] {
        let kinds =
            (events.schema.map { [(name: "message", schema: $0)] } ?? [])
            + events.byName.map { (name: $0.name, schema: $0.schema) }
        let made = kinds.flatMap { name, schema -> [(name: String, data: String)] in
            let value = sampler.value(of: schema.view, accepts: schema.schema.accepts) ?? .null
            let data = events.data == .json ? value.text(.compact) : value.plainText
            return [(name, data), (name, data)]
        }
        return EventStream.bytes(of: made + (events.end.map { [(name: "message", data: $0)] } ?? []), events.format)
    }

    private func text(_ expectation: Expectation, _ call: ServedCall, _ sampler: SeededSampler) -> String? {
        switch expectation {
        case .value(let template): template.filled { call.values[$0] }?.plainText
        case .schema(let schema):
            sampler.value(of: schema.view, accepts: schema.schema.accepts).map { value in
                // A pattern may allow leading separators, but header field values may not.
                let trimmed = String(value.plainText.drop { ", ".contains($0) })
                return schema.schema.accepts(.string(trimmed)) ? trimmed : value.plainText
            }
        }
    }
}

extension HeaderContract {
    fileprivate func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

extension EndpointContract {
    /// The last literal segment of the path, such as `users` in `/users/{key}`.
    fileprivate var holder: String {
        let text = request?.path.parts.map { if case .text(let text) = $0 { text } else { "/" } }.joined() ?? ""
        return text.split(separator: "/").last { $0.contains(where: \.isLetter) }.map(String.init) ?? ""
    }
}

extension Contract {
    fileprivate var modelsBySchema: [SchemaView: ModelContract] {
        Dictionary(models.map { ($0.schema.view.resolved, $0) }) { first, _ in first }
    }
}

extension ResponseContract {
    package func encoded(_ json: JSON) -> [UInt8] { charset.encoded(prefix + json.text(.compact)) }
}

extension Charset {
    fileprivate func encoded(_ text: String) -> [UInt8] {
        switch self {
        case .utf8: Array(text.utf8)
        case .latin1: text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
        }
    }
}

extension JSON {
    /// The members that describe a resource: those of the object, or of the only object nested in it.
    package var described: JSONObject? {
        guard case .object(let members) = self else { return nil }
        if members.count == 1, case .object(let inner)? = members.values.first { return inner }
        return members
    }

    /// Returns an object with the request's arguments in its identifier and members of their names, and with the members
    /// that a write sends, if it stays valid.
    fileprivate func naming(_ call: ServedCall, accepts: (JSON) -> Bool) -> JSON {
        let arguments = call.arguments.filter { !$0.value.isNull }
        let sent = call.endpoint.request?.method == "GET" ? nil : call.request.body.flatMap { JSON(ifValid: $0) }
        guard let described, !arguments.isEmpty else { return self }
        let given = Dictionary(arguments.map { ($0.key.folded, $0.value) }) { first, _ in first }
        var named = sent?.described ?? [:]
        for name in described.keys { named[name] = given[name.folded] ?? named[name] }
        if let last = call.endpoint.request?.path.lastSegment, last.count == 1, case .name(let name) = last[0],
            let member = described.identifier(like: name)?.name, named[member] == nil,
            name.folded.hasSuffix(member.folded)
        {
            named[member] = arguments[name]
        }
        return overlaid(named, accepts: accepts) ?? self
    }

    /// Returns the value without the members that the request repeats from the first page, such as its cursor.
    ///
    /// A member that the schema requires becomes null, or stays if that is invalid.
    fileprivate func endingPages(of call: ServedCall, like first: JSON, _ accepts: (JSON) -> Bool) -> JSON {
        let inPath = call.endpoint.request?.path.placeholders ?? []
        let sent = Set(call.values.filter { !inPath.contains($0.key) }.values.map(\.plainText) + [call.request.url])
        var page = self
        first.forEachValue { pointer, value in
            guard sent.contains(value.plainText), let shorter = page.removing(pointer) else { return }
            let ended = [shorter, page.replacing(pointer, with: .null)]
            page = ended.first(where: accepts) ?? page
        }
        return page
    }

    /// Returns the object with members replaced, if the schema accepts them.
    ///
    /// Also finds the members in a wrapper such as `{"book": {…}}`.
    package func overlaid(_ stored: JSONObject, accepts: (JSON) -> Bool) -> JSON? {
        guard case .object(var members) = self else { return nil }
        for (name, value) in stored where members[name] != value {
            var changed = members
            changed[name] = value
            guard accepts(.object(changed)) else { continue }
            // A missing member is added only if the schema describes it, that is, rejects an absurd value.
            var odd = members
            odd[name] = [["": .null]]
            if members[name] != nil || !accepts(.object(odd)) { members = changed }
        }
        if stored.keys.allSatisfy({ members[$0] == nil }), members.count == 1, let (name, inner) = members.first {
            return inner.overlaid(stored) { accepts(.object([name: $0])) }.map { .object([name: $0]) }
        }
        return .object(members)
    }
}
