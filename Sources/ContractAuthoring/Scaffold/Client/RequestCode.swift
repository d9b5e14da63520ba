import ContractFormat
import HTTPRecording
import JSONSchema

struct RequestCode {
    struct Parameter {
        let argument: String
        /// The name in Swift, not escaped.
        let name: String
        let use: CodableTypes.Use
    }

    struct Gap: Error { let reason: String }

    let endpoint: EndpointContract
    let function: String
    private let types: CodableTypes
    private(set) var parameters: [Parameter] = []
    private(set) var statements: [SwiftCode] = []
    private(set) var declarations: [SwiftCode] = []
    /// The types with values in the URL, a header field, or a form.
    private(set) var inURL: Set<String> = []

    init(
        _ endpoint: EndpointContract, _ request: RequestContract, function: String, origin: String,
        _ types: CodableTypes
    ) throws(Gap) {
        (self.endpoint, self.function, self.types) = (endpoint, function, types)
        var names = DistinctNames()
        for argument in endpoint.arguments {
            var use = types.use(of: [argument.schema.view], named: "\(endpoint.name) \(argument.name)")
            use.isOptional = argument.isOptional
            parameters.append(Parameter(argument: argument.name, name: names.take(argument.name), use: use))
        }
        var arguments = [
            SwiftName.literal(request.method),
            "\(endpoint.origin == nil ? "Self.origin" : SwiftName.literal(origin)) + \(try path(request.path))",
        ]
        var query = try pairs(request.query)
        if case .graphql(let graphql) = request.body, request.method == "GET" {
            query += try pairs(graphql, names.take("variables"))
        }
        if !query.isEmpty { arguments.append("query: [\(query.joined(separator: ", "))]") }
        let headers = try pairs(request.headers)
        if !headers.isEmpty { arguments.append("headers: [\(headers.joined(separator: ", "))]") }
        switch request.body {
        case .none: break
        case .json(let value): arguments.append("body: Wire.json(\(try body(value, names.take("body"))))")
        case .schema: throw Gap(reason: "its body is only described by a schema")
        case .text(.value(let value)): arguments.append("body: Wire.text(\(try texts(of: value)))")
        case .bytes(.base64(let template)): arguments.append("body: try Wire.bytes(\(try texts(of: template)))")
        case .text(.schema), .bytes(.rule): throw Gap(reason: "its body is only described")
        case .xml(let xml): arguments.append("body: Data(\"\(try document(xml.root))\".utf8)")
        case .multipart(let parts):
            arguments.append("parts: [\(try self.parts(parts).joined(separator: ", "))]")
        case .graphql where request.method == "GET": break
        case .graphql(let graphql):
            arguments.append("body: Wire.json(\(try body(graphql.json, names.take("body"))))")
        case .form(let fields):
            arguments.append("body: Data(Wire.form([\(try pairs(fields).joined(separator: ", "))]).utf8)")
        }
        statements.append(.call("\(statements.isEmpty ? "" : "return ")try Wire.request", arguments, indentedBy: 2))
    }

    var signature: [String] {
        parameters.map { "\(SwiftName.escaped($0.name)): \($0.use.text)\($0.use.isOptional ? " = nil" : "")" }
    }

    // MARK: - Texts

    private func parameter(_ slot: Template.Slot) throws(Gap) -> Parameter {
        guard case .name(let name) = slot.placeholder else {
            throw Gap(reason: "it sends the variable '\(slot.placeholder.text)', which is not an argument")
        }
        guard slot.form == nil else { throw Gap(reason: "it sends '\(name)' in a custom form") }
        guard let parameter = parameters.first(where: { $0.argument == name }) else {
            throw Gap(reason: "it has no argument '\(name)'")
        }
        return parameter
    }

    private mutating func texts(_ parameter: Parameter) throws(Gap) -> String {
        guard isText(parameter.use.name) else {
            throw Gap(reason: "'\(parameter.argument)' is an object, which has no string form")
        }
        return "\(SwiftName.escaped(parameter.name)).texts"
    }

    /// Whether values of a type have a text. Records the enumerations among them.
    private mutating func isText(_ type: String) -> Bool {
        if ["String", "Int", "Double", "Bool", CodableTypes.anything].contains(type) { return true }
        if type.hasSuffix("?") { return isText(String(type.dropLast())) }
        if type.hasPrefix("["), !type.hasPrefix("[String: ") {
            return isText(String(type.dropFirst().dropLast()))
        }
        switch types.declaration(type)?.kind {
        case .enumeration:
            inURL.insert(type)
            return true
        case .choice(let cases):
            guard cases.allSatisfy({ isText($0.type) }) else { return false }
            inURL.insert(type)
            return true
        case .structure, .tagged, nil: return false
        }
    }

    private mutating func path(_ template: Template) throws(Gap) -> String {
        var literal = ""
        for part in template.parts {
            switch part {
            case .text(let text):
                let encoded = PercentCoding.encode(text, allowing: "/:@!$&'()*,;=")
                literal += SwiftName.literal(encoded).dropFirst().dropLast()
            case .placeholder(let slot):
                let texts = try texts(try parameter(slot))
                literal += "\\(try Wire.segment(\(Self.joined(texts, slot.separator))))"
            }
        }
        return "\"\(literal)\""
    }

    private static func joined(_ texts: String, _ separator: String?) -> String {
        guard let separator else { return texts }
        return separator == "," ? "Wire.joined(\(texts))" : "Wire.joined(\(texts), \(SwiftName.literal(separator)))"
    }

    private mutating func pairs(_ expectations: [NamedExpectation]) throws(Gap) -> [String] {
        var pairs: [String] = []
        for expectation in expectations {
            guard case .value(let value) = expectation.expectation else {
                throw Gap(reason: "'\(expectation.name)' is only described by a schema")
            }
            pairs += try self.pairs(expectation, value)
        }
        return pairs
    }

    private mutating func pairs(_ expectation: NamedExpectation, _ value: TemplateValue) throws(Gap) -> [String] {
        func pair(_ name: String, _ texts: String) -> String { "(\(SwiftName.literal(name)), \(texts))" }
        guard let style = expectation.style else { return [pair(expectation.name, try texts(of: value))] }
        if case .object(let members) = value, style.kind == .deepObject {
            var pairs: [String] = []
            for member in members {
                pairs.append(pair("\(expectation.name)[\(member.name)]", try texts(of: member.value)))
            }
            return pairs
        }
        let texts = try texts(of: value)
        if style.kind == .deepObject { return [pair(expectation.name + "[]", texts)] }
        let isJoined = !style.explode || style.kind == .simple
        return [pair(expectation.name, isJoined ? Self.joined(texts, style.separator) : texts)]
    }

    mutating func texts(of template: Template) throws(Gap) -> String {
        try texts(of: .template(template))
    }

    mutating func texts(of value: TemplateValue) throws(Gap) -> String {
        switch value {
        case .literal(let json): return "[\(SwiftName.literal(json.plainText))]"
        case .template(let template):
            guard [.leftOut, .either].contains(template.nilForm) else { throw Gap(reason: "it sends an explicit null") }
            if template.parts.count == 1, case .placeholder(let slot) = template.parts[0] {
                return Self.joined(try texts(try parameter(slot)), slot.separator)
            }
            let (text, optional) = try self.text(of: template)
            return optional.map { "\($0).map { \($0) in [\(text)] } ?? []" } ?? "[\(text)]"
        case .array, .object: throw Gap(reason: "one of its pairs is not a string")
        }
    }

    /// Returns the expression of a string, and the name of its optional parameter.
    mutating func text(of template: Template) throws(Gap) -> (text: String, optional: String?) {
        var literal = ""
        var optional: String?
        for part in template.parts {
            switch part {
            case .text(let text): literal += SwiftName.literal(text).dropFirst().dropLast()
            case .placeholder(let slot):
                let parameter = try parameter(slot)
                let texts = try texts(parameter)
                if parameter.use.isOptional {
                    guard optional == nil else { throw Gap(reason: "two arguments of one string may be nil") }
                    optional = SwiftName.escaped(parameter.name)
                }
                literal += "\\(\(texts).joined(separator: \(SwiftName.literal(slot.separator ?? ""))))"
            }
        }
        return ("\"\(literal)\"", optional)
    }

    // MARK: - Bodies

    /// Returns the query items of a GraphQL request sent by `GET`. Its variables are the JSON text of a structure.
    private mutating func pairs(_ graphql: GraphQLContract, _ local: String) throws(Gap) -> [String] {
        var pairs = ["(\"query\", [\(SwiftName.literal(graphql.text))])"]
        if let name = graphql.operationName { pairs.append("(\"operationName\", [\(SwiftName.literal(name))])") }
        if case .object(let members) = graphql.variables, !members.isEmpty {
            try make(local, of: members, named: "\(endpoint.name) variables")
            pairs.append("(\"variables\", try Wire.jsonTexts(\(local)))")
        }
        return pairs
    }

    private mutating func body(_ value: TemplateValue, _ local: String) throws(Gap) -> String {
        if case .object(let members) = value {
            try make(local, of: members, named: "\(endpoint.name) body")
            return local
        }
        guard let part = try json(value, named: "") else { throw Gap(reason: "its body is a constant") }
        return part.expression
    }

    private mutating func make(_ local: String, of members: [TemplateValue.Member], named name: String) throws(Gap) {
        let (type, arguments) = try structure(of: members, named: name)
        statements = [.call("let \(local) = \(type)", arguments, indentedBy: 2)]
    }

    private mutating func structure(
        of members: [TemplateValue.Member], named name: String
    ) throws(Gap) -> (name: String, arguments: [String]) {
        let type = types.take(name)
        var fields: [CodableTypes.Member] = []
        var arguments: [String] = []
        for (member, swift) in zip(members, PropertyNames.names(of: members.map(\.name))) {
            let part = try json(member.value, named: "\(type) \(member.name)")
            var field = CodableTypes.Member(key: member.name, name: swift, use: part?.use ?? CodableTypes.Use(name: ""))
            if let part {
                field.sendsNull = Self.sendsNull(member.value)
                arguments.append("\(SwiftName.label(swift)): \(part.expression)")
            } else {
                field.constant = try Self.constant(member.value)
            }
            fields.append(field)
        }
        declarations.append(CodableTypes.structure(type, fields, "Encodable"))
        return (type, arguments)
    }

    /// Returns the expression and type of a part of a body, or `nil` for a constant.
    mutating func json(
        _ value: TemplateValue, named name: String
    ) throws(Gap) -> (expression: String, use: CodableTypes.Use)? {
        switch value {
        case .literal: return nil
        case .array: throw Gap(reason: "its body has an array with its own placeholders")
        case .template(let template):
            if template.nilForm == .distinct { throw Gap(reason: "its body distinguishes absent from null") }
            if template.placeholders.isEmpty { return nil }
            if let slot = template.soleSlot {
                let parameter = try parameter(slot)
                return (SwiftName.escaped(parameter.name), parameter.use)
            }
            let (text, optional) = try self.text(of: template)
            return (
                optional.map { "\($0).map { \($0) in \(text) }" } ?? text,
                CodableTypes.Use(name: "String", isOptional: optional != nil)
            )
        case .object(let members):
            let inner = try structure(of: members, named: name)
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
        case .template(let template): return SwiftName.literal(template.texts.joined())
        case .literal(.null), .literal(.array), .literal(.object), .array, .object:
            throw Gap(reason: "its body contains a constant that is not a string, number or boolean")
        }
    }
}
