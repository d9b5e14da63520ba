import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Searches an error and everything it carries for a secret, since errors end up in logs.
struct SecretSearch {
    /// Bounds errors that refer to each other, or that carry a whole client.
    private static let maximumDepth = 16
    private static let maximumNodes = 20_000

    let secret: String
    private var nodes = 0

    /// - Parameter secret: an ASCII secret of up to five characters is ignored to avoid false positives.
    static func finds(_ secret: String, in error: any Error) -> Bool {
        guard secret.utf8.count > 5 || !secret.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        var search = SecretSearch(secret: secret)
        return search.finds(in: error, depth: 0)
    }

    private mutating func finds(in value: Any, depth: Int) -> Bool {
        nodes += 1
        guard depth < Self.maximumDepth, nodes < Self.maximumNodes, let value = Reflection.unwrapped(value) else {
            return false
        }
        switch value {
        case let text as String: return occurs(in: text)
        // On Linux, an invalid NSURL casts to a URL that traps on access.
        case let url as NSURL where Swift.type(of: value) is AnyClass: return occurs(in: url.text)
        case let url as URL: return occurs(in: url.absoluteString)
        case let data as Data: return occurs(in: String(decoding: data, as: UTF8.self))
        case let request as URLRequest:
            let texts = [request.url?.absoluteString] + (request.allHTTPHeaderFields ?? [:]).values.map(Optional.some)
            return texts.compactMap(\.self).contains(where: occurs)
                || finds(in: request.httpBody as Any, depth: depth + 1)
        case let json as JSON: return occurs(in: json.text(.compact))
        case is URLResponse, is any BinaryInteger: return false
        case let error as URLError: return finds(inOwn: error.errorUserInfo, depth)
        case let error as NSError where Swift.type(of: value) is NSError.Type && error.domain == NSURLErrorDomain:
            return finds(inOwn: error.userInfo, depth)
        case let error as any Error where finds(inWordsOf: error, value): return true
        case let error as NSError where Swift.type(of: value) is NSError.Type || value is any CustomNSError:
            for member in error.userInfo.values where finds(in: member, depth: depth + 1) { return true }
        default: break
        }
        return sequence(first: Mirror(reflecting: value), next: \.superclassMirror).contains { level in
            level.children.contains { finds(in: $0.value, depth: depth + 1) }
        }
    }

    /// Searches a Foundation error. It skips the failing URL, which Foundation adds itself.
    private mutating func finds(inOwn userInfo: [String: Any], _ depth: Int) -> Bool {
        userInfo.contains { !$0.key.contains("FailingURL") && finds(in: $0.value, depth: depth + 1) }
    }

    /// - Parameter value: the unbridged error, because every bridged error has a description.
    private func finds(inWordsOf error: any Error, _ value: Any) -> Bool {
        let localized = error as? any LocalizedError
        let texts = [
            localized?.errorDescription, localized?.failureReason, localized?.recoverySuggestion,
            (value as? any CustomStringConvertible)?.description,
            (value as? any CustomDebugStringConvertible)?.debugDescription,
        ]
        return texts.compactMap(\.self).contains(where: occurs)
    }

    private func occurs(in text: String) -> Bool {
        text.contains(secret) || text.contains("%") && (text.percentDecoded?.contains(secret) ?? false)
    }
}

extension ThrownError {
    /// Reports the secret arguments of a call or builder that its error contains.
    func leaks(
        of values: [String: JSON], _ endpoint: EndpointContract, _ rule: any RuleFamily = ClientRule.secretLeak,
        in what: String = "the error of the call"
    ) -> [Finding] {
        endpoint.arguments.filter { argument in
            argument.secrets(in: values[argument.name] ?? .null).contains { contains(secret: $0) }
        }.map { argument in
            Finding(
                rule, "\(what), or its payload, contains the secret '\(argument.name)'",
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
