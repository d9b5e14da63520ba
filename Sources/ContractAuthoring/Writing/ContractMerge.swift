import ContractChecking
import ContractFormat
import JSONSchema

/// A merge that adds the missing parts of a draft to a contract. All text that the user wrote stays byte for byte.
///
/// Endpoints match by method and path, regardless of placeholder names. Models match by name, and cases by status and
/// arguments. Existing parts are never changed; differences from the draft are reported.
struct ContractMerge {
    private typealias Service = ContractKeys.Service
    private typealias Endpoint = ContractKeys.Endpoint
    private typealias Case = ContractKeys.Case

    struct Outcome {
        var bytes: [UInt8]
        var added: [String] = []
        var omissions: [Omission] = []
    }

    private let draft: ContractDraft
    private let existing: Contract
    private let json: JSON
    private var editor: JSONTextEditor
    private var outcome: Outcome
    /// Whether to report differences between draft and contract, if the user's edits are unknown.
    private let reportsConflicts: Bool
    /// All added parts. The definitions that they refer to are added, too.
    private var additions: [JSON] = []

    static func merge(
        _ draft: ContractDraft, into bytes: [UInt8], of contract: Contract, reportsConflicts: Bool = true
    ) throws(JSONSyntaxError) -> Outcome {
        var merge = try ContractMerge(draft, bytes, contract, reportsConflicts: reportsConflicts)
        try merge.addEndpoints()
        try merge.addModels()
        try merge.addDefinitions()
        merge.outcome.bytes = merge.editor.bytes
        return merge.outcome
    }

    private init(
        _ draft: ContractDraft, _ bytes: [UInt8], _ contract: Contract, reportsConflicts: Bool
    ) throws(JSONSyntaxError) {
        self.draft = draft
        self.reportsConflicts = reportsConflicts
        existing = contract
        json = try JSON(parsing: bytes)
        editor = try JSONTextEditor(bytes)
        outcome = Outcome(bytes: bytes)
    }

    // MARK: - Models

    private mutating func addModels() throws(JSONSyntaxError) {
        let known = Dictionary(existing.declaredModels.map { ($0.lowercased(), $0) }) { first, _ in first }
        var members: [(String, JSON)] = []
        let wanted = wantedModels()
        for (draft, (name, json)) in zip(draft.models, draft.modelMembers(existing: json)) {
            if let other = known[name.lowercased()] {
                try extendModel(other, by: draft)
            } else if wanted.contains(name) {
                additions.append(json)
                members.append((name, json))
                outcome.added.append("model \(name)")
            }
        }
        try add(members, to: .models)
        let patterns = draft.unboundPatterns(of: members.map(\.0))
        guard !patterns.isEmpty else { return }
        try editor.append(patterns, to: [Service.unbound.rawValue], behind: Self.keys(before: .unbound))
    }

    /// Returns the models that no endpoint of the draft uses, and those that additions refer to. An existing endpoint
    /// keeps its own models.
    private func wantedModels() -> Set<String> {
        let used = References(in: draft.endpoints.map(\.json) + draft.models.map(\.schema)).models
        let unused = draft.models.map(\.name).filter { !used.contains($0) }
        return References(in: additions).models.union(unused).reaching { name in
            References(in: draft.models.filter { $0.name == name }.map(\.schema)).models
        }
    }

    /// Adds examples that show something new to an existing model, unless its schema rejects one.
    private mutating func extendModel(_ name: String, by model: ModelDraft) throws(JSONSyntaxError) {
        note("model \(name)", of: [("", json[Service.models]?[name]?[ContractKeys.Model.schema], model.schema)])
        guard let known = existing.model(name) else { return }
        for example in model.examples + model.samples {
            guard let violation = known.schema.schema.violations(of: example).first else { continue }
            outcome.omissions.add(
                "model \(name)",
                "it already exists and refuses the value at '\(violation.instancePointer)' (\(violation.message)); "
                    + "it was left unchanged: change its schema, or delete it and import all samples again")
            return
        }
        let samples = draft.describesService ? [] : SampleImport.informative(in: model.examples, beyond: known.examples)
        guard !samples.isEmpty else { return }
        try editor.append(samples, to: [Service.models.rawValue, name, ContractKeys.Model.examples.rawValue])
        outcome.added.append("\(counted(samples.count, "example")) of model \(name)")
    }

    /// Reports differences between the document and the contract. Both remain unchanged.
    private mutating func note(_ part: String, of pairs: [(name: String, written: JSON?, drafted: JSON?)]) {
        guard draft.describesService, reportsConflicts else { return }
        let places = pairs.flatMap { pair -> [String] in
            guard pair.written != nil, pair.drafted != nil else { return [] }
            return JSONDifference.differences(expected: pair.written, found: pair.drafted).map {
                "'\(pair.name)\($0.pointer)'"
            }
        }
        if places.isEmpty { return }
        outcome.omissions.add(
            part,
            "it already exists and differs from the document at \(places.shortened); it was left unchanged: change it "
                + "by hand, or delete it and import again")
    }

    // MARK: - Endpoints

    private mutating func addEndpoints() throws(JSONSyntaxError) {
        var names = DistinctNames(existing.declaredEndpoints)
        var members: [(String, JSON)] = []
        for endpoint in draft.endpoints {
            if let known = counterpart(of: endpoint) {
                try extend(known, by: endpoint)
                continue
            }
            let name = names.take(endpoint.name)
            var endpoint = endpoint
            // An endpoint states its origin if it differs from the contract's.
            if endpoint.origin == nil, draft.origin != existing.origin { endpoint.origin = draft.origin }
            members.append((name, endpoint.json))
            additions.append(endpoint.json)
            outcome.added.append("endpoint \(name)")
        }
        try add(members, to: .endpoints)
    }

    private func counterpart(of endpoint: EndpointDraft) -> EndpointContract? {
        let origin = endpoint.origin ?? draft.origin
        let shape = Template.read(endpoint.request.path).map(Self.shape)
        let alike = existing.endpoints.filter {
            ($0.origin ?? existing.origin) == origin && $0.request?.method == endpoint.request.method
                && ($0.request?.path).map(Self.shape) == shape
        }
        return alike.first { $0.name == endpoint.name } ?? alike.first
    }

    private static func shape(of path: Template) -> [Template.Part] {
        path.parts.map { if case .placeholder = $0 { .placeholder(.init(.name("_"))) } else { $0 } }
    }

    private mutating func extend(_ known: EndpointContract, by endpoint: EndpointDraft) throws(JSONSyntaxError) {
        let old = json[Service.endpoints]?[known.name]
        let keys: [Endpoint] = [.arguments, .request]
        note(
            "endpoint \(known.name)",
            of: keys.map { ("/\($0.rawValue)", old?[$0], endpoint.json[$0]) }
                + endpoint.responses.map {
                    ("/responses/\($0.key)", old?[Endpoint.responses]?[$0.key], $0.json)
                })
        let statuses = known.responses.map(\.key.description)
        let responses = endpoint.responses.filter { !statuses.contains($0.key) }
        try editor.add(
            responses.map { ($0.key, $0.json) },
            to: [Service.endpoints.rawValue, known.name, Endpoint.responses.rawValue])
        additions += responses.map(\.json)
        outcome.added += responses.map { "response \(known.name)/\($0.key)" }

        let written = old?[Endpoint.cases]?.arrayValue ?? []
        let fresh = endpoint.cases.filter { testCase in
            !written.contains {
                $0[Case.status]?.intValue == testCase.status
                    && ($0[Case.arguments]?.objectValue ?? [:]) == testCase.arguments
            }
        }
        guard !fresh.isEmpty else { return }
        if let problem = Self.misfit(of: fresh, known) {
            outcome.omissions.add("endpoint \(known.name)", "it already exists, but \(problem); no case was added")
            return
        }
        var names = DistinctNames(known.cases.map(\.name), separator: CaseName.separator)
        let cases = fresh.map { testCase in
            modified(testCase) { $0.name = names.take($0.name) }
        }
        try editor.append(
            cases.map(\.json), to: [Service.endpoints.rawValue, known.name, Endpoint.cases.rawValue],
            behind: [Endpoint.responses.rawValue])
        outcome.added += cases.map { "case \(known.name)/\($0.name)" }
    }

    private static func misfit(of cases: [CaseDraft], _ known: EndpointContract) -> String? {
        let names = known.arguments.map(\.name)
        for testCase in cases {
            if let other = testCase.arguments.keys.first(where: { !names.contains($0) }) {
                return "it has no argument '\(other)'"
            }
            if let missing = known.arguments.first(where: { !$0.isOptional && testCase.arguments[$0.name] == nil }) {
                return "the import has no value for its argument '\(missing.name)'"
            }
            for argument in known.arguments {
                guard let value = testCase.arguments[argument.name],
                    value.stringValue.map({ !$0.contains("{") }) ?? true
                else { continue }
                if let violation = argument.schema.schema.violations(of: value).first {
                    return "a value of '\(argument.name)' violates its schema: \(violation.message)"
                }
            }
        }
        return nil
    }

    // MARK: - Definitions

    private mutating func addDefinitions() throws(JSONSyntaxError) {
        let known = json[Service.definitions]?.objectValue ?? [:]
        let wanted = References(in: additions).definitions.reaching { name in
            References(in: [draft.definitions[name]].compactMap(\.self)).definitions
        }
        for (name, schema) in draft.definitions where wanted.contains(name) {
            if reportsConflicts, let other = known[name], other != schema {
                outcome.omissions.add(
                    "$defs/\(name)", "it already exists with a different schema and was left unchanged")
            }
        }
        let fresh = draft.definitions.filter { wanted.contains($0.key) && known[$0.key] == nil }
        try add(fresh.map { ($0.key, $0.value) }, to: .definitions)
    }

    private mutating func add(_ members: [(String, JSON)], to part: Service) throws(JSONSyntaxError) {
        guard !members.isEmpty else { return }
        if json[part] != nil {
            try editor.add(members, to: [part.rawValue], expanding: 1)
            return
        }
        try editor.add(
            [(part.rawValue, .object(JSONObject(members)))], to: [], behind: Self.keys(before: part), expanding: 2)
    }

    private static func keys(before part: Service) -> [String] {
        Service.allCases.prefix { $0 != part }.map(\.rawValue)
    }
}
