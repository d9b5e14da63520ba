import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

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
            return response.headers[all: "Set-Cookie"].lazy.compactMap { field -> JSON? in
                let pair = field.prefix { $0 != ";" }
                guard let equals = pair.firstIndex(of: "="), pair[..<equals].drop(while: { $0 == " " }) == name else {
                    return nil
                }
                return .string(String(pair[pair.index(after: equals)...]))
            }.first
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
        return meanings.enumerated().filter { index, value in !meanings[..<index].contains(value) }.map(\.element)
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
