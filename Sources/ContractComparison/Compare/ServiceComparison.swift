import ContractFormat
import JSONSchema

/// Compares the contract of one service in two revisions, member by member; what no rule names is told as `compare.schema`.
struct ServiceComparison {
    let old: ServiceSide
    let new: ServiceSide
    /// New names of models by their old ones.
    let renamedModels: [String: String]
    private(set) var changes: [Change] = []
    var schemas: SchemaComparison

    init(old: ServiceSide, new: ServiceSide) {
        self.old = old
        self.new = new
        renamedModels = ModelComparison.renames(old.models, new.models)
        schemas = SchemaComparison(old: old, new: new, renamedModels: renamedModels)
    }

    /// Every change with whom it reaches.
    mutating func results() -> [SchemaComparison.Result] {
        let contract = Pair(old: old.root, new: new.root)
        for (key, part) in members(of: contract, as: ContractKeys.Service.self) {
            switch key {
            case .schema, .summary, .service, .unbound: break
            case .origin: OriginComparison.compare(part, &self)
            case .models: ModelComparison.compare(part, &self)
            case .endpoints: EndpointComparison.compare(part, &self)
            case .scenarios: ScenarioComparison.compare(part, &self)
            case .health: addUnweighed(key.rawValue, part)
            case .secrets: SecretMemberComparison.compare(part, of: "the service", &self)
            // Told of each model that says nothing itself.
            case .strictness: break
            case .definitions: changes += schemas.compareDefinitions(part)
            }
        }
        RecordingComparison.compare(&self)
        return ChangeGroups.joined(
            changes.map { change in
                let impact: Impact =
                    switch change.effect {
                    case .impact(let impact): impact
                    case .schema(let variance, _):
                        variance == .same ? .harmless : Impact(client: .risky, provider: .risky)
                    }
                return SchemaComparison.Result(change: change, impact: impact, reach: Reach())
            } + schemas.results())
    }

    mutating func add(_ change: Change) { changes.append(change) }

    mutating func add(
        _ rule: ComparisonRule, _ message: String, client: Weight, provider: Weight, _ pair: Pair
    ) {
        add(Change(rule, message, client: client, provider: provider, pair))
    }

    /// Tells a change that is read as one with others of its theme.
    mutating func add(
        _ rule: ComparisonRule, of item: String, _ pattern: String, plural: String, client: Weight, provider: Weight,
        _ pair: Pair
    ) {
        add(Change(rule, of: item, pattern, plural: plural, client: client, provider: provider, pair))
    }

    /// The members of an object of the contract by their keys; what stands under any other name is told at once.
    mutating func members<Key: ContractKey>(of pair: Pair, as _: Key.Type) -> [(key: Key, pair: Pair)] {
        pair.members.compactMap { name, part in
            if let key = Key(rawValue: name) { return (key, part) }
            addUnweighed(name, part)
            return nil
        }
    }

    /// Returns whether a part of a request of the new contract is left out where its argument is nil.
    func mayBeLeftOut(_ part: Spot, _ endpoint: String) -> Bool {
        guard let text = part.value.stringValue,
            let contract = new.contract?.endpoints.first(where: { $0.name == endpoint })
        else { return false }
        do throws(Template.SyntaxError) {
            let template = try Template(parsing: text)
            guard template.nilForm != .null, case .name(let name)? = template.solePlaceholder else { return false }
            return contract.argument(name)?.isOptional ?? false
        } catch {
            return false  // Lint tells of what is no template.
        }
    }

    /// Tells a change of a member that no rule weighs.
    mutating func addUnweighed(_ key: String, _ pair: Pair) {
        if !pair.isSame { add(.schema, "'\(key)' changed", client: .risky, provider: .risky, pair) }
    }

    /// Compares what may be a literal or a schema, as in a query, a header or a status: told as one change.
    mutating func compareExpectation(
        _ part: Pair, in outer: Pair, use: Use, as rule: ComparisonRule, _ message: String, literal: Impact
    ) {
        if part.old?.value.objectValue != nil, part.new?.value.objectValue != nil {
            schemas.compare(part, in: outer, use: use, as: rule, message)
        } else if !part.isSame {
            add(Change(rule, message, .impact(literal), old: part.old, new: part.new))
        }
    }
}
