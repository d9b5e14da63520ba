import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A provider's change, applied to one response of a recorded call.
struct ResponseEdit {
    let change: ProviderChange
    /// The place in the body, with `*` for every index. Empty for the whole response.
    let place: String
    let name: String
    /// The place in the contract that describes the changed part.
    let contract: JSONPointer
    let recording: Recording
    /// The list that the provider leaves out, if the change is that.
    var missingList: [JSON]?
    /// The response at the place to which the provider redirects.
    var moved: RecordedResponse?
}

/// The changes that a provider may make to a call's responses, each applied alone.
struct ResponseEdits {
    let matcher: ExchangeMatcher
    let recording: Recording

    /// The edits of each response, once per endpoint and status.
    var edits: [ResponseEdit] {
        var seen: Set<String> = []
        return recording.entries.indices.flatMap { index -> [ResponseEdit] in
            let exchange = recording.entries[index]
            guard !(300...399).contains(exchange.response.status), let sender = matcher.sender(of: exchange)?.endpoint,
                seen.insert("\(sender.name) \(exchange.response.status)").inserted
            else { return [] }
            let isLast = index == recording.entries.count - 1
            let shape = sender.shape(of: exchange.response, named: isLast ? matcher.outcome.response : nil)
            return bodyEdits(of: index, shape) + wholeEdits(of: index, sender, shape)
        }
    }

    // MARK: - Bodies

    private func bodyEdits(of index: Int, _ shape: ResponseContract?) -> [ResponseEdit] {
        let response = recording.entries[index].response
        if let shape, case .events(let events) = shape.body { return eventEdits(of: index, shape, events) }
        guard let shape, let schema = shape.body.document,
            case .json(let body, _) = ResponseBody.read(response.body, as: shape)
        else { return [] }
        // An error body is replaced as a whole.
        if response.status >= 400 {
            let other: JSON = ["x-new-error": ["kind": "other", "text": "told in another way"]]
            let new = body == other ? [] : other
            return [edit(.errorBody, of: "the error", schema.pointer, index, new, shape)].compactMap(\.self)
        }
        let models = shape.models.compactMap { use in matcher.contract.model(use.model).map { (use.at.tokens, $0) } }
        let edits = ProviderEdits(of: schema, models).edits(of: [body])
        let inner = edits.compactMap { edit in
            var response = self.edit(
                edit.change, at: "\(edit.place.pattern)", schema.pointer(towards: edit.place), index, edit.after,
                shape)
            if edit.change == .memberGone { response?.missingList = body[pointer: edit.place]?.arrayValue }
            return response
        }
        let wrapped =
            body.objectValue == nil ? nil : edit(.listForObject, schema.pointer, index, .array([body]), shape)
        return inner + [wrapped].compactMap(\.self) + longerPages(of: index, body, shape, schema)
    }

    /// Returns edits of a stream's first event, with the other events unchanged.
    private func eventEdits(of index: Int, _ shape: ResponseContract, _ contract: EventsContract) -> [ResponseEdit] {
        let response = recording.entries[index].response
        guard response.status < 400, contract.data == .json, shape.charset == .utf8,
            case let read = ReadEvents(response.body.dropFirst(shape.prefix.utf8.count), as: contract),
            read.fault == nil, let first = read.events.first, let schema = contract.schema(of: first.name)
        else { return [] }
        let models = shape.models.compactMap { use in
            matcher.contract.model(use.model).map { (Array(use.at.tokens.dropFirst()), $0) }
        }
        return ProviderEdits(of: schema, models).edits(of: [first.value]).map { edit in
            let events = read.events.enumerated().map { position, event in
                (name: event.name, data: (position == 0 ? edit.after : event.value).text(.compact))
            }
            let end = contract.end.map { [(name: "message", data: $0)] } ?? []
            return changed(
                edit.change, of: edit.subject, at: "/*\(edit.place.pattern)",
                schema.pointer(towards: edit.place)
            ) { recording in
                let bytes = Array(shape.prefix.utf8) + EventStream.bytes(of: events + end, contract.format)
                recording.entries[index].response.body = bytes
                recording.entries[index].response.chunks = []
            }
        }
    }

    static let addedElements = 100

    /// Returns edits that append objects to each list of objects, or add them before an element that names the next page.
    private func longerPages(
        of index: Int, _ body: JSON, _ shape: ResponseContract, _ schema: EmbeddedSchema
    ) -> [ResponseEdit] {
        let next = recording.entries.dropFirst(index + 1).first?.request
        let cursors = Set(next?.newParts(after: recording.entries[index].request).map(\.text) ?? [])
        return ProbeGenerator.sites(in: [body], of: schema).compactMap { site in
            // A list within a record is a property, not a page.
            guard let elements = site.value.arrayValue, elements.contains(where: { $0.objectValue != nil }),
                !site.place.pattern.tokens.contains("*")
            else { return nil }
            let known = Set(elements.flatMap(\.identifiers))
            let others = (1...999).map { elements[$0 % elements.count].asAnother(number: $0) }
            let new = others.filter { known.isDisjoint(with: $0.identifiers) }
            let more = (new.count < Self.addedElements ? others : new).prefix(Self.addedElements)
            let isCursor = elements.last?.descendants.contains { cursors.contains($0.value.plainText) } ?? false
            let end = elements.suffix(isCursor ? 1 : 0)
            return edit(
                .longerPage, at: "\(site.place.pattern)", schema.pointer(towards: site.place), index,
                body.replacing(site.place, with: .array(elements.dropLast(end.count) + more + end)), shape)
        }
    }

    private func edit(
        _ change: ProviderChange, of subject: String? = nil, at place: String = "", _ pointer: JSONPointer,
        _ index: Int, _ body: JSON, _ shape: ResponseContract
    ) -> ResponseEdit? {
        recording.entries[index].replacingBody(with: body, shape).map { exchange in
            changed(change, of: subject, at: place, pointer) { $0.entries[index] = exchange }
        }
    }

    /// - Parameter subject: the changed part in words; by default the place.
    private func changed(
        _ change: ProviderChange, of subject: String? = nil, at place: String = "", _ pointer: JSONPointer,
        _ edit: (inout Recording) -> Void
    ) -> ResponseEdit {
        var recording = recording
        edit(&recording)
        let name = "\(subject ?? (place.isEmpty ? "the whole" : place)) \(change.phrase)"
        return ResponseEdit(change: change, place: place, name: name, contract: pointer, recording: recording)
    }

    // MARK: - Whole responses

    private func wholeEdits(of index: Int, _ sender: EndpointContract, _ shape: ResponseContract?) -> [ResponseEdit] {
        let exchange = recording.entries[index]
        let place = shape?.pointer ?? sender.pointer
        let subject = "the answer"
        let status = changed(.otherStatus, of: subject, place) { recording in
            let other = Self.otherStatus(than: exchange.response.status, to: exchange.request.method)
            recording.entries[index].response.status = other
            recording.entries[index].response.statusText = ""
        }
        let headers = changed(.headerCase, of: subject, place) {
            $0.entries[index].response.headers = exchange.response.headers.inOtherCase
        }
        guard exchange.response.status < 300, let location = Self.moved(exchange.request.url) else {
            return [status, headers]
        }
        var redirect = changed(.redirect, of: subject, place) {
            let keepsMethod = ["GET", "HEAD"].contains(exchange.request.method)
            $0.entries[index].response = RecordedResponse(
                status: keepsMethod ? 301 : 308, headers: ["Location": location])
        }
        redirect.moved = exchange.response
        return [status, headers, redirect]
    }

    /// Returns a status of the same class that providers may send instead (RFC 9110, section 15).
    static func otherStatus(than status: Int, to method: String) -> Int {
        switch status {
        case 200: method == "GET" || method == "HEAD" ? 203 : 201
        case 201..<300: 200
        case 401: 403
        case 403: 401
        case 404: 410
        case 400: 422
        case 402..<500: 400
        case 500: 503
        case 501..<600: 500
        default: status
        }
    }

    /// The start of the paths to which a redirect leads.
    static let movedPath = "/moved/"

    private static func moved(_ url: String) -> String? {
        var url = URLComponents(string: url)
        url.map { url?.percentEncodedPath = movedPath + $0.percentEncodedPath.drop { $0 == "/" } }
        return url?.string
    }
}

extension JSON {
    private static func isIdentifier(_ name: String) -> Bool {
        let small = name.lowercased()
        return small.hasSuffix("id") || ["key", "slug"].contains(small)
    }

    fileprivate var identifiers: [JSON] {
        (objectValue ?? [:]).filter { Self.isIdentifier($0.key) && $0.value.stringValue != nil }.map(\.value)
    }

    /// Returns a similar object with other identifiers.
    fileprivate func asAnother(number: Int) -> JSON {
        guard let members = objectValue else { return self }
        return .object(
            JSONObject(
                members.map { name, value in
                    guard Self.isIdentifier(name) else { return (name, value) }
                    switch value {
                    case .string(let text): return (name, .string(text.withLastCharacters(of: number)))
                    case .number(let old):
                        guard let whole = old.intValue, whole < .max - 1_000_000 else { return (name, value) }
                        return (name, JSON.number(JSONNumber(whole + 1_000_000 + number)))
                    case .null, .bool, .array, .object: return (name, value)
                    }
                }))
    }
}

extension String {
    fileprivate func withLastCharacters(of number: Int) -> String {
        let digits = String(1000 + number).dropFirst()
        return String(count > digits.count ? dropLast(digits.count) : self[...]) + digits
    }
}

extension Charset {
    func bytes(from text: String) -> [UInt8]? {
        switch self {
        case .utf8: Array(text.utf8)
        case .latin1: text.latin1
        }
    }
}
