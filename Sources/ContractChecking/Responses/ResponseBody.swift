import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A response body as the contract reads it: decoded, without its prefix, and parsed.
package enum ResponseBody {
    case json(JSON, duplicates: [String])
    case text(String)
    case bytes
    indirect case unreadable(Finding)

    package static func read(_ bytes: [UInt8], as contract: ResponseContract) -> ResponseBody {
        let place = JSONPointer("/response/content/text")
        switch contract.body {
        case .any, .bytes, .empty: return .bytes
        case .xml(let schema): return xml(bytes, contract, schema)
        case .json, .text, .events: break
        }
        guard let utf8 = contract.charset.utf8(from: bytes) else {
            return .unreadable(
                Finding(
                    ResponseRule.charset, "the body is not \(contract.charset.rawValue) text",
                    expected: MessageText(contract.charset.rawValue), found: "\(bytes.count) bytes in another encoding",
                    at: contract.pointer(to: .charset), data: place))
        }
        let prefix = Array(contract.prefix.utf8)
        guard utf8.starts(with: prefix) else { return missingPrefix(in: utf8, contract) }
        let rest = utf8[prefix.count...]
        switch contract.body {
        case .any, .bytes, .empty, .xml: return .bytes
        case .text: return .text(String(decoding: rest, as: UTF8.self))
        case .events(let events):
            let read = ReadEvents(rest, as: events)
            if let fault = read.fault { return .unreadable(fault) }
            return .json(.array(read.events.map(\.value)), duplicates: read.duplicates.map { "at '\($0)': \($1)" })
        case .json(let schema):
            do {
                let parsed = try JSON.parse(Array(rest), options: .standard)
                return .json(parsed.json, duplicates: parsed.warnings.map(\.message))
            } catch {
                return unreadable("JSON", rest, "\(error.line):\(error.column): \(error.message)", schema)
            }
        }
    }

    private static func missingPrefix(in bytes: [UInt8], _ contract: ResponseContract) -> ResponseBody {
        let start = String(decoding: bytes.prefix(contract.prefix.utf8.count + 8), as: UTF8.self)
        return .unreadable(
            Finding(
                ResponseRule.prefix, "the body does not start with the expected prefix",
                expected: MessageText(JSON.string(contract.prefix).text(.compact)),
                found: MessageText(JSON.string(start).text(.compact)), at: contract.pointer(to: .prefix),
                data: "/response/content/text"))
    }

    /// Parses the bytes directly, because a document declares its own encoding.
    private static func xml(_ bytes: [UInt8], _ contract: ResponseContract, _ schema: EmbeddedSchema) -> ResponseBody {
        let prefix = Array(contract.prefix.utf8)
        guard bytes.starts(with: prefix) else { return missingPrefix(in: bytes, contract) }
        let rest = Array(bytes.dropFirst(prefix.count))
        do {
            let charset = contract.charset == .utf8 ? nil : contract.charset.rawValue
            let tree = try XMLTree(parsing: rest, charset: charset)
            return .json(tree.json { schema.view.isList(atMembers: $0) }, duplicates: [])
        } catch {
            return unreadable("XML", rest[...], "\(error.line):\(error.column): \(error.message)", schema)
        }
    }

    private static func unreadable(
        _ format: MessageText, _ bytes: ArraySlice<UInt8>, _ fault: String, _ schema: EmbeddedSchema
    ) -> ResponseBody {
        .unreadable(
            Finding(
                ResponseRule.body, "the body is not \(format): \(fault)", expected: format,
                found: .excerpt(String(decoding: bytes, as: UTF8.self)), at: schema.pointer,
                data: "/response/content/text"))
    }
}

extension ResponseContract {
    /// Serializes a document as a body of this shape, or returns `nil` if it would not be read back unchanged.
    package func bytes(of document: JSON) -> [UInt8]? {
        switch body {
        case .xml:
            guard let text = XMLText.text(of: document) else { return nil }
            let bytes = Array((prefix + text).utf8)
            guard case .json(let read, _) = ResponseBody.read(bytes, as: self), read == document else { return nil }
            return bytes
        case .any, .json, .text, .bytes, .events, .empty:
            return charset.bytes(from: prefix + document.text(.compact))
        }
    }
}

extension SchemaView {
    /// Whether the value at a path of member names, without array elements, is an array.
    fileprivate func isList(atMembers path: [String]) -> Bool {
        let found = path.reduce(describingSchemas) { (views: [SchemaView], name) -> [SchemaView] in
            let elements = views.element(0).flatMap(\.describingSchemas)
            return (views + elements).member(name).flatMap(\.describingSchemas)
        }
        return found.contains { $0.json["type"] == "array" }
    }
}

extension EndpointContract {
    /// Returns the named response shape, or the first one of the status whose schema accepts the body.
    package func shape(of response: RecordedResponse, named variant: String? = nil) -> ResponseContract? {
        let plain = self.response(status: response.status, variant: variant)
        if variant != nil { return plain }
        let variants = responses.filter { $0.key.isVariant && $0.key.statuses.contains(response.status) }
        if variants.isEmpty { return plain }
        return ((plain.map { [$0] } ?? []) + variants).first { $0.takes(response.body) } ?? plain
    }
}

extension ResponseContract {
    fileprivate func takes(_ bytes: [UInt8]) -> Bool {
        switch (body, ResponseBody.read(bytes, as: self)) {
        case (_, .unreadable): false
        case (.json(let schema), .json(let json, _)), (.xml(let schema), .json(let json, _)):
            schema.schema.accepts(json)
        case (.empty, _): bytes.isEmpty
        default: true
        }
    }
}

extension ResponseSource {
    func value(in exchange: HTTPExchange, _ shape: ResponseContract?) -> JSON? {
        let response = exchange.response
        switch self {
        case .link(let relation, let parameter):
            let links = LinkHeader(response.headers[all: "Link"])
            let base = exchange.request.url
            guard let parameter else { return links.target(of: relation, base: base).map { .string($0.absolute) } }
            return links.parameter(parameter, of: relation, base: base).map(JSON.string)
        case .header(let name): return response.headers[name].map(JSON.string)
        case .cookie(let name):
            let cookies = response.headers[all: "Set-Cookie"].compactMap(SetCookie.init)
            return cookies.first { $0.name == name }.map { .string($0.value) }
        case .body(let pointer):
            guard let shape else { return nil }
            let body: JSON
            switch ResponseBody.read(response.body, as: shape) {
            case .json(let json, _): body = json
            case .text(let text) where pointer.tokens.isEmpty: return .string(text)
            // `Data` is reflected as base64.
            case .bytes where pointer.tokens.isEmpty && !response.body.isEmpty:
                return .string(Data(response.body).base64EncodedString())
            case .text, .bytes, .unreadable: return nil
            }
            // A member named '*' takes precedence over the wildcard.
            return body[pointer: pointer]
                ?? (pointer.tokens.contains("*") ? .array(pointer.matches(in: body).map(\.value)) : nil)
        }
    }
}

extension JSON {
    /// The values with the same meaning: scalars as strings or the reverse, UUIDs in either case, instants in UTC.
    var meanings: [JSON] {
        if case .array(let elements) = self {
            let spellings = elements.map(\.meanings)
            let count = spellings.map(\.count).max() ?? 1
            return (0..<count).map { index in JSON.array(spellings.map { $0[min(index, $0.count - 1)] }) }
        }
        var meanings = [self] + otherSpellings
        if case .string(let text) = self {
            if UUID(uuidString: text) != nil { meanings += [.string(text.uppercased()), .string(text.lowercased())] }
            if let date = DateText.date(from: text) { meanings.append(.string(DateText.string(from: date))) }
        }
        return meanings.distinct
    }

    var otherSpellings: [JSON] {
        switch self {
        case .string(let text):
            [JSONNumber(text: text).map(JSON.number), ["true": JSON.bool(true), "false": .bool(false)][text]]
                .compactMap(\.self)
        case .number, .bool: [.string(text(.compact))]
        case .null, .array, .object: []
        }
    }
}

/// The events of a body, up to the contract's end event.
struct ReadEvents {
    private(set) var events: [(name: String, value: JSON)] = []
    /// Duplicate keys, each with the place of its event.
    private(set) var duplicates: [(place: JSONPointer, message: String)] = []
    /// The first event that is not JSON. Later ones are not read.
    private(set) var fault: Finding?

    init(_ text: ArraySlice<UInt8>, as contract: EventsContract) {
        for (index, event) in EventStream(text, contract.format).events.enumerated() {
            if event.data == contract.end { return }
            let place = JSONPointer(tokens: ["\(index)"])
            switch contract.data {
            case .text: events.append((event.name, .string(event.data)))
            case .json:
                do {
                    let parsed = try JSON.parse(Array(event.data.utf8), options: .standard)
                    events.append((event.name, parsed.json))
                    duplicates += parsed.warnings.map { (place, $0.message) }
                } catch {
                    fault = Finding(
                        ResponseRule.event,
                        "at '\(place)': the event is not JSON: \(error.line):\(error.column): \(error.message)",
                        expected: "JSON", found: .excerpt(event.data), at: contract.pointer,
                        data: "/response/content/text")
                    return
                }
            }
        }
    }

    /// Returns the schema violations of all events. A repeated violation is reported once, at its first event.
    func faults(_ contract: EventsContract) -> [SchemaFault] {
        let faults = events.enumerated().flatMap { index, event in
            (contract.schema(of: event.name)?.faults(of: event.value) ?? []).map { (index: index, fault: $0) }
        }
        let kinds = faults.grouped { _, fault in [fault.pointer, fault.place.pattern] }
        return kinds.map { _, faults in
            var fault = faults[0].fault
            fault.place = JSONPointer(tokens: ["\(faults[0].index)"] + fault.place.tokens)
            if faults.count > 1 { fault.message = "\(fault.message), and \(faults.count - 1) more events like it" }
            return fault
        }
    }
}
