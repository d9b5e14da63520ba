import ContractFormat
import ContractOpenAPI
import Foundation
import HTTPRecording
import JSONSchema

struct OpenAPIRequest {
    struct Argument {
        let name: String
        /// The schema as the contract has it, without null.
        var schema: JSON
        let isRequired: Bool
        /// The document's examples, best first.
        var examples: [JSON]
        /// The environment variable, if the argument is a secret.
        var variable: String?
        /// Whether the case passes the argument although it is optional.
        var isInCase = false
    }

    let operation: OpenAPIDocument.Operation
    private var names = DistinctNames()
    private(set) var arguments: [Argument] = []
    var request: RequestDraft

    /// Returns the request of an operation. Returns `nil` and reports why if a contract cannot express it.
    static func draft(
        of operation: OpenAPIDocument.Operation, base: String, _ operations: inout OpenAPIOperations
    ) -> OpenAPIRequest? {
        var request = OpenAPIRequest(operation)
        request.addPath(base: base, &operations)
        for parameter in operation.parameters where parameter.location != .path {
            request.add(parameter, &operations)
        }
        request.addSecurity(&operations)
        return request.addBody(&operations) ? request : nil
    }

    private init(_ operation: OpenAPIDocument.Operation) {
        self.operation = operation
        request = RequestDraft(method: operation.method, path: "/")
    }

    // MARK: - Parameters

    private static let anyText: JSON = ["type": "string"]

    private mutating func addPath(base: String, _ operations: inout OpenAPIOperations) {
        var path = Naming.literal(base)
        for part in operation.path.parts {
            switch part {
            case .text(let text): path += Naming.literal(text)
            case .parameter(let name):
                let text: JSON = ["type": "string", "minLength": 1]
                path +=
                    operation.parameter(name, in: .path).flatMap { self.text(of: $0, &operations) }
                    ?? "{\(argument(name, text, isRequired: true, [], &operations))}"
            }
        }
        request.path = path
    }

    private mutating func add(_ parameter: OpenAPIDocument.Parameter, _ operations: inout OpenAPIOperations) {
        let name = parameter.name
        if parameter.isDeprecated, !parameter.isRequired {
            operations.notes.add(parameter.pointer, "the \(parameter.location) parameter '\(name)' is deprecated")
            return
        }
        switch parameter.location {
        case .path: return
        case .cookie:
            // A header field is one string, so every cookie in it is required.
            guard parameter.isRequired || operation.parameters.count(where: { $0.location == .cookie }) == 1 else {
                operations.notes.add(
                    parameter.pointer, "the cookie '\(name)' is optional beside other cookies and is left out")
                return
            }
            if let text = text(of: parameter, &operations) { addCookie(name, text) }
        case .header:
            // OpenAPI ignores these header parameters: body, responses, and security define them.
            if ["accept", "content-type", "authorization"].contains(name.lowercased()) { return }
            guard name.utf8.allSatisfy(Self.isHeaderByte), !name.isEmpty else {
                operations.notes.add(parameter.pointer, "'\(name)' is not a header name")
                return
            }
            request.headers[name] =
                text(of: parameter, &operations).map(JSON.string) ?? (parameter.isRequired ? Self.anyText : nil)
        case .query: addQuery(parameter, &operations)
        }
    }

    private mutating func addCookie(_ name: String, _ text: String) {
        let others = request.headers["Cookie"]?.stringValue.map { $0 + "; " } ?? ""
        request.headers["Cookie"] = .string("\(others)\(Naming.literal(name))=\(text)")
    }

    /// Returns the template of a parameter's value. Returns `nil` and reports why if a contract cannot express it.
    private mutating func text(
        of parameter: OpenAPIDocument.Parameter, _ operations: inout OpenAPIOperations
    ) -> String? {
        guard var schema = schema(of: parameter, &operations) else { return nil }
        let shape = operations.schemas.shape(of: schema, .request)
        guard shape != .object else {
            operations.notes.add(
                parameter.pointer,
                "the \(parameter.location) parameter '\(parameter.name)' is an object (\(parameter.style)); an argument is one value"
            )
            return nil
        }
        let (prefix, separator) =
            switch parameter.style {
            case "label": (".", parameter.explodes ? "." : ",")
            case "matrix": (";\(Naming.literal(parameter.name))=", parameter.explodes ? ";\(parameter.name)=" : ",")
            default: ("", ",")
            }
        // A required parameter is never null, regardless of its schema.
        if parameter.isRequired, let types = schema["type"]?.arrayValue, types.count == 2, types.contains("null") {
            var members = schema.objectValue ?? [:]
            members["type"] = types.first { $0 != "null" }
            schema = .object(members)
        }
        // A path segment is never empty.
        if shape == .list, parameter.location == .path,
            operations.schemas.facts(of: schema, .request).itemCounts.least < 1
        {
            schema = ["allOf": [schema, ["minItems": 1]]]
        }
        let argument = argument(
            parameter.name, schema, isRequired: parameter.isRequired, parameter.examples.map(\.json), &operations)
        return prefix + (shape == .list ? Self.joined(argument, by: separator) : "{\(argument)}")
    }

    private static func joined(_ argument: String, by separator: String) -> String {
        separator == "," ? "{\(argument)|joined}" : "{\(argument)|joined:\(separator)}"
    }

    private func schema(of parameter: OpenAPIDocument.Parameter, _ operations: inout OpenAPIOperations) -> JSON? {
        if let pointer = parameter.schema { return operations.schemas.raw(pointer, .request) }
        operations.notes.add(
            parameter.pointer,
            "the parameter '\(parameter.name)' is \(parameter.content?.mediaType ?? "without a schema"), which an argument cannot express"
        )
        return nil
    }

    private mutating func addQuery(_ parameter: OpenAPIDocument.Parameter, _ operations: inout OpenAPIOperations) {
        guard let schema = schema(of: parameter, &operations) else {
            if parameter.isRequired { request.query[parameter.name] = Self.anyText }
            return
        }
        let field = Field(
            name: parameter.name, schema: schema, isRequired: parameter.isRequired, style: parameter.style,
            explodes: parameter.explodes, examples: parameter.examples.map(\.json))
        for (name, value) in pairs(of: field, at: parameter.pointer, &operations) where request.query[name] == nil {
            request.query[name] = value
        }
    }

    /// A query or form field, sent under its own name or several names derived from it.
    struct Field {
        let name: String
        let schema: JSON
        let isRequired: Bool
        let style: String
        let explodes: Bool
        let examples: [JSON]
        var depth = 0
    }

    mutating func pairs(
        of field: Field, at pointer: JSONPointer, _ operations: inout OpenAPIOperations
    ) -> [(name: String, value: JSON)] {
        let shape = operations.schemas.shape(of: field.schema, .request)
        switch shape {
        case .value, .list:
            let argument = argument(
                field.name, field.schema, isRequired: field.isRequired, field.examples, inQuery: true, &operations)
            let separators = ["form": ",", "spaceDelimited": " ", "pipeDelimited": "|"]
            guard shape == .list, !field.explodes || field.style != "form", let separator = separators[field.style]
            else {
                // Within brackets, each element needs its own brackets.
                let isNested = field.style == "deepObject" && shape == .list
                return [(field.name + (isNested ? "[]" : ""), .string("{\(argument)}"))]
            }
            return [(field.name, .string(Self.joined(argument, by: separator)))]
        case .object:
            let parts = operations.schemas.parts(of: field.schema, .request)
            let required = Set(parts.flatMap { $0["required"]?.arrayValue ?? [] }.compactMap(\.stringValue))
            let properties = parts.flatMap { Array($0["properties"]?.objectValue ?? [:]) }
            let isDeep = field.style == "deepObject"
            guard isDeep || field.style == "form" && field.explodes && field.depth == 0, !properties.isEmpty,
                field.depth < 3
            else {
                operations.notes.add(
                    pointer, "the parameter '\(field.name)' is an object (\(field.style)); an argument is one value")
                return field.isRequired && field.depth == 0 ? [(field.name, Self.anyText)] : []
            }
            return properties.flatMap { name, property in
                let inner = Field(
                    name: isDeep ? "\(field.name)[\(name)]" : name, schema: property,
                    isRequired: field.isRequired && required.contains(name), style: field.style,
                    explodes: field.explodes, examples: field.examples.compactMap { $0[name] }, depth: field.depth + 1)
                return pairs(of: inner, at: pointer, &operations)
            }
        }
    }

    private static func isHeaderByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains(byte)
    }

    /// Adds an argument and returns its name, which may differ from the parameter's. A secret, recognized by its name
    /// or `format: password`, comes from the environment, and its examples are dropped.
    mutating func argument(
        _ name: String, _ schema: JSON, isRequired: Bool, _ examples: [JSON], inQuery: Bool = false,
        _ operations: inout OpenAPIOperations
    ) -> String {
        let hasCredentialName = inQuery ? CredentialNames.containsInQuery(name) : CredentialNames.contains(name)
        let facts = operations.schemas.facts(of: schema, .request)
        if facts.plainTypes == [.string], hasCredentialName || facts.formats.contains("password") {
            var members: JSONObject = ["type": "string", "format": "password"]
            members["minLength"] = JSON(max(1, facts.lengths.least))
            return secret(
                name, use: "'\(name)' of the requests", schema: .object(members), isRequired: isRequired, &operations)
        }
        let argument = names.take(Naming.argument(name))
        arguments.append(
            Argument(
                name: argument, schema: operations.schemas.rewritten(schema, .request), isRequired: isRequired,
                examples: examples))
        return argument
    }

    private mutating func secret(
        _ name: String, use: String, schema: JSON = ["type": "string", "minLength": 1, "format": "password"],
        isRequired: Bool = true, isInCase: Bool = false, _ operations: inout OpenAPIOperations
    ) -> String {
        let argument = names.take(Naming.argument(name))
        arguments.append(
            Argument(
                name: argument, schema: schema, isRequired: isRequired, examples: [],
                variable: operations.variable(for: name, use: use), isInCase: isInCase))
        return argument
    }

    // MARK: - Security

    private struct Credential: Hashable {
        enum Place: Hashable { case header(String), query(String), cookie(String) }

        let place: Place
        let argument: String
        let use: String
        var prefix = ""
    }

    /// Adds an argument for each scheme. Arguments that some alternative does not need are optional. The case passes
    /// those of the first alternative, unless authentication is optional.
    private mutating func addSecurity(_ operations: inout OpenAPIOperations) {
        let isOptional = operation.security.contains(where: \.schemes.isEmpty)
        let asking = operation.security.filter { !$0.schemes.isEmpty }
        let alternatives = asking.filter { !$0.schemes.contains { $0.kind == .mutualTLS } }
        if let first = asking.first, alternatives.isEmpty {
            operations.notes.add(first.pointer, "a client certificate is not part of a request")
        }
        var placed: [Credential.Place: Credential] = [:]
        for (index, alternative) in alternatives.enumerated() {
            for scheme in alternative.schemes {
                guard let credential = Self.credential(of: scheme) else { continue }
                if let other = placed[credential.place] {
                    // A credential without a prefix covers any other in the same place.
                    if other.prefix != credential.prefix, !other.prefix.isEmpty {
                        operations.notes.add(
                            alternative.pointer,
                            "a header has one form in a contract, here the form of the first alternative; left out",
                            of: [scheme.name])
                    }
                    continue
                }
                let isRequired =
                    !isOptional
                    && alternatives.allSatisfy { $0.schemes.contains { Self.credential(of: $0) == credential } }
                if add(credential, isRequired: isRequired, isInCase: index == 0 && !isOptional, &operations) {
                    placed[credential.place] = credential
                } else if case .cookie = credential.place {
                    operations.notes.add(
                        alternative.pointer, "a cookie beside other cookies cannot be optional; left out",
                        of: [scheme.name])
                }
            }
        }
    }

    private static func credential(of scheme: OpenAPIDocument.SecurityScheme) -> Credential? {
        let authorization = Credential.Place.header("Authorization")
        return switch scheme.kind {
        case .apiKey(let name, .query):
            Credential(place: .query(name), argument: name, use: "key in the query '\(name)'")
        case .apiKey(let name, .header):
            Credential(place: .header(name), argument: name, use: "key in the header '\(name)'")
        case .apiKey(let name, .cookie):
            Credential(place: .cookie(name), argument: name, use: "key in the cookie '\(name)'")
        case .http("basic"):
            Credential(
                place: authorization, argument: "credentials", use: "user and password in base64", prefix: "Basic ")
        case .http(let name) where name != "bearer":
            Credential(
                place: authorization, argument: "credentials", use: "credential of '\(name)'",
                prefix: Naming.literal(name.prefix(1).uppercased() + name.dropFirst()) + " ")
        case .http, .token:
            Credential(place: authorization, argument: "token", use: "bearer token", prefix: "Bearer ")
        case .apiKey(_, .path), .mutualTLS: nil
        }
    }

    /// Adds the argument of a credential. Returns false if its place is already taken.
    private mutating func add(
        _ credential: Credential, isRequired: Bool, isInCase: Bool, _ operations: inout OpenAPIOperations
    ) -> Bool {
        switch credential.place {
        case .query(let name) where request.query[name] != nil: return false
        case .header(let name) where request.headers[name] != nil: return false
        case .cookie where !isRequired && request.headers["Cookie"] != nil: return false
        case .query, .header, .cookie: break
        }
        let argument = secret(
            credential.argument, use: credential.use, isRequired: isRequired, isInCase: isInCase, &operations)
        let text = "\(credential.prefix){\(argument)}"
        switch credential.place {
        case .query(let name): request.query[name] = .string(text)
        case .header(let name): request.headers[name] = .string(text)
        case .cookie(let name): addCookie(name, text)
        }
        return true
    }
}

extension OpenAPIDocument.Response.Status {
    var isSuccess: Bool {
        switch self {
        case .code(let code): (200...299).contains(code)
        case .range(let digit): digit == 2
        case .default: false
        }
    }
}
