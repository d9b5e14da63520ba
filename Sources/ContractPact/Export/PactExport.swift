import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Writes a contract and its recordings as a Pact, which its provider verifies with Pact's tools.
package struct PactExport: Sendable {
    /// A recorded exchange of a case, with its secrets already redacted.
    package typealias Exchange = (endpoint: EndpointContract, case: CaseContract, exchange: HTTPExchange)

    package let json: JSON
    package let interactionCount: Int
    /// The kinds of information that the Pact cannot express, with their places.
    package let losses: [String]

    package init(consumer: String, contract: Contract, exchanges: [Exchange], version: PactDocument.Version) {
        var losses: [PactLoss] = []
        var interactions: [JSON] = []
        for item in exchanges {
            let writer = InteractionWriter(item, version: version)
            interactions.append(writer.json)
            losses += writer.losses.map {
                PactLoss(what: $0.what, place: "\(item.endpoint.name)/\(item.case.name), \($0.place)")
            }
        }
        let recorded = Set(exchanges.map { "\($0.endpoint.name)/\($0.case.name)" })
        for endpoint in contract.endpoints {
            if endpoint.request == nil {
                let what = "endpoints that send the requests of other endpoints"
                losses.append(PactLoss(what: what, place: endpoint.name))
                continue
            }
            let places = endpoint.cases.map { "\(endpoint.name)/\($0.name)" }.filter { !recorded.contains($0) }
            losses += places.map {
                PactLoss(what: "cases without a recording ('contracts record' creates it)", place: $0)
            }
        }
        self.losses = losses.grouped(by: \.what).sorted { $0.key < $1.key }.map { what, all in
            all.count == 1 ? "\(what) (\(all[0].place))" : "\(what) (\(all.count) places, first \(all[0].place))"
        }
        interactionCount = interactions.count
        json = [
            "consumer": ["name": .string(consumer)],
            "interactions": .array(interactions),
            "metadata": ["pactSpecification": ["version": version == .v3 ? "3.0.0" : "4.0"]],
            "provider": ["name": .string(contract.service)],
        ]
    }
}

private struct InteractionWriter {
    private(set) var json: JSON = .null
    private(set) var losses: [PactLoss] = []
    private let version: PactDocument.Version
    /// The names of the request's credentials in the values that the provider returns for a state.
    private var credentials: [String] = []

    init(_ item: PactExport.Exchange, version: PactDocument.Version) {
        self.version = version
        let description = "\(item.endpoint.name): \(item.case.name)"
        let request = request(item)
        var states = item.case.given
        if !credentials.isEmpty {
            states.append(
                ProviderState(
                    name: "the credentials are valid",
                    parameters: ["values": .array(Set(credentials).sorted().map(JSON.string))]))
            if version == .v3 { lose("credentials, which a state of version 3 cannot express", "request") }
        }
        let summary = item.case.summary ?? item.endpoint.summary
        let head: [(String, JSON?)] = [
            ("type", "Synchronous/HTTP"), ("key", .string(Fingerprint.text(description))), ("pending", false),
            ("comments", summary.map { ["text": [.string($0)]] }),
        ]
        let providerStates = states.map { state in
            JSON.present([("name", .string(state.name)), ("params", state.parameters.unlessEmpty)])
        }
        json = .present(
            (version == .v4 ? head : []) + [
                ("description", .string(description)), ("providerStates", providerStates.unlessEmpty),
                ("request", request), ("response", response(item)),
            ])
    }

    private mutating func lose(_ what: String, _ place: String) { losses.append(PactLoss(what: what, place: place)) }

    private mutating func request(_ item: PactExport.Exchange) -> JSON {
        let sent = item.exchange.request
        let url = sent.url
        var request: JSONObject = ["method": .string(sent.method.uppercased()), "path": .string(Self.path(of: url))]
        var rules = JSONObject()
        if let question = url.firstIndex(of: "?") {
            let text = url[question...].dropFirst().prefix { $0 != "#" }
            let query = PactQuery(text: String(text))
            request["query"] = .object(
                JSONObject(query.names.map { ($0, .array((query.values[$0] ?? []).map(JSON.string))) }))
        }
        var names = item.endpoint.request.map { $0.headers.map(\.name) + $0.allowedHeaders } ?? []
        if sent.body?.isEmpty == false { names.append("Content-Type") }
        let headers = names.compactMap { name in sent.headers[name].map { (name, JSON.string($0)) } }
        request["headers"] = JSONObject(headers).unlessEmpty
        if let body = sent.body, !body.isEmpty {
            let content = PactBody(bytes: body, headers: sent.headers)
            set(content, headers: sent.headers, of: &request, at: "request")
            if case .text = content, item.endpoint.arguments.contains(where: \.isSecret) {
                rules["body"] = ["$": Self.anyText]
            }
        }
        let generators = generators(of: request, item)
        // Any string is valid if the provider's state supplies the value.
        for (part, places) in generators {
            rules[part] = .object(JSONObject((places.objectValue ?? [:]).keys.map { ($0, Self.anyText) }))
        }
        request["matchingRules"] = rules.unlessEmpty
        if version == .v4 { request["generators"] = generators.unlessEmpty }
        return .object(request)
    }

    /// Returns generators that request the provider's own credentials instead of the recorded stand-ins.
    private mutating func generators(of request: JSONObject, _ item: PactExport.Exchange) -> JSONObject {
        var generators = JSONObject()
        for (part, member, expectations) in [
            ("header", "headers", item.endpoint.request?.headers), ("query", "query", item.endpoint.request?.query),
        ] {
            let found = (request[member]?.objectValue ?? [:]).compactMap { name, value -> (String, JSON)? in
                guard let text = value.stringValue ?? value[0]?.stringValue else { return nil }
                let named = expectations?.first { $0.name == name }
                return generator(for: text, named: name, named?.expectation, item.endpoint).map { (name, $0) }
            }
            generators[part] = JSONObject(found).unlessEmpty
        }
        var body: [(String, JSON)] = []
        let template: TemplateValue? = if case .json(let value)? = item.endpoint.request?.body { value } else { nil }
        let content = version == .v4 ? request["body"]?["content"] : request["body"]
        _ = content?.replacingParts { path, part in
            guard let text = part.stringValue else { return nil }
            let name = if case .key(let key)? = path.steps.last { key } else { "body" }
            let expectation = template?.part(at: path).map(Expectation.value)
            if let generator = generator(for: text, named: name, expectation, item.endpoint) {
                body.append((path.description, generator))
            }
            return nil
        }
        generators["body"] = JSONObject(body).unlessEmpty
        return generators
    }

    /// Returns the generator for a string with credentials, from its variables or else the contract's template.
    private mutating func generator(
        for text: String, named name: String, _ expectation: Expectation?, _ endpoint: EndpointContract
    ) -> JSON? {
        let parts: [Template.Part]
        if let recorded = Self.variables(in: text) {
            parts = recorded.parts
        } else if case .value(.template(let template))? = expectation,
            template.placeholders.contains(where: endpoint.isSecret)
                || CredentialStandIn.containsStandInOrPlaceholder(text)
        {
            parts = template.parts
        } else if expectation != nil, CredentialNames.contains(name),
            CredentialStandIn.containsStandInOrPlaceholder(text)
        {
            parts = [.placeholder(Template.Slot(.name(name)))]
        } else {
            return nil
        }
        let expression = parts.map { part in
            switch part {
            case .text(let text): return text
            case .placeholder(let slot):
                let name =
                    switch slot.placeholder {
                    case .name(let name), .environment(let name): name
                    }
                credentials.append(name)
                return "${\(name)}"
            }
        }
        return ["type": "ProviderState", "expression": .string(expression.joined())]
    }

    /// Returns the recorded string as a template of variables, or `nil` if it contains none.
    private static func variables(in text: String) -> Template? {
        text.contains("{env:") ? Template.read(text) : nil
    }

    private static let anyText = text("[\\s\\S]+")

    private static func text(_ pattern: String) -> JSON {
        RuleSetJSON(matchers: [RuleSetJSON.text(pattern)]).json
    }

    private static func path(of url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...].drop { !"/?#".contains($0) } } ?? url[...]
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        return path.isEmpty ? "/" : String(path)
    }

    private mutating func response(_ item: PactExport.Exchange) -> JSON {
        let received = item.exchange.response
        var response: JSONObject = ["status": JSON(received.status)]
        var rules = JSONObject()
        let contract = item.endpoint.response(status: received.status, variant: item.case.outcome.response)
        var headers: [(String, JSON)] = []
        var headerRules = JSONObject()
        for named in contract?.headers ?? [] {
            guard let value = received.headers[named.name] else { continue }
            headers.append((named.name, .string(value)))
            // Pact has no optional header fields, so a recorded one is required with any value.
            if named.isOptional || named.expectation == nil {
                headerRules[named.name] = Self.text(".*")
            } else if case .schema(let schema)? = named.expectation {
                let pattern = SchemaFacts([schema.view]).patterns.first.map(SchemaRules.wholeText) ?? ".*"
                headerRules[named.name] = Self.text(pattern)
            }
        }
        if let content = contract?.content, !headers.contains(where: { $0.0.lowercased() == "content-type" }) {
            headers.append(("Content-Type", .string(received.headers["Content-Type"] ?? content.essence)))
            let pattern = Pattern.literally(content.essence)
            headerRules["Content-Type"] = Self.text("^\(pattern)(\\s*;.*)?$")
        }
        if version == .v4, item.case.outcome.status == nil, let name = contract?.key.className {
            let rule: JSON = ["match": "statusCode", "status": .string(name)]
            rules["status"] = RuleSetJSON(matchers: [rule]).json
        }
        response["headers"] = JSONObject(headers).unlessEmpty
        rules["header"] = headerRules.unlessEmpty
        if let contract { body(contract, received, &response, &rules) }
        response["matchingRules"] = rules.unlessEmpty
        return .object(response)
    }

    private mutating func body(
        _ contract: ResponseContract, _ received: RecordedResponse, _ response: inout JSONObject,
        _ rules: inout JSONObject
    ) {
        switch contract.body {
        case .any, .empty: break
        case .events: lose("a stream of events, which are not compared", "response body")
        case .xml: lose("XML, which is not compared", "response body")
        case .bytes: lose("bytes, which are not compared", "response body")
        case .text: lose("a text body, which is not compared", "response body")
        case .json(let schema):
            guard contract.prefix.isEmpty, contract.charset == .utf8 else {
                lose("a body after a prefix or not in UTF-8, which is not compared", "response body")
                return
            }
            guard let value = JSON(ifValid: received.body) else { return }
            var walk = SchemaRules(version: version)
            let example = walk.example(of: value, [schema.view])
            for loss in walk.losses { lose(loss.what, "response body \(loss.place)") }
            set(.json(example), headers: received.headers, of: &response, at: "response")
            if !walk.rules.isEmpty { rules["body"] = .object(walk.json) }
        }
    }

    private mutating func set(_ body: PactBody, headers: HeaderFields, of message: inout JSONObject, at side: String) {
        let stated = headers["Content-Type"].map(MediaType.init)
        // A multipart body cannot be parsed without its boundary.
        let type = stated?.isMultipart == true ? headers["Content-Type"] : stated?.essence
        let content: JSON
        var encoding: JSON = false
        switch body {
        case .unspecified, .none: return
        case .json(let json): content = json
        case .text(let text, _): content = .string(text)
        case .bytes(let bytes, _):
            guard version == .v4 else {
                lose("bytes, which version 3 cannot send", "\(side) body")
                return
            }
            content = .string(Data(bytes).base64EncodedString())
            encoding = "base64"
        }
        guard version == .v4 else {
            message["body"] = content
            return
        }
        message["body"] = [
            "content": content, "contentType": .string(type ?? body.defaultType),
            "contentTypeHint": encoding == false ? "TEXT" : "BINARY", "encoded": encoding,
        ]
    }
}

extension TemplateValue {
    fileprivate func part(at path: RulePath) -> TemplateValue? {
        path.steps.reduce(self as TemplateValue?) { value, step in
            switch (value, step) {
            case (.array(let all)?, .index(let index)): all.indices.contains(index) ? all[index] : nil
            case (.object(let members)?, .key(let name)): members.first { $0.name == name }?.value
            default: nil
            }
        }
    }
}

extension ResponseKey {
    /// The Pact name for a class of status codes, or `nil` if the key is not a class.
    fileprivate var className: String? {
        PactReader.statusClasses.first { _, range in
            range.count == 100 && status == "\(range.lowerBound / 100)XX"
        }?.key
    }
}
