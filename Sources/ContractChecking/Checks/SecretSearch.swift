import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Searches an error and everything it carries for a secret, since errors end up in logs.
struct SecretSearch {
    /// Bounds errors that refer to each other, or that carry a whole client.
    private static let maximumDepth = 16
    private static let maximumNodes = 20_000

    private let secret: String
    private var nodes = 0

    /// - Parameter secret: an ASCII secret of up to five characters is ignored to avoid false positives.
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
        // On Linux, an invalid NSURL casts to a URL that traps on access.
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

    /// Searches a Foundation error. It skips the failing URL, which Foundation adds itself.
    private mutating func finds(inOwn userInfo: [String: Any], _ depth: Int) -> Bool {
        for (key, member) in userInfo where !key.contains("FailingURL") {
            if finds(in: member, depth: depth + 1) { return true }
        }
        return false
    }

    /// - Parameter value: the unbridged error, because every bridged error has a description.
    private func finds(inWordsOf error: any Error, _ value: Any) -> Bool {
        let localized = error as? any LocalizedError
        let texts = [
            localized?.errorDescription, localized?.failureReason, localized?.recoverySuggestion,
            (value as? any CustomStringConvertible)?.description,
            (value as? any CustomDebugStringConvertible)?.debugDescription,
        ]
        return texts.compactMap(\.self).contains(where: stands)
    }

    private func stands(in text: String) -> Bool {
        text.contains(secret) || text.contains("%") && (text.percentDecoded?.contains(secret) ?? false)
    }
}

extension ThrownError {
    /// Reports the secret arguments of a call that its error contains.
    func leaks(of arguments: Arguments, _ endpoint: EndpointContract) -> [Finding] {
        endpoint.arguments.filter { argument in
            argument.secrets(in: arguments.values[argument.name] ?? .null).contains { contains(secret: $0) }
        }.map { argument in
            Finding(
                ClientRule.secretLeak, "the error of the call, or its payload, contains the secret '\(argument.name)'",
                expected: "an error without it", found: MessageText(name), at: argument.schema.pointer)
        }
    }
}

extension ArgumentContract {
    /// Returns the texts of a value that the schema marks as secret.
    fileprivate func secrets(in value: JSON) -> [String] {
        var texts: [String] = []
        [schema.view].visit(value) { value, schemas in
            if schemas.contains(where: \.isSecret) { texts += value.descendants.compactMap(\.value.stringValue) }
        }
        return texts
    }
}
