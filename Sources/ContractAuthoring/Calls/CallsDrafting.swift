import ContractFormat
import HTTPRecording
import JSONSchema

/// The drafting of a contract from observed calls, with one endpoint for each method and path.
struct CallsDrafting {
    private let service: String
    private let origin: String
    private let maximumCasesPerStatus: Int
    private var inference: SchemaInference
    private(set) var variables: SecretVariables
    private var models = ResponseModels()
    private var names = DistinctNames()
    private var omissions: [Omission] = []

    init(service: String, origin: String, _ options: ImportOptions) {
        self.service = service
        self.origin = origin
        maximumCasesPerStatus = options.maximumCasesPerStatus
        inference = SchemaInference(enumerations: options.enumerations)
        variables = SecretVariables(service: service)
    }

    mutating func draft(_ calls: [ObservedCall]) -> ContractDraft {
        let groups = CallGroup.groups(of: calls).map { (name: name(of: $0), group: $0) }
        // A single object names its model before lists that show only part of it.
        let order = groups.indices.sorted { groups[$0].group.isSingleResource && !groups[$1].group.isSingleResource }
        var responses: [Int: [ResponseDraft]] = [:]
        for index in order { responses[index] = self.responses(of: groups[index].group, groups[index].name) }
        let endpoints = groups.enumerated().map { index, named in
            endpoint(of: named.group, named.name, responses[index] ?? [])
        }
        let drafted = models.drafts(&inference)
        return ContractDraft(
            service: service, origin: origin, models: drafted, endpoints: endpoints,
            omissions: omissions + inference.remarks.distinct.map { Omission("", $0) })
    }

    private mutating func name(of group: CallGroup) -> String {
        let operation = group.calls.first.flatMap { call in
            if case .graphql(let graphql) = call.body { graphql.operation } else { nil }
        }
        return names.take(
            operation.map { Naming.lowerCamel($0) } ?? Naming.short(EndpointName.of(group.method, group.path)))
    }

    private mutating func endpoint(of group: CallGroup, _ name: String, _ responses: [ResponseDraft]) -> EndpointDraft {
        var drafting = RequestDrafting(group, variables)
        let request = drafting.request()
        omissions += drafting.omissions
        variables = drafting.arguments.variables
        return EndpointDraft(
            name: name, origin: group.origin == origin ? nil : group.origin, arguments: drafting.arguments.schemas,
            request: request, responses: responses, cases: cases(of: group, name, drafting.arguments))
    }

    // MARK: - Responses

    private mutating func responses(of group: CallGroup, _ endpoint: String) -> [ResponseDraft] {
        let responses = group.calls.compactMap(\.response)
        let statuses = responses.sorted { $0.status < $1.status }.map(\.key).distinct
        if statuses.isEmpty {
            omissions.add(
                "\(group.method) \(group.origin)\(group.template)",
                "no response was seen: 200 with any body was assumed; describe it under 'responses'")
            return [ResponseDraft(key: "200")]
        }
        return statuses.map { status in
            response(responses.filter { $0.key == status }, status, noun: EndpointName.model(group.path), endpoint)
        }
    }

    private mutating func response(
        _ responses: [ObservedCall.Response], _ status: String, noun: String, _ endpoint: String
    ) -> ResponseDraft {
        var draft = ResponseDraft(key: status)
        draft.headers = headers(of: responses, "endpoint \(endpoint), \(status)")
        let types = responses.map(\.mediaType).filter { !$0.isEmpty }.distinct
        draft.content = types.count == 1 ? types[0] : nil
        if responses.contains(where: \.isLatin1) { draft.charset = "iso-8859-1" }
        if let events = responses.mapAll({ if case .events(let events) = $0.body { events } else { nil } }) {
            let all = events.flatMap(\.self)
            let schema = all.isEmpty ? nil : inference.schema(of: SampleShape(all))
            draft.body[.events] = ContractKeys.Events.object([(.schema, schema)])
            return draft
        }
        let bodies = responses.mapAll { response -> Sample? in
            if case .json(let json) = response.body { Sample(json, response.stated.body) } else { nil }
        }
        guard let bodies else {
            let isBinary = responses.allSatisfy { if case .bytes = $0.body { true } else { false } }
            if isBinary { draft.body[.bytes] = ContractKeys.Bytes.object([(.minLength, 1)]) }
            return draft
        }
        let shape = SampleShape(bodies)
        let placements = responses.contains { $0.status >= 400 } ? [] : models.add(bodies, shape: shape, noun: noun)
        inference.replacements = ResponseModels.references(to: placements)
        draft.body[.schema] = inference.schema(of: shape)
        draft.prefix = responses.compactMap(\.prefix).first
        draft.models = JSONObject(placements.map { ($0.pointer.description, .string($0.model)) })
        return draft
    }

    private mutating func headers(of responses: [ObservedCall.Response], _ place: String) -> JSONObject {
        var headers = JSONObject()
        for name in responses.flatMap(\.stated.headers).map(\.name).distinct(by: { $0.lowercased() }) {
            let values = responses.mapAll { response in
                response.stated.headers.first { $0.name.lowercased() == name.lowercased() }?.value
            }
            guard let values else {
                omissions.add(place, "only some of the responses have the header '\(name)': it was left out")
                continue
            }
            let different = values.distinct
            if different.count == 1 {
                headers[name] = different[0].stringValue.map { .string(Naming.literal($0)) } ?? different[0]
            } else if different.allSatisfy({ $0.stringValue != nil }) {
                headers[name] = ["enum": .array(different)]
            } else {
                headers[name] = ["anyOf": .array(different.map { $0.stringValue == nil ? $0 : ["const": $0] })]
            }
        }
        return headers
    }

    // MARK: - Cases

    private mutating func cases(
        of group: CallGroup, _ endpoint: String, _ arguments: ArgumentCollector
    ) -> [CaseDraft] {
        var names = DistinctNames(separator: CaseName.separator)
        var counts: [Int: Int] = [:]
        var seen: Set<JSON> = []
        var left = 0
        var cases: [CaseDraft] = []
        for (index, call) in group.calls.enumerated() {
            let status = call.response?.status ?? 200
            let values = arguments.values[index]
            guard seen.insert([JSON(status), .object(values)]).inserted else { continue }
            guard counts[status, default: 0] < maximumCasesPerStatus else {
                left += 1
                continue
            }
            counts[status, default: 0] += 1
            let name = names.take(CaseName.of(arguments.plain[index], status: status))
            cases.append(
                CaseDraft(name: name, summary: call.summary, status: status, given: call.given, arguments: values))
        }
        if left > 0 {
            omissions.add(
                "endpoint \(endpoint)",
                "\(counted(left, "more call")) contributed to the schemas, but not to the cases: "
                    + "\(maximumCasesPerStatus) of each status are enough")
        }
        let failures = cases.map(\.status).filter { $0 >= 400 }.distinct.map(String.init).joined(separator: ", ")
        if !failures.isEmpty {
            omissions.add(
                "endpoint \(endpoint)",
                "the client's error for status \(failures) is not in the source; add it as \"throws\" in the cases")
        }
        return cases
    }
}

extension ObservedCall.Response {
    /// The key of the response: its status, or the class of statuses that the source allows.
    fileprivate var key: String { stated.key ?? String(status) }
}

enum CaseName {
    /// Without a mark, the number would read as part of the value before it.
    static let separator = " #"

    static func of(_ arguments: [(name: String, value: JSON)], status: Int) -> String {
        let parts = arguments.compactMap { argument -> String? in
            let text = argument.value.stringValue ?? (argument.value.numberValue?.text)
            guard let text, !text.isEmpty, text.utf8.count <= 24, text.utf8.allSatisfy(isPlain), text.first != ".",
                text.trimmingSpaces() == text
            else { return nil }
            return "\(argument.name) \(text)"
        }.prefix(2)
        let name = parts.joined(separator: ", ")
        return Naming.safe(name) ?? "status \(status)"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || " -_.".utf8.contains(byte)
    }
}
