import ContractPact
import JSONSchema

/// The schema keywords that an interaction's matching rules and generators imply for its request and response.
struct InteractionStatements {
    private(set) var request = RequestStatement(headersAreExplicit: true)
    private(set) var response = ResponseStatement()
    /// Rules that the contract cannot express.
    private(set) var losses: [Omission] = []
    private var statements = PactStatements()

    init(_ interaction: PactInteraction) {
        addRequest(interaction.request)
        addResponse(interaction.response)
        let place = "Pact, \(interaction.description)"
        losses = (statements.losses + others(interaction)).distinct.map { Omission(place, $0) }
    }

    private func others(_ interaction: PactInteraction) -> [String] {
        var others: [String] = []
        if interaction.request.rules.method != nil { others.append("the rule of the method") }
        if interaction.request.rules.path != nil {
            others.append("the rule of the path (variable segments are detected by their form)")
        }
        if interaction.response.rules.status != nil, response.key == nil {
            others.append("the rule of the status (the status of the example is used)")
        }
        let bodies = [
            (interaction.request.body, interaction.request.rules),
            (interaction.response.body, interaction.response.rules),
        ]
        for case (.json(let example), let rules) in bodies {
            others += rules.body.missing(in: example).map { "the rule of '\($0)', which the example does not contain," }
        }
        return others.map { "\($0) was not imported" }
    }

    // MARK: - Request

    private mutating func addRequest(_ message: PactRequest) {
        for (name, set) in message.rules.query {
            let example = message.query.values[name]?.first ?? ""
            request.query[name] = SampleStatement(keywords: statements.keywords(of: set, example) ?? [:])
        }
        for (name, set) in message.rules.header {
            request.headers[name] = SampleStatement(
                keywords: statements.keywords(of: set, message.headers[name] ?? "") ?? [:])
        }
        if case .json(let example) = message.body {
            request.body = statements.statement(of: example, message.rules.body)
        }
        // Generated values come from provider states, so the caller supplies them.
        for generator in message.generators {
            switch generator.target {
            case .path: break
            case .header(let name):
                request.headers.merge([name.lowercased(): SampleStatement(keywords: [:])]) { said, _ in said }
            case .query(let name): request.query.merge([name: SampleStatement(keywords: [:])]) { said, _ in said }
            case .body(let path): request.body?.open(path.steps[...])
            }
        }
    }

    // MARK: - Response

    private mutating func addResponse(_ message: PactResponse) {
        if case .json(let example) = message.body {
            response.body = statements.statement(of: example, message.rules.body)
        }
        if let set = message.rules.status, set.rules.count == 1, case .statusCode(.range(let range, _)) = set.rules[0],
            range.count == 100
        {
            response.key = "\(range.lowerBound / 100)XX"
        }
        for written in message.headers.names {
            let name = written.lowercased()
            // The media type has its own field. Cookies belong to the session and are redacted.
            guard name != "content-type", name != "set-cookie", !HeaderChoice.isOfTransport(name) else { continue }
            let example = message.headers[all: written].joined(separator: ", ")
            let keywords = message.rules.header[name].map { statements.keywords(of: $0, example) ?? [:] }
            let schema = keywords.map { JSON.object(.joining([["type": "string"], $0])) }
            response.headers.append((HeaderChoice.conventionalName(written), schema ?? .string(example)))
        }
    }
}

extension SampleStatement {
    /// Allows any value at a path, unless it already has keywords.
    fileprivate mutating func open(_ steps: ArraySlice<RulePath.Step>) {
        guard let step = steps.first else {
            if keywords == nil { keywords = [:] }
            return
        }
        switch step {
        case .key(let name): members[name]?.open(steps.dropFirst())
        case .index(let index) where elements.indices.contains(index): elements[index].open(steps.dropFirst())
        case .index: break
        case .any:
            for name in Array(members.keys) { members[name]?.open(steps.dropFirst()) }
            for index in elements.indices { elements[index].open(steps.dropFirst()) }
        }
    }
}
