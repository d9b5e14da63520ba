import ContractFormat
import Foundation
import JSONSchema

/// The body of a response as the contract reads it: charset undone, prefix taken off, parsed.
enum ResponseBody {
    case json(JSON, duplicates: [String])
    case text(String)
    case bytes
    /// It is not what the contract says, and why.
    case unreadable(Mismatch)

    static func read(_ bytes: [UInt8], as contract: ResponseContract) -> ResponseBody {
        let place = JSONPointer("/response/content/text")
        switch contract.body {
        case .any, .bytes: return .bytes
        case .json, .text: break
        }
        guard let utf8 = contract.charset.utf8(from: bytes) else {
            return .unreadable(
                Mismatch(
                    ResponseRule.charset, "the body is not \(contract.charset.rawValue) text",
                    expected: FindingText(contract.charset.rawValue), found: "\(bytes.count) bytes that are not",
                    at: contract.pointer(to: .charset), data: place))
        }
        let prefix = Array(contract.prefix.utf8)
        guard utf8.starts(with: prefix) else {
            return .unreadable(
                Mismatch(
                    ResponseRule.prefix, "the body does not start with its prefix",
                    expected: FindingText(JSON.string(contract.prefix).text(.compact)),
                    found: FindingText(
                        JSON.string(String(decoding: utf8.prefix(prefix.count + 8), as: UTF8.self)).text(.compact)),
                    at: contract.pointer(to: .prefix), data: place))
        }
        let rest = utf8[prefix.count...]
        guard case .json(let schema) = contract.body else { return .text(String(decoding: rest, as: UTF8.self)) }
        do {
            let parsed = try JSON.parse(Array(rest), options: .standard)
            return .json(parsed.json, duplicates: parsed.warnings.map(\.message))
        } catch {
            return .unreadable(
                Mismatch(
                    ResponseRule.body, "the body is not JSON: \(error.line):\(error.column): \(error.message)",
                    expected: "JSON", found: .excerpt(String(decoding: rest, as: UTF8.self)), at: schema.pointer,
                    data: place))
        }
    }
}
