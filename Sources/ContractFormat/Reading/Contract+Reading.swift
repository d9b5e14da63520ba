import JSONSchema

extension Contract {
    /// Reads a contract; `nil` where it lacks what nothing can be read without. Faults go to the reader's context.
    init?(reading reader: ContractCursor) {
        guard
            let object = reader.object(of: ContractKeys.Service.self),
            let service = object[.service]?.nonEmptyString, let origin = object[.origin]?.origin
        else { return nil }
        self.url = reader.context.url
        self.source = reader.context.source
        self.service = service
        self.origin = origin
        self.summary = object[.summary]?.string()
        self.health = object[.health].flatMap { HealthContract(reading: $0, ofEndpoint: false) }
        self.models = object[.models]?.members().compactMap { ModelContract(name: $0, reading: $1) } ?? []
        self.endpoints = object[.endpoints]?.members().compactMap { EndpointContract(name: $0, reading: $1) } ?? []
        self.scenarios = object[.scenarios]?.members().compactMap { ScenarioContract(name: $0, reading: $1) } ?? []
        self.declaredModels = object[.models]?.json.objectValue?.keys ?? []
        self.declaredEndpoints = object[.endpoints]?.json.objectValue?.keys ?? []
    }
}

extension ScenarioContract {
    init?(name: String, reading reader: ContractCursor) {
        let steps = reader.elements().compactMap(Step.init(reading:))
        if reader.json.arrayValue?.isEmpty == true {
            reader.context.fault("a scenario needs a step", at: reader.pointer)
        }
        guard !steps.isEmpty else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.steps = steps
    }
}

extension ScenarioContract.Step {
    init?(reading reader: ContractCursor) {
        guard
            let object = reader.object(of: ContractKeys.Step.self),
            let endpoint = object[.endpoint]?.namedText
        else { return nil }
        self.pointer = reader.pointer
        self.name = object[.name]?.nonEmptyString
        self.endpoint = endpoint
        self.case = object[.case]?.namedText
        self.arguments = object[.arguments]?.arguments ?? []
        self.outcome = object.outcome
        self.captures = object[.capture]?.members().compactMap { ScenarioContract.Capture(name: $0, reading: $1) } ?? []
    }
}

extension ScenarioContract.Capture {
    init?(name: String, reading reader: ContractCursor) {
        guard let text = reader.nonEmptyString else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let rest = parts.count == 2 ? parts[1] : ""
        switch parts[0] {
        case "header" where !rest.isEmpty: source = .header(rest)
        case "cookie" where !rest.isEmpty: source = .cookie(rest)
        case "body":
            do { source = .body(try JSONPointer(rest)) } catch { fallthrough }
        default:
            reader.context.fault(
                "\(reader.json.text(.compact)) is no capture: expected \"body:/pointer\", \"header:NAME\" or \"cookie:NAME\"",
                at: reader.pointer)
            return nil
        }
        self.name = name
        self.pointer = reader.pointer
    }
}

extension ContractCursor {
    /// `scheme://host[:port]`, without a path.
    var origin: String? {
        guard let text = nonEmptyString else { return nil }
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "https:" || parts[0] == "http:", parts[1].isEmpty, !parts[2].isEmpty,
            !parts[2].contains(where: { "/?#@ ".contains($0) })
        else { return wrongValue("is no origin: expected scheme://host or scheme://host:port, without a path") }
        return text
    }
}
