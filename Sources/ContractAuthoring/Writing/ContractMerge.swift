import ContractChecking
import ContractFormat
import Foundation
import JSONSchema

/// Puts into a contract what a draft has and the contract lacks; whatever a person wrote stays byte for byte.
///
/// An endpoint is known by its method and path, whatever the names of its placeholders; a model by its name; a case by
/// its status and arguments. What is known is left as it is, even where the draft says otherwise, which is reported.
struct ContractMerge {
    private typealias Service = ContractKeys.Service
    private typealias Endpoint = ContractKeys.Endpoint
    private typealias Case = ContractKeys.Case

    struct Outcome {
        var bytes: [UInt8]
        /// Additions such as `model Element`, `endpoint elements`, `case elements/first`.
        var added: [String] = []
        /// Parts of the draft that the contract does not take.
        var omissions: [Omission] = []
    }

    private let draft: ContractDraft
    private let existing: Contract
    private let json: JSON
    private var editor: JSONTextEditor
    private var outcome: Outcome
    /// Whether what the draft and the contract say otherwise is reported, for it is not known what a person changed.
    private var reportsConflicts = true
    /// Everything that was added: what it refers to is added, too.
    private var additions: [JSON] = []

    /// Merges a draft into the text of a contract that holds.
    ///
    /// - Parameter reportsConflicts: whether parts that both changed are reported.
    static func merge(
        _ draft: ContractDraft, into bytes: [UInt8], of contract: Contract, reportsConflicts: Bool = true
    ) throws(JSONSyntaxError) -> Outcome {
        var merge = try ContractMerge(draft, bytes, contract)
        merge.reportsConflicts = reportsConflicts
        try merge.addEndpoints()
        try merge.addModels()
        try merge.addDefinitions()
        merge.outcome.bytes = merge.editor.bytes
        return merge.outcome
    }

    private init(_ draft: ContractDraft, _ bytes: [UInt8], _ contract: Contract) throws(JSONSyntaxError) {
        self.draft = draft
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
                try keep(draft, as: other)
            } else if wanted.contains(name) {
                additions.append(json)
                members.append((name, json))
                outcome.added.append("model \(name)")
            }
        }
        try add(members, to: .models)
        let patterns = draft.unboundPatterns(of: members.map(\.0))
        guard !patterns.isEmpty else { return }
        if json[Service.unbound] != nil {
            try editor.append(patterns, to: [Service.unbound.rawValue])
        } else {
            try editor.add([(Service.unbound.rawValue, .array(patterns))], to: [], behind: Self.keys(before: .unbound))
        }
    }

    /// Returns the models that no endpoint of the draft uses, and those that something new refers to.
    ///
    /// An endpoint of the contract keeps the models that the contract says.
    private func wantedModels() -> Set<String> {
        let used = References(in: draft.endpoints.map(\.json) + draft.models.map(\.schema)).models
        let unused = draft.models.map(\.name).filter { !used.contains($0) }
        return References(in: additions).models.union(unused).reaching { name in
            References(in: draft.models.filter { $0.name == name }.map(\.schema)).models
        }
    }

    /// Adds the examples that show something new to a model that is there already, which may refuse them.
    private mutating func keep(_ model: ModelDraft, as name: String) throws(JSONSyntaxError) {
        let written = json[Service.models]?[name]
        note("model \(name)", of: [("", written?[ContractKeys.Model.schema], model.schema)])
        guard let known = existing.model(name) else { return }
        for example in model.examples + model.samples {
            guard let violation = known.schema.schema.violations(of: example).first else { continue }
            outcome.omissions.append(
                Omission(
                    "model \(name)",
                    "it is there already and refuses what was seen at '\(violation.instancePointer)' (\(violation.message)); "
                        + "it was left as it is: change its schema, or delete it and import all samples again"))
            return
        }
        let news = draft.describesService ? [] : SampleImport.news(in: model.examples, beyond: known.examples)
        guard !news.isEmpty else { return }
        let path = [Service.models.rawValue, name]
        if written?[ContractKeys.Model.examples] == nil {
            try editor.add([(ContractKeys.Model.examples.rawValue, .array(news))], to: path)
        } else {
            try editor.append(news, to: path + [ContractKeys.Model.examples.rawValue])
        }
        outcome.added.append("\(counted(news.count, "example")) of model \(name)")
    }

    /// Tells in what a description of the service differs from what the contract says; both stand.
    private mutating func note(_ part: String, of pairs: [(name: String, written: JSON?, drafted: JSON?)]) {
        guard draft.describesService, reportsConflicts else { return }
        let places = pairs.flatMap { pair -> [String] in
            guard pair.written != nil, pair.drafted != nil else { return [] }
            return JSONDifference.differences(expected: pair.written, found: pair.drafted).map {
                "'\(pair.name)\($0.pointer)'"
            }
        }
        if places.isEmpty { return }
        outcome.omissions.append(
            Omission(
                part,
                "it is there already, and the document says otherwise at \(places.shortened); it was left as it is: change it "
                    + "by hand, or delete it and import again"))
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
            // Endpoints of one contract that go elsewhere have an origin of their own.
            if endpoint.origin == nil, draft.origin != existing.origin { endpoint.origin = draft.origin }
            members.append((name, endpoint.json))
            additions.append(endpoint.json)
            outcome.added.append("endpoint \(name)")
        }
        try add(members, to: .endpoints)
    }

    private func counterpart(of endpoint: EndpointDraft) -> EndpointContract? {
        let origin = endpoint.origin ?? draft.origin
        let shape = Self.shape(of: endpoint.request.path)
        let alike = existing.endpoints.filter {
            ($0.origin ?? existing.origin) == origin && $0.request?.method == endpoint.request.method
                && $0.request.map { Self.shape(of: $0.path) } == shape
        }
        return alike.first { $0.name == endpoint.name } ?? alike.first
    }

    /// The path with every placeholder nameless.
    private static func shape(of path: String) -> [Template.Part]? {
        do { return shape(of: try Template(parsing: path)) } catch { return nil }
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

        let written = json[Service.endpoints]?[known.name]?[Endpoint.cases]?.arrayValue ?? []
        let fresh = endpoint.cases.filter { testCase in
            !written.contains {
                $0[Case.status]?.intValue == testCase.status
                    && ($0[Case.arguments]?.objectValue ?? [:]) == testCase.arguments
            }
        }
        guard !fresh.isEmpty else { return }
        if let problem = Self.misfit(of: fresh, known) {
            outcome.omissions.append(
                Omission("endpoint \(known.name)", "it is there already, and \(problem); no case was added"))
            return
        }
        var names = DistinctNames(known.cases.map(\.name), separator: CaseName.separator)
        let cases = fresh.map { testCase in
            var testCase = testCase
            testCase.name = names.take(testCase.name)
            return testCase
        }
        if written.isEmpty, json[Service.endpoints]?[known.name]?[Endpoint.cases] == nil {
            try editor.add(
                [(Endpoint.cases.rawValue, .array(cases.map(\.json)))],
                to: [Service.endpoints.rawValue, known.name], behind: [Endpoint.responses.rawValue])
        } else {
            try editor.append(cases.map(\.json), to: [Service.endpoints.rawValue, known.name, Endpoint.cases.rawValue])
        }
        outcome.added += cases.map { "case \(known.name)/\($0.name)" }
    }

    /// Why calls of the draft are no calls of the endpoint as it stands in the contract.
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
                    return "a value of '\(argument.name)' breaks its schema: \(violation.message)"
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
                outcome.omissions.append(
                    Omission("$defs/\(name)", "it is there already with another schema and was left as it is"))
            }
        }
        let fresh = draft.definitions.filter { wanted.contains($0.key) && known[$0.key] == nil }
        try add(fresh.map { ($0.key, $0.value) }, to: .definitions)
    }

    /// Adds members to a part of the contract, which is made where it is not there.
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
