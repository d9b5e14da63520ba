import ContractOpenAPI
import JSONSchema

/// The request of an operation while it is written as a contract: what is sent where, and the arguments it is made of.
struct OpenAPIRequest {
    /// An argument of the endpoint.
    struct Argument {
        let name: String
        /// As the contract has it, without null.
        var schema: JSON
        let isRequired: Bool
        /// What the document gives as values, the best first.
        var examples: [JSON]
        /// The variable of the environment of a secret.
        var variable: String?
    }

    private let operation: OpenAPIDocument.Operation
    private var names = DistinctNames()
    private(set) var arguments: [Argument] = []
    var request: RequestDraft

    /// The request of an operation; `nil`, and told, where a contract cannot say what has to be sent.
    static func draft(
        of operation: OpenAPIDocument.Operation, base: String, _ operations: inout OpenAPIOperations
    ) -> OpenAPIRequest? {
        var request = OpenAPIRequest(operation)
        request.addPath(base: base, &operations)
        for parameter in operation.parameters where parameter.location != .path {
            request.add(parameter, &operations)
        }
        request.addSecurity(&operations)
        guard request.addBody(&operations) else { return nil }
        request.addAccept()
        return request
    }

    private init(_ operation: OpenAPIDocument.Operation) {
        self.operation = operation
        request = RequestDraft(method: operation.method, path: "/")
    }

    // MARK: - Parameters

    private mutating func addPath(base: String, _ operations: inout OpenAPIOperations) {
        var path = Naming.literal(base)
        for part in operation.path.parts {
            switch part {
            case .text(let text): path += Naming.literal(text)
            case .parameter(let name):
                let parameter = operation.parameter(name, in: .path)
                let schema = parameter.map { value(of: $0, &operations) } ?? ["type": "string", "minLength": 1]
                let examples = parameter?.examples.map(\.json) ?? []
                path += "{\(argument(name, schema, isRequired: true, examples, &operations))}"
            }
        }
        request.path = path
    }

    private mutating func add(_ parameter: OpenAPIDocument.Parameter, _ operations: inout OpenAPIOperations) {
        let name = parameter.name
        switch parameter.location {
        case .path: return
        case .cookie:
            operations.notes.add(parameter.pointer, "the cookie '\(name)': a contract has headers, and no cookies")
            return
        case .header:
            // OpenAPI itself ignores these here: the body, the responses and the security say them.
            if ["accept", "content-type", "authorization"].contains(name.lowercased()) { return }
            guard name.utf8.allSatisfy(Self.isHeaderByte), !name.isEmpty else {
                operations.notes.add(parameter.pointer, "'\(name)' is no name of a header")
                return
            }
        case .query: break
        }
        if parameter.isDeprecated, !parameter.isRequired {
            operations.notes.add(parameter.pointer, "the \(parameter.location) parameter '\(name)' is deprecated")
            return
        }
        guard let schema = sent(parameter, &operations) else {
            // What is required is expected, whatever its text is.
            if parameter.isRequired { set(name, ["type": "string"], parameter.location) }
            return
        }
        let placeholder = argument(
            name, schema, isRequired: parameter.isRequired, parameter.examples.map { Self.single($0.json) },
            inQuery: parameter.location == .query, &operations)
        set(name, .string("{\(placeholder)}"), parameter.location)
    }

    private mutating func set(_ name: String, _ value: JSON, _ location: OpenAPIDocument.Parameter.Location) {
        if location == .query { request.query[name] = value } else { request.headers[name] = value }
    }

    /// The schema of what one argument sends for a parameter; `nil`, and told, where its text is made in a way that a
    /// contract has no word for.
    private func sent(_ parameter: OpenAPIDocument.Parameter, _ operations: inout OpenAPIOperations) -> JSON? {
        guard let pointer = parameter.schema else {
            operations.notes.add(
                parameter.pointer,
                "the parameter '\(parameter.name)' is \(parameter.content?.mediaType ?? "of no schema"), which no argument is written as"
            )
            return nil
        }
        let parts = operations.schemas.parts(of: operations.schemas.raw(pointer, .request), .request)
        let types = parts.flatMap { $0["type"].map { $0.arrayValue ?? [$0] } ?? [] }.compactMap(\.stringValue)
        if parameter.style == "deepObject" || types.contains("object") {
            operations.notes.add(
                parameter.pointer,
                "the parameter '\(parameter.name)' is an object (\(parameter.style)); an argument is one value")
            return nil
        }
        guard types.contains("array") else { return operations.schemas.schema(at: pointer, .request) }
        operations.notes.add(
            parameter.pointer, "the parameter '\(parameter.name)' takes a list; the argument sends one element of it")
        let items = parts.compactMap { $0["items"] }.first ?? ["type": "string"]
        return operations.schemas.rewritten(items, .request)
    }

    private func value(of parameter: OpenAPIDocument.Parameter, _ operations: inout OpenAPIOperations) -> JSON {
        sent(parameter, &operations) ?? ["type": "string", "minLength": 1]
    }

    private static func single(_ example: JSON) -> JSON { example.arrayValue?.first ?? example }

    private static func isHeaderByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains(byte)
    }

    /// A new argument; gives its name, which may differ from the parameter's. A text that is called as secrets are comes
    /// from the environment, and no example of it is taken.
    private mutating func argument(
        _ name: String, _ schema: JSON, isRequired: Bool, _ examples: [JSON], inQuery: Bool = false,
        _ operations: inout OpenAPIOperations
    ) -> String {
        let isNamedSo = inQuery ? SecretNames.isSecretInQuery(name) : SecretNames.isSecret(name)
        if schema["type"] == "string", isNamedSo || schema["format"] == "password" {
            var members: JSONObject = ["type": "string", "format": "password"]
            members["minLength"] = schema["minLength"] ?? 1
            return secret(
                name, use: "'\(name)' of the requests", schema: .object(members), isRequired: isRequired, &operations)
        }
        let name = names.take(Naming.argument(name))
        arguments.append(Argument(name: name, schema: schema, isRequired: isRequired, examples: examples))
        return name
    }

    private mutating func secret(
        _ name: String, use: String, schema: JSON = ["type": "string", "minLength": 1, "format": "password"],
        isRequired: Bool = true, _ operations: inout OpenAPIOperations
    ) -> String {
        let argument = names.take(Naming.argument(name))
        arguments.append(
            Argument(
                name: argument, schema: schema, isRequired: isRequired, examples: [],
                variable: operations.variable(for: name, use: use)))
        return argument
    }

    // MARK: - Security

    private mutating func addSecurity(_ operations: inout OpenAPIOperations) {
        if let free = operation.security.first(where: \.schemes.isEmpty) {
            let others = operation.security.flatMap(\.schemes).map(\.name)
            operations.notes.add(free.pointer, "the calls do not authenticate; left out: \(others.shortened)")
            return
        }
        guard let chosen = operation.security.first(where: { !$0.schemes.contains { $0.kind == .mutualTLS } }) else {
            if let first = operation.security.first {
                operations.notes.add(first.pointer, "a client certificate is no part of a request")
            }
            return
        }
        let others = operation.security.filter { $0.pointer != chosen.pointer }.flatMap { $0.schemes.map(\.name) }
        if !others.isEmpty {
            operations.notes.add(
                chosen.pointer,
                "the calls authenticate by \(chosen.schemes.map(\.name).joined(separator: " and ")); left out: \(others.shortened)"
            )
        }
        for scheme in chosen.schemes { add(scheme, &operations) }
    }

    private mutating func add(
        _ scheme: OpenAPIDocument.SecurityScheme, _ operations: inout OpenAPIOperations
    ) {
        switch scheme.kind {
        case .apiKey(let name, .query) where request.query[name] == nil:
            request.query[name] = .string("{\(secret(name, use: "key in the query '\(name)'", &operations))}")
        case .apiKey(let name, .header) where request.headers[name] == nil:
            request.headers[name] = .string("{\(secret(name, use: "key in the header '\(name)'", &operations))}")
        case .apiKey(let name, .cookie):
            request.headers["Cookie"] = .string(
                "\(Naming.literal(name))={\(secret(name, use: "key in the cookie '\(name)'", &operations))}")
        case .http("basic"):
            request.headers["Authorization"] = .string(
                "Basic {\(secret("credentials", use: "user and password in base64", &operations))}")
        case .http(let name) where name != "bearer":
            let title = name.prefix(1).uppercased() + name.dropFirst()
            request.headers["Authorization"] = .string(
                "\(Naming.literal(title)) {\(secret("credentials", use: "credential of '\(name)'", &operations))}")
        case .http, .token:
            request.headers["Authorization"] = .string("Bearer {\(secret("token", use: "bearer token", &operations))}")
        case .apiKey, .mutualTLS: break
        }
    }

    // MARK: - Body

    /// Adds the body; false, and told, where it cannot be written and has to be there.
    private mutating func addBody(_ operations: inout OpenAPIOperations) -> Bool {
        guard let body = operation.body else { return true }
        let form = "application/x-www-form-urlencoded"
        guard let content = body.content.first(where: \.isJSON) ?? body.content.first(where: { $0.mediaType == form })
        else {
            let mediaTypes = body.content.map(\.mediaType).shortened
            operations.notes.add(
                body.pointer,
                body.isRequired
                    ? "\(operation.label) sends \(mediaTypes), which a contract cannot write; the operation is left out"
                    : "the body of \(operation.label) is \(mediaTypes), which a contract cannot write; it is left out")
            return !body.isRequired
        }
        let others = body.content.filter { $0.mediaType != content.mediaType }.map(\.mediaType)
        if !others.isEmpty {
            operations.notes.add(
                body.pointer, "the body is sent as \(content.mediaType); left out: \(others.shortened)")
        }
        request.headers["Content-Type"] = .string(content.mediaType)
        let schema = content.schema.map { operations.schemas.raw($0, .request) } ?? true
        let examples = content.examples.map(\.json)
        if operations.schemas.isObject(schema, .request) {
            addMembers(of: schema, content, isForm: content.mediaType == form, &operations)
        } else if content.mediaType == form {
            operations.notes.add(content.pointer, "the fields of the form are not known")
        } else {
            let name = argument(
                "body", operations.schemas.rewritten(schema, .request), isRequired: body.isRequired, examples,
                &operations)
            request.body = .json(.string("{\(name)}"))
        }
        return true
    }

    /// A member of the body for each property, filled with an argument.
    private mutating func addMembers(
        of schema: JSON, _ content: OpenAPIDocument.Content, isForm: Bool, _ operations: inout OpenAPIOperations
    ) {
        let parts = operations.schemas.parts(of: schema, .request)
        let required = Set(parts.flatMap { $0["required"]?.arrayValue ?? [] }.compactMap(\.stringValue))
        var members: JSONObject = [:]
        for (name, property) in parts.flatMap({ Array($0["properties"]?.objectValue ?? [:]) })
        where members[name] == nil {
            let inner = operations.schemas.parts(of: property, .request)
            // The server sets it.
            if inner.contains(where: { $0["readOnly"] == true }) { continue }
            let types = inner.flatMap { $0["type"].map { $0.arrayValue ?? [$0] } ?? [] }.compactMap(\.stringValue)
            if isForm, types.contains("object") || types.contains("array") {
                operations.notes.add(content.pointer, "the field '\(name)' of the form is no single value")
                continue
            }
            let examples = content.examples.compactMap { $0.json[name] }
            let argument = argument(
                name, operations.schemas.rewritten(property, .request), isRequired: required.contains(name), examples,
                &operations)
            members[name] = .string("{\(argument)}")
        }
        let unnamed = required.filter { members[$0] == nil }.sorted().filter { name in
            !parts.contains { $0["properties"]?[name] != nil }
        }
        for name in unnamed { members[name] = .string("{\(argument(name, true, isRequired: true, [], &operations))}") }
        request.body = isForm ? .form(members) : .json(.object(members))
    }

    /// Asks for the media type that the responses are read as.
    private mutating func addAccept() {
        let content = operation.responses.filter { $0.status.isSuccess }.flatMap(\.content)
        guard let wanted = content.first(where: \.isJSON) ?? content.first, !wanted.mediaType.contains("*") else {
            return
        }
        request.headers["Accept"] = .string(wanted.mediaType)
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
