import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A thrown error as a contract can speak of it: its names, its code, its payload, and the errors that it wraps.
package struct ThrownError: Sendable {
    /// The deepest level at which errors are searched for in errors.
    fileprivate static let maximumDepth = 8

    /// The error as a contract names it: `APIError.offline`, `URLError.timedOut`, `APIError.404`, or its type.
    var title: String {
        if cases.isEmpty, let domain, let code = codes.first { return "\(domain).\(code)" }
        return ([type] + (cases + codes).prefix(1)).joined(separator: ".")
    }
    /// The case name of an enum, payload left out; of another error the name of its type.
    package let name: String
    /// The text that a user reads.
    package let text: String
    /// The reason why it was thrown, for findings.
    var reason: String { ErrorName.reason(error) }
    let type: String
    let cases: [String]
    let codes: [String]
    let domain: String?
    /// The payload of an enum's case; of another error its stored properties.
    let payload: JSON
    let wrapped: [ThrownError]
    private let error: any Error

    package init(_ error: any Error) { self.init(error, depth: 0) }

    private init(_ error: any Error, depth: Int) {
        let mirror = Mirror(reflecting: error)
        self.error = error
        type = "\(Swift.type(of: error))"
        text = ErrorName.message(error)
        name = ErrorName.of(error)
        let isEnum = mirror.displayStyle == .enum
        let parts = isEnum ? mirror.children.map(\.value) : Reflection.properties(of: error).map(\.value)
        // A structure says what it means by a property of an enumeration.
        let kinds =
            isEnum
            ? []
            : Reflection.properties(of: error).map(\.value).compactMap {
                Reflection.unwrapped($0).flatMap(Reflection.enumCase)
            }
        payload = isEnum ? parts.first.map(Reflection.json) ?? .null : Reflection.json(of: error)
        // Any error can be bridged; a domain and a code mean something where the error has them itself.
        let coded: NSError? =
            error is any CustomNSError || Swift.type(of: error) is NSError.Type ? error as NSError : nil
        domain = coded?.domain
        let url = (error as? URLError).map { [$0.code.caseName].compactMap(\.self) } ?? []
        cases = (isEnum ? [name] : kinds) + url
        codes = [coded.map { "\($0.code)" }].compactMap(\.self) + Self.codes(in: parts, isEnum: isEnum, payload)
        guard depth < Self.maximumDepth else {
            wrapped = []
            return
        }
        let underlying = (coded?.userInfo[NSUnderlyingErrorKey] as? any Error).map { [$0] } ?? []
        wrapped = (Self.errors(in: parts) + underlying).map { ThrownError($0, depth: depth + 1) }
    }

    /// The errors among some values; a tuple of a case's payload is looked into.
    fileprivate static func errors(in values: [Any]) -> [any Error] {
        values.flatMap { value -> [any Error] in
            guard let value = Reflection.unwrapped(value) else { return [] }
            if let error = value as? any Error { return [error] }
            let mirror = Mirror(reflecting: value)
            return mirror.displayStyle == .tuple ? errors(in: mirror.children.map(\.value)) : []
        }
    }

    private static func codes(in values: [Any], isEnum: Bool, _ payload: JSON) -> [String] {
        let named = ["code", "status", "statusCode", "rawValue"].compactMap { payload[$0]?.intValue.map(String.init) }
        return named + (isEnum ? [payload.intValue.map(String.init)].compactMap(\.self) : [])
    }

    /// The error itself, then those that it wraps, the outer ones first.
    private var all: [ThrownError] { [self] + wrapped.flatMap(\.all) }

    /// The fault of the call's binding, if it is the reason of the error.
    var bindingFault: ArgumentError? { all.lazy.compactMap { $0.error as? ArgumentError }.first }

    /// Whether the error, or what it carries, holds a secret.
    func reveals(_ secret: String) -> Bool { SecretSearch(for: secret).isFound(in: error) }

    /// Whether this is the error that a contract means.
    func matches(_ contract: ErrorContract) -> Bool {
        if let name = contract.name { return all.contains { $0.answers(to: name) } }
        return all.contains { $0.isNamed(by: contract) && (contract.payload?.schema.accepts($0.payload) ?? true) }
    }

    /// The error that a contract means, where nothing but its payload is another.
    func matchingAllButPayload(_ contract: ErrorContract) -> ThrownError? {
        contract.name == nil && !matches(contract) ? all.first { $0.isNamed(by: contract) } : nil
    }

    private func isNamed(by contract: ErrorContract) -> Bool {
        (contract.type.map { $0 == type } ?? true) && (contract.case.map(cases.contains) ?? true)
            && (contract.code.map(codes.contains) ?? true) && (contract.domain.map { $0 == domain } ?? true)
    }

    /// Whether a name is this error's: its case, its type, its code, or one of these after what it stands in.
    private func answers(to name: String) -> Bool {
        if name == type || cases.contains(name) || codes.contains(name) { return true }
        for prefix in [type] + cases + [domain].compactMap(\.self) where name.hasPrefix("\(prefix).") {
            let rest = String(name.dropFirst(prefix.count + 1))
            if prefix == type || prefix == domain, answers(to: rest) { return true }
            if wrapped.flatMap(\.all).contains(where: { $0.answers(to: rest) }) { return true }
        }
        return false
    }
}

/// The name and the text of a thrown error, as a contract writes them.
enum ErrorName {
    /// The case name of an enum, payload left out; of another error the name of its type.
    static func of(_ error: any Error) -> String { Reflection.caseName(error) }

    /// The text that a user reads.
    static func message(_ error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? error.localizedDescription
    }

    /// The reason why an error was thrown: a decoder's missing key and its place, the error's own text, or the reason of the
    /// error that it wraps.
    static func reason(_ error: any Error, depth: Int = 0) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            return "keyNotFound '\(key.stringValue)'\(place(of: context))"
        case DecodingError.typeMismatch(let type, let context): return "typeMismatch '\(type)'\(place(of: context))"
        case DecodingError.valueNotFound(let type, let context): return "valueNotFound '\(type)'\(place(of: context))"
        case DecodingError.dataCorrupted(let context):
            return "dataCorrupted\(place(of: context)): \(context.debugDescription)"
        default: break
        }
        let name = of(error)
        if let text = (error as? any LocalizedError)?.errorDescription { return "\(name): \(text)" }
        if error is any CustomNSError || type(of: error) is NSError.Type {
            return "\(name): \(error.localizedDescription)"
        }
        // Foundation's text for any other error says no more than that there is one.
        let isEnum = Mirror(reflecting: error).displayStyle == .enum
        let parts =
            isEnum ? Mirror(reflecting: error).children.map(\.value) : Reflection.properties(of: error).map(\.value)
        if depth < ThrownError.maximumDepth, let inner = ThrownError.errors(in: parts).first {
            return "\(name): \(reason(inner, depth: depth + 1))"
        }
        return isEnum ? "\(error)" : name
    }

    private static func place(of context: DecodingError.Context) -> String {
        let tokens = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return tokens.isEmpty ? "" : " at '\(JSONPointer(tokens: tokens))'"
    }
}

extension URLError.Code {
    /// The name of the code in Swift, for those that a client distinguishes.
    fileprivate var caseName: String? {
        switch self {
        case .timedOut: "timedOut"
        case .cannotConnectToHost: "cannotConnectToHost"
        case .cannotFindHost: "cannotFindHost"
        case .dnsLookupFailed: "dnsLookupFailed"
        case .networkConnectionLost: "networkConnectionLost"
        case .notConnectedToInternet: "notConnectedToInternet"
        case .httpTooManyRedirects: "httpTooManyRedirects"
        case .dataLengthExceedsMaximum: "dataLengthExceedsMaximum"
        case .badServerResponse: "badServerResponse"
        case .cannotParseResponse: "cannotParseResponse"
        case .cannotDecodeContentData: "cannotDecodeContentData"
        case .cannotDecodeRawData: "cannotDecodeRawData"
        case .zeroByteResource: "zeroByteResource"
        case .badURL: "badURL"
        case .unsupportedURL: "unsupportedURL"
        case .cancelled: "cancelled"
        case .userAuthenticationRequired: "userAuthenticationRequired"
        case .secureConnectionFailed: "secureConnectionFailed"
        case .resourceUnavailable: "resourceUnavailable"
        case .fileDoesNotExist: "fileDoesNotExist"
        case .noPermissionsToReadFile: "noPermissionsToReadFile"
        case .unknown: "unknown"
        default: nil
        }
    }
}

extension ErrorContract {
    /// The first difference in the payload of an error that is this one in all else.
    func payloadMismatch(of thrown: ThrownError, _ rule: some RuleFamily, _ circumstance: String = "") -> Finding? {
        guard let payload, let near = thrown.matchingAllButPayload(self) else { return nil }
        return payload.faults(of: near.payload).first.map {
            Finding(
                rule, "\(circumstance)the payload of \(near.name) differs\($0.placeText): \($0.message)",
                expected: $0.expected, found: .excerpt(near.payload), at: $0.pointer)
        }
    }
}

/// Compares a thrown error with the error and the text that the contract gives.
struct ThrownErrorMatcher {
    let error: ErrorContract
    let message: NamedText?

    func mismatches(of thrown: ThrownError, rules: (error: some RuleFamily, message: some RuleFamily)) -> [Finding] {
        var mismatches: [Finding] = []
        if let mismatch = error.payloadMismatch(of: thrown, rules.error) {
            mismatches.append(mismatch)
        } else if !thrown.matches(error) {
            let isCoded = error.title.split(separator: ".").last.map { Int($0) != nil } ?? false
            mismatches.append(
                Finding(
                    rules.error, "the error is \(isCoded ? thrown.title : thrown.name), not \(error.title)",
                    expected: MessageText(error.text),
                    found: .excerpt(thrown.reason), at: error.pointer))
        }
        if let message, thrown.text != message.text {
            mismatches.append(
                Finding(
                    rules.message, "the error's text differs", expected: MessageText(message.text),
                    found: .excerpt(thrown.text), at: message.pointer))
        }
        return mismatches
    }
}
