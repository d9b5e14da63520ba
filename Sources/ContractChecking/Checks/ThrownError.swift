import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A thrown error with the properties a contract can name: its cases, codes, payload and underlying errors.
package struct ThrownError: Sendable {
    /// Bounds errors that are their own underlying errors.
    fileprivate static let maximumDepth = 8

    /// The error as named in a contract, such as `APIError.offline`, `URLError.timedOut` or `APIError.404`.
    var title: String {
        if cases.isEmpty, let domain, let code = codes.first { return "\(domain).\(code)" }
        return ([type] + (cases + codes).prefix(1)).joined(separator: ".")
    }
    /// The enum case name without its payload, or the type name of another error.
    package let name: String
    package let userMessage: String
    var reason: String { ErrorName.reason(error) }
    let type: String
    let cases: [String]
    let codes: [String]
    let domain: String?
    /// The payload of an enum case, or the stored properties of another error.
    let payload: JSON
    let wrapped: [ThrownError]
    private let error: any Error

    package init(_ error: any Error) { self.init(error, depth: 0) }

    private init(_ error: any Error, depth: Int) {
        self.error = error
        type = "\(Swift.type(of: error))"
        userMessage = (error as? any LocalizedError)?.errorDescription ?? error.localizedDescription
        name = Reflection.caseName(error)
        let (isEnum, parts) = Self.parts(of: error)
        // A struct often describes its kind with an enum property.
        let kinds = isEnum ? [] : parts.compactMap { Reflection.unwrapped($0).flatMap(Reflection.enumCase) }
        payload = isEnum ? parts.first.map(Reflection.json) ?? .null : Reflection.json(of: error)
        // Any error bridges to `NSError`, but its domain and code are meaningful only if it declares them.
        let coded: NSError? =
            error is any CustomNSError || Swift.type(of: error) is NSError.Type ? error as NSError : nil
        domain = coded?.domain
        let url = (error as? URLError).map { [$0.code.caseName].compactMap(\.self) } ?? []
        cases = (isEnum ? [name] : kinds) + url
        codes = [coded.map { "\($0.code)" }].compactMap(\.self) + Self.codes(in: payload, isEnum: isEnum)
        guard depth < Self.maximumDepth else {
            wrapped = []
            return
        }
        let underlying = (coded?.userInfo[NSUnderlyingErrorKey] as? any Error).map { [$0] } ?? []
        wrapped = (Self.errors(in: parts) + underlying).map { ThrownError($0, depth: depth + 1) }
    }

    /// Returns the payload of an enum case, or the stored properties of another error.
    fileprivate static func parts(of error: any Error) -> (isEnum: Bool, values: [Any]) {
        let mirror = Mirror(reflecting: error)
        if mirror.displayStyle == .enum { return (true, mirror.children.map(\.value)) }
        return (false, Reflection.properties(of: error).map(\.value))
    }

    /// Returns the errors among the values, including those in tuples of a case's payload.
    fileprivate static func errors(in values: [Any]) -> [any Error] {
        values.flatMap { value -> [any Error] in
            guard let value = Reflection.unwrapped(value) else { return [] }
            if let error = value as? any Error { return [error] }
            let mirror = Mirror(reflecting: value)
            return mirror.displayStyle == .tuple ? errors(in: mirror.children.map(\.value)) : []
        }
    }

    private static func codes(in payload: JSON, isEnum: Bool) -> [String] {
        let names = ["code", "status", "statusCode", "rawValue"]
        let codes = names.map { payload[$0]?.intValue } + [isEnum ? payload.intValue : nil]
        return codes.compactMap(\.self).map { "\($0)" }
    }

    /// The error and all underlying errors, outermost first.
    private var all: [ThrownError] { [self] + wrapped.flatMap(\.all) }

    var bindingFault: ArgumentError? { all.lazy.compactMap { $0.error as? ArgumentError }.first }

    func contains(secret: String) -> Bool { SecretSearch.finds(secret, in: error) }

    func matches(_ contract: ErrorContract) -> Bool {
        if let name = contract.name { return all.contains { $0.isNamed(name) } }
        return all.contains { $0.isNamed(by: contract) && (contract.payload?.schema.accepts($0.payload) ?? true) }
    }

    /// Returns the error named in a contract if only its payload differs.
    fileprivate func matchingAllButPayload(_ contract: ErrorContract) -> ThrownError? {
        contract.name == nil && !matches(contract) ? all.first { $0.isNamed(by: contract) } : nil
    }

    private func isNamed(by contract: ErrorContract) -> Bool {
        (contract.type.map { $0 == type } ?? true) && (contract.case.map(cases.contains) ?? true)
            && (contract.code.map(codes.contains) ?? true) && (contract.domain.map { $0 == domain } ?? true)
    }

    /// Whether the name is the error's type, case or code, optionally qualified by an enclosing one.
    private func isNamed(_ name: String) -> Bool {
        if name == type || cases.contains(name) || codes.contains(name) { return true }
        for prefix in [type] + cases + [domain].compactMap(\.self) where name.hasPrefix("\(prefix).") {
            let rest = String(name.dropFirst(prefix.count + 1))
            if prefix == type || prefix == domain, isNamed(rest) { return true }
            if wrapped.flatMap(\.all).contains(where: { $0.isNamed(rest) }) { return true }
        }
        return false
    }
}

enum ErrorName {
    /// Returns the cause of an error: a decoding failure and its location, a message, or an underlying error.
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
        let name = Reflection.caseName(error)
        if let text = (error as? any LocalizedError)?.errorDescription { return "\(name): \(text)" }
        if error is any CustomNSError || type(of: error) is NSError.Type {
            return "\(name): \(error.localizedDescription)"
        }
        // Foundation's message for any other error is generic.
        let (isEnum, parts) = ThrownError.parts(of: error)
        if depth < ThrownError.maximumDepth, let inner = ThrownError.errors(in: parts).first {
            return "\(name): \(reason(inner, depth: depth + 1))"
        }
        return isEnum ? "\(error)" : name
    }

    private static func place(of context: DecodingError.Context) -> String {
        let place = context.place
        return place.tokens.isEmpty ? "" : " at '\(place)'"
    }
}

extension DecodingError.Context {
    fileprivate var place: JSONPointer {
        JSONPointer(tokens: codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
    }
}

extension DecodingError {
    /// The place of the value that could not be decoded, or of the missing member.
    var place: JSONPointer? {
        switch self {
        case .keyNotFound(let key, let context): context.place.appending(key.stringValue)
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context.place
        @unknown default: nil
        }
    }
}

extension URLError.Code {
    fileprivate var caseName: String? { Self.names[self] }

    private static let names: [URLError.Code: String] = [
        .timedOut: "timedOut", .cannotConnectToHost: "cannotConnectToHost", .cannotFindHost: "cannotFindHost",
        .dnsLookupFailed: "dnsLookupFailed", .networkConnectionLost: "networkConnectionLost",
        .notConnectedToInternet: "notConnectedToInternet", .httpTooManyRedirects: "httpTooManyRedirects",
        .dataLengthExceedsMaximum: "dataLengthExceedsMaximum", .badServerResponse: "badServerResponse",
        .cannotParseResponse: "cannotParseResponse", .cannotDecodeContentData: "cannotDecodeContentData",
        .cannotDecodeRawData: "cannotDecodeRawData", .zeroByteResource: "zeroByteResource", .badURL: "badURL",
        .unsupportedURL: "unsupportedURL", .cancelled: "cancelled",
        .userAuthenticationRequired: "userAuthenticationRequired",
        .secureConnectionFailed: "secureConnectionFailed", .resourceUnavailable: "resourceUnavailable",
        .fileDoesNotExist: "fileDoesNotExist", .noPermissionsToReadFile: "noPermissionsToReadFile",
        .unknown: "unknown",
    ]
}

extension ErrorContract {
    /// Compares a thrown error and its message with the contract.
    func mismatches(
        of thrown: ThrownError, _ message: NamedText?, rules: (error: some RuleFamily, message: some RuleFamily)
    ) -> [Finding] {
        var mismatches: [Finding] = []
        if let payload, let near = thrown.matchingAllButPayload(self),
            let fault = payload.faults(of: near.payload).first
        {
            mismatches = .one(
                rules.error, "the payload of \(near.name) differs\(fault.placeText): \(fault.message)",
                expected: fault.expected, found: .excerpt(near.payload), at: fault.pointer)
        } else if !thrown.matches(self) {
            let isCoded = title.split(separator: ".").last.map { Int($0) != nil } ?? false
            mismatches = .one(
                rules.error, "the error is \(isCoded ? thrown.title : thrown.name), not \(title)",
                expected: MessageText(text), found: .excerpt(thrown.reason), at: pointer)
        }
        if let message, thrown.userMessage != message.text {
            mismatches.append(
                Finding(
                    rules.message, "the error message differs", expected: MessageText(message.text),
                    found: .excerpt(thrown.userMessage), at: message.pointer))
        }
        return mismatches
    }
}
