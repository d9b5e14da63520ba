import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Looks for a secret in everything that an error carries: errors end in logs.
struct SecretSearch {
    private static let maximumDepth = 16
    private static let maximumNodes = 20_000

    private let secret: String
    private var nodes = 0

    /// - Parameter secret: one of a few plain letters is not looked for, as it stands in many a text.
    init(for secret: String) { self.secret = secret }

    func isFound(in error: any Error) -> Bool {
        guard !secret.isEmpty, secret.utf8.count > 5 || !secret.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        var search = self
        return search.finds(in: error, depth: 0)
    }

    private mutating func finds(in value: Any, depth: Int) -> Bool {
        nodes += 1
        guard depth < Self.maximumDepth, nodes < Self.maximumNodes, let value = Reflection.unwrapped(value) else {
            return false
        }
        switch value {
        case let text as String: return stands(in: text)
        // An invalid URL must not be cast to one: see Reflection.
        case let url as NSURL where Swift.type(of: value) is AnyClass: return stands(in: url.text)
        case let url as URL: return stands(in: url.absoluteString)
        case let data as Data: return stands(in: String(decoding: data, as: UTF8.self))
        case let request as URLRequest:
            let texts = [request.url?.absoluteString] + (request.allHTTPHeaderFields ?? [:]).values.map(Optional.some)
            return texts.compactMap(\.self).contains(where: stands)
                || finds(in: request.httpBody as Any, depth: depth + 1)
        case let json as JSON: return stands(in: json.text(.compact))
        case is URLResponse, is any BinaryInteger: return false
        case let error as URLError: return finds(inOwn: error.errorUserInfo, depth)
        case let error as NSError where Swift.type(of: value) is NSError.Type && error.domain == NSURLErrorDomain:
            return finds(inOwn: error.userInfo, depth)
        case let error as any Error where finds(inWordsOf: error, value): return true
        case let error as NSError where Swift.type(of: value) is NSError.Type || value is any CustomNSError:
            for member in error.userInfo.values where finds(in: member, depth: depth + 1) { return true }
        default: break
        }
        for level in sequence(first: Mirror(reflecting: value), next: \.superclassMirror) {
            for child in level.children where finds(in: child.value, depth: depth + 1) { return true }
        }
        return false
    }

    /// Foundation's own errors name the URL that failed, which is not the client's doing.
    private mutating func finds(inOwn userInfo: [String: Any], _ depth: Int) -> Bool {
        for (key, member) in userInfo where !key.contains("FailingURL") {
            if finds(in: member, depth: depth + 1) { return true }
        }
        return false
    }

    /// The description of an error; the default description repeats its members, which are searched one by one.
    ///
    /// - Parameter value: the error itself, as every error seems to describe itself.
    private func finds(inWordsOf error: any Error, _ value: Any) -> Bool {
        let localized = error as? any LocalizedError
        let texts = [
            localized?.errorDescription, localized?.failureReason, localized?.recoverySuggestion,
            (value as? any CustomStringConvertible)?.description,
            (value as? any CustomDebugStringConvertible)?.debugDescription,
        ]
        return texts.compactMap(\.self).contains(where: stands)
    }

    /// Whether the secret stands in a text, as it is or percent-encoded.
    private func stands(in text: String) -> Bool {
        text.contains(secret) || text.contains("%") && (text.percentDecoded?.contains(secret) ?? false)
    }
}

/// The secrets among the arguments of a call.
enum SecretArguments {
    /// Every text that a schema calls a secret, each with the argument that holds it.
    static func texts(in arguments: Arguments, of endpoint: EndpointContract) -> [(
        argument: ArgumentContract, text: String
    )] {
        endpoint.arguments.flatMap { argument in
            arguments.values[argument.name].map { texts(in: $0, [argument.schema.view]).map { (argument, $0) } } ?? []
        }
    }

    private static func texts(in json: JSON, _ schemas: [SchemaView]) -> [String] {
        let affirmed = schemas.flatMap(\.affirmed)
        if affirmed.contains(where: { $0.json["format"] == "password" }) {
            return json.descendants.compactMap(\.value.stringValue)
        }
        switch json {
        case .null, .bool, .number, .string: return []
        case .array(let elements):
            return elements.enumerated().flatMap { index, element in
                texts(in: element, affirmed.compactMap { $0.element(index) })
            }
        case .object(let members):
            return members.flatMap { name, member in
                texts(
                    in: member,
                    affirmed.compactMap { $0.member("properties", name) ?? $0.child("additionalProperties") })
            }
        }
    }
}

extension ThrownError {
    /// Findings for the secrets of a call that its error holds.
    func leaks(of arguments: Arguments, _ endpoint: EndpointContract) -> [Finding] {
        var seen: Set<String> = []
        return SecretArguments.texts(in: arguments, of: endpoint).filter { reveals($0.text) }.compactMap { secret in
            guard seen.insert(secret.argument.name).inserted else { return nil }
            return Finding(
                ClientRule.secretLeak,
                "the error of the call, or what it carries, holds the secret '\(secret.argument.name)'",
                expected: "an error without it", found: MessageText(name), at: secret.argument.schema.pointer)
        }
    }
}
