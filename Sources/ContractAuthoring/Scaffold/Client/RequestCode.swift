import ContractFormat
import JSONSchema

/// The function that builds an endpoint's request, from the parameters to the body.
struct RequestCode {
    struct Parameter {
        /// The argument's name in the contract.
        let argument: String
        /// Its name in Swift, not escaped.
        let name: String
        let use: CodableTypes.Use
    }

    /// Why a request cannot be written.
    struct Gap: Error { let reason: String }

    let endpoint: EndpointContract
    let function: String
    private(set) var parameters: [Parameter] = []
    private(set) var statements: [SwiftCode] = []
    /// The types that the body needs.
    private(set) var declarations: [[SwiftCode]] = []
    /// The types whose values stand in the URL, a header or a form.
    private(set) var inURL: Set<String> = []

    init(
        _ endpoint: EndpointContract, _ request: RequestContract, function: String, origin: String,
        _ types: inout CodableTypes
    ) throws(Gap) {
        self.endpoint = endpoint
        self.function = function
        var names = DistinctNames()
        for argument in endpoint.arguments {
            var use = types.use(of: [argument.schema.view], named: "\(endpoint.name) \(argument.name)")
            use.isOptional = argument.isOptional
            parameters.append(Parameter(argument: argument.name, name: names.take(argument.name), use: use))
        }
        var arguments = [
            SwiftName.literal(request.method),
            "\(endpoint.origin == nil ? "Self.origin" : SwiftName.literal(origin)) + \(try path(request.path, types))",
        ]
        var query = try pairs(request.query, types)
        if case .graphql(let graphql) = request.body, request.method == "GET" {
            query += try pairs(graphql, names.take("variables"), &types)
        }
        if !query.isEmpty { arguments.append("query: [\(query.joined(separator: ", "))]") }
        let headers = try pairs(request.headers, types)
        if !headers.isEmpty { arguments.append("headers: [\(headers.joined(separator: ", "))]") }
        switch request.body {
        case .none: break
        case .json(let value):
            let local = names.take("body")
            let body = try body(value, &types)
            if case .object = value {
                statements = [.call("let \(local) = \(body.name)", body.arguments, indentedBy: 2)]
                arguments.append("body: Wire.json(\(local))")
            } else {
                arguments.append("body: Wire.json(\(body.name))")
            }
        case .schema: throw Gap(reason: "its body is only described by a schema")
        case .text(.value(let value)): arguments.append("body: Wire.text(\(try texts(of: value, types)))")
        case .bytes(.base64(let template)): arguments.append("body: try Wire.bytes(\(try texts(of: template, types)))")
        case .text(.schema), .bytes(.rule): throw Gap(reason: "its body is only described")
        case .xml(let xml): arguments.append("body: Data(\"\(try document(xml.root, types))\".utf8)")
        case .multipart(let parts):
            arguments.append("parts: [\(try self.parts(parts, &types).joined(separator: ", "))]")
        case .graphql where request.method == "GET": break
        case .graphql(let graphql):
            let local = names.take("body")
            let body = try body(graphql.json, &types)
            statements = [.call("let \(local) = \(body.name)", body.arguments, indentedBy: 2)]
            arguments.append("body: Wire.json(\(local))")
        case .form(let fields):
            arguments.append("body: Data(Wire.form([\(try pairs(fields, types).joined(separator: ", "))]).utf8)")
        }
        statements.append(
            .call("\(statements.isEmpty ? "" : "return ")try Wire.request", arguments, indentedBy: 2))
    }

    /// Whether it needs what puts bodies together that are neither JSON nor a form.
    var hasOtherBody: Bool {
        switch endpoint.request?.body {
        case .text, .bytes, .xml, .multipart: true
        case .none?, .json, .schema, .form, .graphql, nil: false
        }
    }

    /// The parameters as a declaration lists them.
    var signature: [String] {
        parameters.map { "\(SwiftName.escaped($0.name)): \($0.use.text)\($0.use.isOptional ? " = nil" : "")" }
    }

    // MARK: - Texts

    private func parameter(_ slot: Template.Slot) throws(Gap) -> Parameter {
        guard case .name(let name) = slot.placeholder else {
            throw Gap(reason: "it sends the variable '\(slot.placeholder.text)', which is no argument")
        }
        guard slot.form == nil else { throw Gap(reason: "it sends '\(name)' in a form of its own") }
        guard let parameter = parameters.first(where: { $0.argument == name }) else {
            throw Gap(reason: "it has no argument '\(name)'")
        }
        return parameter
    }

    private mutating func texts(_ parameter: Parameter, _ types: CodableTypes) throws(Gap) -> String {
        guard isText(parameter.use.name, types) else {
            throw Gap(reason: "'\(parameter.argument)' is an object, which has no text")
        }
        return "\(SwiftName.escaped(parameter.name)).texts"
    }

    /// Indicates whether values of a type have a text; notes the enumerations among them.
    private mutating func isText(_ type: String, _ types: CodableTypes) -> Bool {
        if ["String", "Int", "Double", "Bool", CodableTypes.anything].contains(type) { return true }
        if type.hasSuffix("?") { return isText(String(type.dropLast()), types) }
        if type.hasPrefix("["), !type.hasPrefix("[String: ") {
            return isText(String(type.dropFirst().dropLast()), types)
        }
        switch types.declaration(type)?.kind {
        case .enumeration:
            inURL.insert(type)
            return true
        case .choice(let cases):
            guard cases.allSatisfy({ isText($0.type, types) }) else { return false }
            inURL.insert(type)
            return true
        case .structure, .tagged, nil: return false
        }
    }

    private mutating func path(_ template: Template, _ types: CodableTypes) throws(Gap) -> String {
        var literal = ""
        for part in template.parts {
            switch part {
            case .text(let text): literal += SwiftName.literal(Self.encoded(text)).dropFirst().dropLast()
            case .placeholder(let slot):
                let texts = try texts(try parameter(slot), types)
                literal += "\\(try Wire.segment(\(Self.joined(texts, slot.separator))))"
            }
        }
        return "\"\(literal)\""
    }

    private static func joined(_ texts: String, _ separator: String?) -> String {
        guard let separator else { return texts }
        return separator == "," ? "Wire.joined(\(texts))" : "Wire.joined(\(texts), \(SwiftName.literal(separator)))"
    }

    /// The text of a path as it stands in a URL.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte -> String in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || "0123456789-._~/:@!$&'()*,;=".unicodeScalars.contains(scalar))
            return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// Pairs of a query, of a form or of headers.
    private mutating func pairs(_ expectations: [NamedExpectation], _ types: CodableTypes) throws(Gap) -> [String] {
        var pairs: [String] = []
        for expectation in expectations {
            guard case .value(let value) = expectation.expectation else {
                throw Gap(reason: "'\(expectation.name)' is only described by a schema")
            }
            pairs += try self.pairs(expectation, value, types)
        }
        return pairs
    }

    /// The pairs of a value with the style that it is written in.
    private mutating func pairs(
        _ expectation: NamedExpectation, _ value: TemplateValue, _ types: CodableTypes
    ) throws(Gap) -> [String] {
        func pair(_ name: String, _ texts: String) -> String { "(\(SwiftName.literal(name)), \(texts))" }
        guard let style = expectation.style else { return [pair(expectation.name, try texts(of: value, types))] }
        if case .object(let members) = value, style.kind == .deepObject {
            var pairs: [String] = []
            for member in members {
                pairs.append(pair("\(expectation.name)[\(member.name)]", try texts(of: member.value, types)))
            }
            return pairs
        }
        let texts = try texts(of: value, types)
        if style.kind == .deepObject { return [pair(expectation.name + "[]", texts)] }
        let isJoined = !style.explode || style.kind == .simple
        return [pair(expectation.name, isJoined ? Self.joined(texts, style.separator) : texts)]
    }

    mutating func texts(of template: Template, _ types: CodableTypes) throws(Gap) -> String {
        try texts(of: .template(template), types)
    }

    /// The expression of a list of texts.
    mutating func texts(of value: TemplateValue, _ types: CodableTypes) throws(Gap) -> String {
        switch value {
        case .literal(let json): return "[\(SwiftName.literal(json.plainText))]"
        case .template(let template):
            guard [.leftOut, .either].contains(template.nilForm) else { throw Gap(reason: "it sends an explicit null") }
            if template.parts.count == 1, case .placeholder(let slot) = template.parts[0] {
                return Self.joined(try texts(try parameter(slot), types), slot.separator)
            }
            let (text, optional) = try self.text(of: template, types)
            return optional.map { "\($0).map { \($0) in [\(text)] } ?? []" } ?? "[\(text)]"
        case .array, .object: throw Gap(reason: "a pair of it is no text")
        }
    }

    /// The expression of a text, and the parameter that may be nil in it.
    mutating func text(
        of template: Template, _ types: CodableTypes
    ) throws(Gap) -> (text: String, optional: String?) {
        var literal = ""
        var optional: String?
        for part in template.parts {
            switch part {
            case .text(let text): literal += SwiftName.literal(text).dropFirst().dropLast()
            case .placeholder(let slot):
                let parameter = try parameter(slot)
                let texts = try texts(parameter, types)
                if parameter.use.isOptional {
                    guard optional == nil else { throw Gap(reason: "two arguments of one text may be nil") }
                    optional = SwiftName.escaped(parameter.name)
                }
                literal += "\\(\(texts).joined(separator: \(SwiftName.literal(slot.separator ?? ""))))"
            }
        }
        return ("\"\(literal)\"", optional)
    }

    // MARK: - Bodies

    /// The pairs that a `GET` sends a GraphQL request in; its variables are the JSON text of a structure.
    private mutating func pairs(
        _ graphql: GraphQLContract, _ local: String, _ types: inout CodableTypes
    ) throws(Gap) -> [String] {
        var pairs = ["(\"query\", [\(SwiftName.literal(graphql.text))])"]
        if let name = graphql.operationName { pairs.append("(\"operationName\", [\(SwiftName.literal(name))])") }
        if case .object(let members) = graphql.variables, !members.isEmpty {
            let variables = try structure(of: members, named: "\(endpoint.name) variables", &types)
            statements = [.call("let \(local) = \(variables.name)", variables.arguments, indentedBy: 2)]
            pairs.append("(\"variables\", try Wire.jsonTexts(\(local)))")
        }
        return pairs
    }

    /// The structure of a JSON body with what fills it, or the expression of one that is no structure of its own.
    private mutating func body(
        _ value: TemplateValue, _ types: inout CodableTypes
    ) throws(Gap) -> (name: String, arguments: [String]) {
        if case .object(let members) = value {
            return try structure(of: members, named: "\(endpoint.name) body", &types)
        }
        guard let part = try json(value, named: "", &types) else { throw Gap(reason: "its body is a constant") }
        return (part.expression, [])
    }

    private mutating func structure(
        of members: [TemplateValue.Member], named name: String, _ types: inout CodableTypes
    ) throws(Gap) -> (name: String, arguments: [String]) {
        let type = types.take(name)
        var fields: [CodableTypes.Member] = []
        var arguments: [String] = []
        for (member, swift) in zip(members, PropertyNames.names(of: members.map(\.name))) {
            if let part = try json(member.value, named: "\(type) \(member.name)", &types) {
                fields.append(
                    CodableTypes.Member(
                        key: member.name, name: swift, use: part.use, sendsNull: Self.sendsNull(member.value)))
                arguments.append("\(SwiftName.label(swift)): \(part.expression)")
            } else {
                let constant = try Self.constant(member.value)
                fields.append(
                    CodableTypes.Member(
                        key: member.name, name: swift, use: CodableTypes.Use(name: ""), constant: constant))
            }
        }
        declarations.append([CodableTypes.structure(type, fields, "Encodable")])
        return (type, arguments)
    }

    /// The expression of a part of a body, and its type; `nil` for a constant.
    mutating func json(
        _ value: TemplateValue, named name: String, _ types: inout CodableTypes
    ) throws(Gap) -> (expression: String, use: CodableTypes.Use)? {
        switch value {
        case .literal: return nil
        case .array: throw Gap(reason: "its body has an array with places of its own")
        case .template(let template):
            if template.nilForm == .distinct { throw Gap(reason: "its body tells absent from null") }
            if template.placeholders.isEmpty { return nil }
            if let slot = template.soleSlot {
                let parameter = try parameter(slot)
                return (SwiftName.escaped(parameter.name), parameter.use)
            }
            let (text, optional) = try self.text(of: template, types)
            return (
                optional.map { "\($0).map { \($0) in \(text) }" } ?? text,
                CodableTypes.Use(name: "String", isOptional: optional != nil)
            )
        case .object(let members):
            let inner = try structure(of: members, named: name, &types)
            return ("\(inner.name)(\(inner.arguments.joined(separator: ", ")))", CodableTypes.Use(name: inner.name))
        }
    }

    private static func sendsNull(_ value: TemplateValue) -> Bool {
        if case .template(let template) = value { template.nilForm == .null } else { false }
    }

    private static func constant(_ value: TemplateValue) throws(Gap) -> String {
        switch value {
        case .literal(.bool(let value)): return "\(value)"
        case .literal(.number(let value)): return value.text
        case .literal(.string(let text)): return SwiftName.literal(text)
        case .template(let template):
            let text = template.parts.map { if case .text(let text) = $0 { text } else { "" } }.joined()
            return SwiftName.literal(text)
        default: throw Gap(reason: "its body holds a constant that is no text, number or boolean")
        }
    }
}
