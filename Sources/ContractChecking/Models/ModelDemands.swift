import ContractFormat
import JSONSchema

/// What a model has to make of its inputs: the schema says what it takes, its strictness what it refuses.
///
/// In between it may do either; what it then reads has to be right all the same.
struct ModelDemands {
    enum Demand: Sendable {
        case taken, refused, either
        /// Either, but a value holds what the map promises.
        case promised

        /// What the outcome of a probe is compared with, in words.
        var words: String {
            switch self {
            case .taken: "a value"
            case .refused: "nil"
            case .either, .promised: "either"
            }
        }
    }

    let contract: ModelContract
    let strictness: ModelContract.Strictness
    /// Whether what need not be there may be read as absent where it is of another JSON type, as casts do.
    let readsUnknownAsAbsent: Bool
    private let shape: Lazy<Schema?>
    /// The good instances that probes change.
    let parts = StoredParts()

    init(of contract: ModelContract, for model: Model) { self.init(of: contract, isDecodable: model.isDecodable) }

    init(of contract: ModelContract, isDecodable: Bool) {
        self.contract = contract
        strictness = contract.strictness ?? (isDecodable ? .shape : .exact)
        let opensOptional = !isDecodable
        readsUnknownAsAbsent = opensOptional
        shape = Lazy { ShapeSchema.compiled(contract.schema.view, opensOptional: opensOptional) }
    }

    /// Whether a value has the JSON types and the members that the schema speaks of.
    func hasShape(_ json: JSON) -> Bool { shape.value?.accepts(json, knowing: parts) ?? true }

    /// Whether the schema accepts a value.
    func accepts(_ json: JSON) -> Bool { contract.schema.schema.accepts(json, knowing: parts) }

    /// Where a value has other JSON types or members than the schema speaks of; that no alternative holds is said besides.
    func misshapenPlaces(in json: JSON) -> [JSONPointer] {
        (shape.value?.violations(of: json, knowing: parts) ?? []).filter { $0.keyword != "anyOf" }.map(
            \.instancePointer)
    }

    /// What has to come of a probe.
    ///
    /// - Parameter values: what knows the promises of tolerance, and which members no property reads.
    func demand(of probe: Probe, _ values: ValueMap) -> Demand {
        switch (probe.expectation, probe.input) {
        case (.either, _): return .either
        case (.refused, _), (.bySchema, .bytes): return strictness == .lenient ? .either : .refused
        case (.bySchema, .json(let json)):
            if accepts(json) {
                // Of null where a value may stand no model is made: who holds one has an optional.
                let isNothing = probe.kind == .text && json.isNull
                return isNothing || changesRelated(probe) ? .either : .taken
            }
            if let repaired = values.repaired(json), accepts(repaired.json) {
                if changesRelated(probe) { return .either }
                return repaired.isOpen ? .promised : .taken
            }
            if probe.isBridged, contract.bridging == nil, strictness != .exact { return .either }
            if values.leavesUnread(probe.place) { return .either }
            return switch strictness {
            case .exact: .refused
            case .shape: hasShape(json) ? .either : .refused
            case .lenient: .either
            }
        }
    }

    /// The word that allows what only an exact model has to refuse.
    func allowance(of probe: Probe) -> MessageText {
        guard strictness == .exact else { return "" }
        switch probe.input {
        case .json(let json): return hasShape(json) ? "; \"strictness\": \"shape\" allows it" : ""
        case .bytes: return ""
        }
    }

    /// Whether a probe changes one of several members whose values hang together.
    private func changesRelated(_ probe: Probe) -> Bool {
        if contract.related.isEmpty { return false }
        switch probe.kind {
        case .missing, .null, .type, .recorded, .unknown, .pair, .text: return false
        // An instance that is made up may hold any values beside each other.
        case .example: return probe.name.hasPrefix(Probe.completed)
        case .number, .string, .choice, .array:
            let changed = probe.pointer.tokens
            return contract.related.joined().contains { changed == [$0.text] || probe.place.text == $0.text }
        }
    }

    /// Whether a property can be compared where an input that the schema does not accept was taken.
    ///
    /// What no conversion can be made of, such as a text that is no date, has no right value; a plain text or number has.
    func compares(_ difference: ValueDifference, _ probe: Probe) -> Bool {
        let (place, changed) = (difference.pointer.tokens, probe.pointer.tokens)
        guard place.starts(with: changed) || changed.starts(with: place) else { return true }
        guard case .json(let json) = probe.input, !probe.isBridged, !difference.isExcusable else { return false }
        return strictness == .shape ? !readsUnknownAsAbsent || hasExactType(probe) : hasShape(json)
    }

    /// Whether the changed place holds a value of the type that good instances have there.
    private func hasExactType(_ probe: Probe) -> Bool {
        probe.kind != .type && probe.kind != .null && probe.kind != .missing
    }
}
