import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A response body as the contract reads it: decoded, without its prefix, and parsed.
package enum ResponseBody {
    case json(JSON, duplicates: [String])
    case text(String)
    case bytes
    case unreadable(Finding)

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
        guard utf8.starts(with: prefix) else {
            return .unreadable(
                Finding(
                    ResponseRule.prefix, "the body does not start with the expected prefix",
                    expected: MessageText(JSON.string(contract.prefix).text(.compact)),
                    found: MessageText(
                        JSON.string(String(decoding: utf8.prefix(prefix.count + 8), as: UTF8.self)).text(.compact)),
                    at: contract.pointer(to: .prefix), data: place))
        }
        let rest = utf8[prefix.count...]
        switch contract.body {
        case .any, .bytes, .empty, .xml: return .bytes
        case .text: return .text(String(decoding: rest, as: UTF8.self))
        case .events(let events):
            switch ReadEvents.read(rest, as: events) {
            case .success(let read):
                return .json(.array(read.events.map(\.value)), duplicates: read.duplicates.map { "at '\($0)': \($1)" })
            case .failure(let fault): return .unreadable(fault.mismatch)
            }
        case .json(let schema):
            do {
                let parsed = try JSON.parse(Array(rest), options: .standard)
                return .json(parsed.json, duplicates: parsed.warnings.map(\.message))
            } catch {
                return .unreadable(
                    Finding(
                        ResponseRule.body, "the body is not JSON: \(error.line):\(error.column): \(error.message)",
                        expected: "JSON", found: .excerpt(String(decoding: rest, as: UTF8.self)), at: schema.pointer,
                        data: place))
            }
        }
    }

    /// Parses the bytes directly, because a document declares its own encoding.
    private static func xml(_ bytes: [UInt8], _ contract: ResponseContract, _ schema: EmbeddedSchema) -> ResponseBody {
        let prefix = Array(contract.prefix.utf8)
        let rest = bytes.starts(with: prefix) ? Array(bytes.dropFirst(prefix.count)) : bytes
        do {
            let charset = contract.charset == .utf8 ? nil : contract.charset.rawValue
            let tree = try XMLTree(parsing: rest, charset: charset)
            return .json(tree.json { schema.view.isList(atMembers: $0) }, duplicates: [])
        } catch {
            return .unreadable(
                Finding(
                    ResponseRule.body, "the body is not XML: \(error.line):\(error.column): \(error.message)",
                    expected: "XML", found: .excerpt(String(decoding: rest, as: UTF8.self)), at: schema.pointer,
                    data: "/response/content/text"))
        }
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
        let check = KeywordCheck()
        let found = path.reduce(describingSchemas) { (views: [SchemaView], name) -> [SchemaView] in
            let elements = views.element(0).flatMap(\.describingSchemas)
            return (views + elements).member(name, check).flatMap(\.describingSchemas)
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
