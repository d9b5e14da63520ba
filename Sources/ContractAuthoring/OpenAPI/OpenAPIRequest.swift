import ContractFormat
import ContractOpenAPI
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
    let operations: OpenAPIOperations
    private var names = DistinctNames()
    private(set) var arguments: [Argument] = []
    var request: RequestDraft

    /// Makes the request of an operation. Returns `nil` and reports why if a contract cannot express it.
    init?(_ operation: OpenAPIDocument.Operation, base: String, _ operations: OpenAPIOperations) {
        self.operation = operation
        self.operations = operations
        request = RequestDraft(method: operation.method, path: "/")
        addPath(base: base)
        for parameter in operation.parameters where parameter.location != .path { add(parameter) }
        addSecurity()
        guard addBody() else { return nil }
    }

    var schemas: OpenAPISchemas { operations.schemas }

    func note(_ pointer: JSONPointer, _ reason: String, of subjects: [String] = []) {
        operations.notes.add(pointer, reason, of: subjects)
    }

    // MARK: - Parameters

    private static let anyText: JSON = ["type": "string"]

    private mutating func addPath(base: String) {
        var path = Naming.literal(base)
        for part in operation.path.parts {
            switch part {
            case .text(let text): path += Naming.literal(text)
            case .parameter(let name):
                let text: JSON = ["type": "string", "minLength": 1]
                path +=
                    operation.parameter(name, in: .path).flatMap { self.text(of: $0) }
                    ?? "{\(argument(name, text, isRequired: true, []))}"
            }
        }
        request.path = path
    }

    private mutating func add(_ parameter: OpenAPIDocument.Parameter) {
        let name = parameter.name
        if parameter.isDeprecated, !parameter.isRequired {
            note(parameter.pointer, "the \(parameter.location) parameter '\(name)' is deprecated")
            return
        }
        switch parameter.location {
        case .path: return
        case .cookie:
            // A header field is one string, so every cookie in it is required.
            guard parameter.isRequired || operation.parameters.count(where: { $0.location == .cookie }) == 1 else {
                note(parameter.pointer, "the cookie '\(name)' is optional beside other cookies and is left out")
                return
            }
            if let text = text(of: parameter) { addCookie(name, text) }
        case .header:
            // OpenAPI ignores these header parameters: body, responses, and security define them.
            if ["accept", "content-type", "authorization"].contains(name.lowercased()) { return }
            guard name.utf8.allSatisfy(\.isToken), !name.isEmpty else {
                note(parameter.pointer, "'\(name)' is not a header name")
                return
            }
            request.headers[name] =
                text(of: parameter).map(JSON.string) ?? (parameter.isRequired ? Self.anyText : nil)
        case .query: addQuery(parameter)
        }
    }

    private mutating func addCookie(_ name: String, _ text: String) {
        let others = request.headers["Cookie"]?.stringValue.map { $0 + "; " } ?? ""
        request.headers["Cookie"] = .string("\(others)\(Naming.literal(name))=\(text)")
    }

    /// Returns the template of a parameter's value. Returns `nil` and reports why if a contract cannot express it.
    private mutating func text(of parameter: OpenAPIDocument.Parameter) -> String? {
        guard var schema = schema(of: parameter) else { return nil }
        let shape = schemas.shape(of: schema)
        guard shape != .object else {
            note(
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
            schemas.facts(of: schema).itemCounts.least < 1
        {
            schema = ["allOf": [schema, ["minItems": 1]]]
        }
        let argument = argument(
            parameter.name, schema, isRequired: parameter.isRequired, parameter.examples)
        return prefix + (shape == .list ? Self.joined(argument, by: separator) : "{\(argument)}")
    }

    private static func joined(_ argument: String, by separator: String) -> String {
        separator == "," ? "{\(argument)|joined}" : "{\(argument)|joined:\(separator)}"
    }

    private func schema(of parameter: OpenAPIDocument.Parameter) -> JSON? {
        if let pointer = parameter.schema { return operations.schemas.raw(pointer, .request) }
        note(
            parameter.pointer,
            "the parameter '\(parameter.name)' is \(parameter.content?.mediaType ?? "without a schema"), which an argument cannot express"
        )
        return nil
    }

    private mutating func addQuery(_ parameter: OpenAPIDocument.Parameter) {
        guard let schema = schema(of: parameter) else {
            if parameter.isRequired { request.query[parameter.name] = Self.anyText }
            return
        }
        let field = Field(
            name: parameter.name, schema: schema, isRequired: parameter.isRequired, style: parameter.style,
            explodes: parameter.explodes, examples: parameter.examples)
        for (name, value) in pairs(of: field, at: parameter.pointer) where request.query[name] == nil {
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

    mutating func pairs(of field: Field, at pointer: JSONPointer) -> [(name: String, value: JSON)] {
        let shape = schemas.shape(of: field.schema)
        switch shape {
        case .value, .list:
            let argument = argument(
                field.name, field.schema, isRequired: field.isRequired, field.examples, inQuery: true)
            let separators = ["form": ",", "spaceDelimited": " ", "pipeDelimited": "|"]
            guard shape == .list, !field.explodes, let separator = separators[field.style] else {
                // Within brackets, each element needs its own brackets.
                let isNested = field.style == "deepObject" && shape == .list
                return [(field.name + (isNested ? "[]" : ""), .string("{\(argument)}"))]
            }
            return [(field.name, .string(Self.joined(argument, by: separator)))]
        case .object:
            let (properties, required) = properties(of: schemas.parts(of: field.schema))
            let isDeep = field.style == "deepObject"
            guard isDeep || field.style == "form" && field.explodes && field.depth == 0, !properties.isEmpty,
                field.depth < 3
            else {
                note(pointer, "the parameter '\(field.name)' is an object (\(field.style)); an argument is one value")
                return field.isRequired && field.depth == 0 ? [(field.name, Self.anyText)] : []
            }
            return properties.flatMap { name, property, _ in
                let inner = Field(
                    name: isDeep ? "\(field.name)[\(name)]" : name, schema: property,
                    isRequired: field.isRequired && required.contains(name), style: field.style,
                    explodes: field.explodes, examples: field.examples.compactMap { $0[name] }, depth: field.depth + 1)
                return pairs(of: inner, at: pointer)
            }
        }
    }

    /// Adds an argument and returns its name, which may differ from the parameter's. A secret, recognized by its name
    /// or `format: password`, comes from the environment, and its examples are dropped.
    mutating func argument(
        _ name: String, _ schema: JSON, isRequired: Bool, _ examples: [JSON], inQuery: Bool = false
    ) -> String {
        let hasCredentialName = inQuery ? CredentialNames.containsInQuery(name) : CredentialNames.contains(name)
        let facts = schemas.facts(of: schema)
        if facts.plainTypes == [.string], hasCredentialName || facts.formats.contains("password") {
            var members: JSONObject = ["type": "string", "format": "password"]
            members["minLength"] = JSON(max(1, facts.lengths.least))
            return secret(name, use: "'\(name)' of the requests", schema: .object(members), isRequired: isRequired)
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
        isRequired: Bool = true, isInCase: Bool = false
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
        struct Place: Hashable {
            let location: OpenAPIDocument.Parameter.Location
            let name: String
        }

        let place: Place
        let argument: String
        let use: String
        var prefix = ""
    }

    /// Adds an argument for each scheme. Arguments that some alternative does not need are optional. The case passes
    /// those of the first alternative, unless authentication is optional.
    private mutating func addSecurity() {
        let isOptional = operation.security.contains(where: \.schemes.isEmpty)
        let asking = operation.security.filter { !$0.schemes.isEmpty }
        let alternatives = asking.filter { !$0.schemes.contains { $0.kind == .mutualTLS } }
        if let first = asking.first, alternatives.isEmpty {
            note(first.pointer, "a client certificate is not part of a request")
        }
        var placed: [Credential.Place: Credential] = [:]
        for (index, alternative) in alternatives.enumerated() {
            for scheme in alternative.schemes {
                guard let credential = Self.credential(of: scheme) else { continue }
                if let other = placed[credential.place] {
                    // A credential without a prefix covers any other in the same place.
                    if other.prefix != credential.prefix, !other.prefix.isEmpty {
                        note(
                            alternative.pointer,
                            "a header has one form in a contract, here the form of the first alternative; left out",
                            of: [scheme.name])
                    }
                    continue
                }
                let isRequired =
                    !isOptional
                    && alternatives.allSatisfy { $0.schemes.contains { Self.credential(of: $0) == credential } }
                if add(credential, isRequired: isRequired, isInCase: index == 0 && !isOptional) {
                    placed[credential.place] = credential
                } else if credential.place.location == .cookie {
                    note(
                        alternative.pointer, "a cookie beside other cookies cannot be optional; left out",
                        of: [scheme.name])
                }
            }
        }
    }

    private static func credential(of scheme: OpenAPIDocument.SecurityScheme) -> Credential? {
        let authorization = Credential.Place(location: .header, name: "Authorization")
        return switch scheme.kind {
        case .apiKey(let name, let location):
            Credential(
                place: .init(location: location, name: name), argument: name,
                use: "key in the \(location.rawValue) '\(name)'")
        case .http("basic"):
            Credential(
                place: authorization, argument: "credentials", use: "user and password in base64", prefix: "Basic ")
        case .http(let name) where name != "bearer":
            Credential(
                place: authorization, argument: "credentials", use: "credential of '\(name)'",
                prefix: Naming.literal(name.prefix(1).uppercased() + name.dropFirst()) + " ")
        case .http, .token:
            Credential(place: authorization, argument: "token", use: "bearer token", prefix: "Bearer ")
        case .mutualTLS: nil
        }
    }

    /// Adds the argument of a credential. Returns false if its place is already taken.
    private mutating func add(_ credential: Credential, isRequired: Bool, isInCase: Bool) -> Bool {
        let name = credential.place.name
        func text() -> String {
            let argument = secret(credential.argument, use: credential.use, isRequired: isRequired, isInCase: isInCase)
            return "\(credential.prefix){\(argument)}"
        }
        switch credential.place.location {
        case .query where request.query[name] == nil: request.query[name] = .string(text())
        case .header where request.headers[name] == nil: request.headers[name] = .string(text())
        case .cookie where isRequired || request.headers["Cookie"] == nil: addCookie(name, text())
        case .query, .header, .cookie, .path: return false
        }
        return true
    }
}

extension OpenAPIDocument.Response.Status {
    /// The lowest status code, or `nil` for the default.
    var lowest: Int? { self == .default ? nil : codes.lowerBound }

    var isSuccess: Bool { (200..<300).contains(codes.lowerBound) }
}
