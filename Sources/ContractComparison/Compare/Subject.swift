import ContractFormat

enum Subject {
    /// `'/address/street' of model 'User'`, or `model 'User'` for the whole schema.
    static func text(of location: Location) -> String {
        let (path, title, isNegated) = parts(of: location)
        let subject = path.isEmpty ? title : "'\(path)' of \(title)"
        return isNegated ? "the negation of \(subject)" : subject
    }

    static func member(at location: Location) -> (item: String, owner: String)? {
        let (path, title, isNegated) = parts(of: location)
        return path.isEmpty || isNegated ? nil : ("'\(path)'", title)
    }

    private static func parts(of location: Location) -> (path: String, title: String, isNegated: Bool) {
        var (title, rest) = root(of: location)
        var path = ""
        var isNegated = false
        while let token = rest.popFirst() {
            switch token {
            case "properties", "dependentSchemas":
                if let name = rest.popFirst() { path += "/\(name)" }
            case "prefixItems":
                if let index = rest.popFirst() { path += "/\(index)" }
            case "patternProperties":
                _ = rest.popFirst()
                path += "/*"
            case "items", "additionalItems", "unevaluatedItems", "contains", "additionalProperties",
                "unevaluatedProperties":
                path += "/*"
            case "$defs", "definitions":
                if let name = rest.popFirst() {
                    title = "definition '\(name)'"
                    path = ""
                }
            case "not": isNegated.toggle()
            default: break
            }
        }
        return (path, title, isNegated)
    }

    private static func root(of location: Location) -> (title: String, rest: ArraySlice<String>) {
        let tokens = location.pointer.tokens
        guard location.document == Location.contract, tokens.count > 1 else {
            return (location.document == Location.contract ? "the contract" : "'\(location.document)'", tokens[...])
        }
        let name = tokens[1]
        switch ContractKeys.Service(rawValue: tokens[0]) {
        case .models: return ("model '\(name)'", tokens.dropFirst(3))
        case .definitions: return ("definition '\(name)'", tokens.dropFirst(2))
        case .endpoints where tokens.count > 3:
            let part = tokens[3]
            switch ContractKeys.Endpoint(rawValue: tokens[2]) {
            case .arguments: return ("argument '\(part)' of '\(name)'", tokens.dropFirst(4))
            case .responses:
                guard tokens.count > 5, tokens[4] == ContractKeys.Response.headers.rawValue else {
                    return ("response \(part) of '\(name)'", tokens.dropFirst(5))
                }
                return ("header '\(tokens[5])' of response \(part) of '\(name)'", tokens.dropFirst(6))
            case .request:
                guard tokens.count > 4, ContractKeys.Request(rawValue: part)?.holdsNames ?? false else {
                    return ("the request of '\(name)'", tokens.dropFirst(4))
                }
                return ("\(part) '\(tokens[4])' of '\(name)'", tokens.dropFirst(5))
            case .uses, .origin, .rejects, .summary, .cases, .faults, .survives, .health, .secrets, nil:
                return ("endpoint '\(name)'", tokens.dropFirst(4))
            }
        case .endpoints: return ("endpoint '\(name)'", tokens.dropFirst(2))
        case .scenarios: return ("scenario '\(name)'", tokens.dropFirst(2))
        case .service, .origin, .schema, .summary, .health, .strictness, .secrets, .unbound, nil:
            return ("the contract", tokens.dropFirst(1))
        }
    }
}

extension ContractKeys.Request {
    fileprivate var holdsNames: Bool {
        switch self {
        case .query, .headers, .body, .form, .multipart: true
        case .method, .path, .allowedHeaders, .bodySchema, .text, .bytes, .xml, .graphql, .timeout: false
        }
    }
}
