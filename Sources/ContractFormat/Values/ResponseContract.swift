import HTTPRecording
import JSONSchema

package final class ResponseContract: Sendable {
    package enum Body: Sendable {
        case any
        case json(EmbeddedSchema)
        case text(Expectation)
        /// A schema of the JSON into which the XML document is converted.
        case xml(EmbeddedSchema)
        case bytes(BytesContract)
        /// A stream of events, read as the array of their data.
        case events(EventsContract)
        case empty

        package var document: EmbeddedSchema? {
            switch self {
            case .json(let schema), .xml(let schema): schema
            case .any, .text, .bytes, .events, .empty: nil
            }
        }

        package var schemas: [EmbeddedSchema] {
            switch self {
            case .json(let schema), .xml(let schema): [schema]
            case .events(let events): events.schemas
            case .any, .text, .bytes, .empty: []
            }
        }
    }

    /// The model of each value at a pointer, which may contain `*`.
    package struct ModelUse: Sendable {
        package let at: JSONPointer
        package let model: String
        package let pointer: JSONPointer
        /// The tags beside the value, if it is the payload of a variant, outermost first.
        package var tags: [Tags] = []

        package struct Tags: Sendable {
            /// The place of the value that has the tag, in `at`.
            let depth: Int
            let discriminator: JSONPointer
            let texts: Set<String>
        }

        package func matches(in body: JSON) -> [(pointer: JSONPointer, value: JSON)] {
            at.matches(in: body).filter { place, _ in
                tags.allSatisfy { tags in
                    let tag = JSONPointer(tokens: place.tokens.prefix(tags.depth) + tags.discriminator.tokens)
                    return body[pointer: tag]?.stringValue.map(tags.texts.contains) ?? false
                }
            }
        }
    }

    package let key: ResponseKey
    package let pointer: JSONPointer
    package let content: MediaType?
    package let prefix: String
    package let charset: Charset
    package let headers: [HeaderContract]
    package let body: Body
    /// The models that the contract names, or else those to which the schema of the body refers.
    package let models: [ModelUse]

    init?(key: String, reading reader: ContractCursor) {
        self.key = ResponseKey(key)
        if self.key.statuses.isEmpty {
            reader.keyFault(
                "'\(key)' is not a status: expected 200, 4XX or default, with a space and a name for a second shape")
        }
        guard let object = reader.object(of: ContractKeys.Response.self) else { return nil }
        _ = object.one(of: ContractKeys.Response.bodies, "a response has one body")
        self.pointer = reader.pointer
        self.content = object[.content]?.mediaType
        self.prefix = object[.prefix]?.string() ?? ""
        self.charset = object[.charset]?.choice() ?? .utf8
        self.headers = object.members(.headers) { HeaderContract(name: $0, reading: $1) }
        if let schema = object[.schema]?.schema {
            self.body = .json(schema)
        } else if let text = object[.text]?.expectation {
            self.body = .text(text)
        } else if let schema = object[.xml]?.schema {
            self.body = .xml(schema)
        } else if let bytes = object[.bytes] {
            guard let rule = BytesContract(reading: bytes) else { return nil }
            self.body = .bytes(rule)
        } else if let events = object[.events] {
            self.body = EventsContract(reading: events, content: content).map(Body.events) ?? .any
        } else if let empty = object[.empty] {
            if empty.bool() == false { empty.fault("expected true; omit it otherwise") }
            self.body = .empty
        } else {
            self.body = .any
        }
        if let models = object[.models] {
            self.models = models.members().compactMap { name, value in
                let key = ContractCursor(.string(name), at: value.pointer, value.context)
                guard let pointer = key.jsonPointer, let model = value.nonEmptyString else { return nil }
                return ModelUse(at: pointer, model: model, pointer: value.pointer)
            }
        } else {
            self.models = (body.document?.view.models(reader.context.models) ?? []).map { place, name in
                ModelUse(at: JSONPointer(tokens: place), model: name, pointer: reader.pointer)
            }
        }
    }
}

package enum Charset: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case latin1 = "iso-8859-1"

    /// Converts the bytes to UTF-8; `nil` if they are invalid in this encoding.
    package func utf8(from bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .utf8: String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
        case .latin1: Array(String(latin1: bytes).utf8)
        }
    }
}

extension ResponseContract {
    /// The templates of the headers, their link relations, and a text body.
    var templates: [PlacedTemplate] {
        let fields = headers.flatMap { [$0] + $0.relations }.flatMap { field in
            field.expectation?.templates(at: field.pointer) ?? []
        }
        guard case .text(let expectation) = body else { return fields }
        return fields + expectation.templates(at: pointer(to: .text))
    }
}

/// The key of a response: a status, class or default as in OpenAPI, with an optional variant name.
package struct ResponseKey: Sendable, Hashable, CustomStringConvertible {
    /// The key as in the contract: `200`, `4XX`, `default`, `200 no data`.
    package let description: String
    /// The status part: `200`, `4XX`, `default`.
    package let status: String
    /// The matching statuses; empty for an invalid key, which is reported on reading.
    package let statuses: Range<Int>

    /// Whether the key names a variant, which a case must request.
    package var isVariant: Bool { status != description }

    package init(_ text: String) {
        let code = text.prefix { $0 != " " }
        statuses = Self.statuses(code) ?? 0..<0
        status = String(code)
        description = text
    }

    private static func statuses(_ code: Substring) -> Range<Int>? {
        if code == "default" { return 0..<1000 }
        let digits = code.utf8.map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.count == 3, (1...5).contains(digits[0]) else { return nil }
        if code.hasSuffix("XX") { return digits[0] * 100..<(digits[0] + 1) * 100 }
        guard digits.allSatisfy((0...9).contains), let status = Int(code) else { return nil }
        return status..<status + 1
    }
}
