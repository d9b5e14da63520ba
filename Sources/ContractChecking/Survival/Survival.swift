import ContractFormat
import JSONSchema

/// The outcomes of a model or a client call under changes that its provider may make without notice.
public struct Survival: Sendable, Hashable, Codable {
    /// The outcome of one change, worst first.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The code ends its process or hangs.
        case traps
        /// No value is made of a record or of a whole list.
        case refuses
        /// The value lacks or misrepresents data.
        case losesValue = "loses a value"
        /// The value shows the data.
        case survives
    }

    /// One change at one place, applied alone.
    public struct Change: Sendable, Hashable, Codable {
        /// The stable identifier of the change: `unknown-enum-value`, `redirect`, ….
        public let kind: String
        /// The changed place, with `*` for elements. Empty for the whole.
        public let pointer: String
        /// The change in words: `/kind has a value that the enumeration does not list`.
        public let name: String
        /// The outcome of the change.
        public let outcome: Outcome
        /// The lost part (`'duration'`), the refused part (`the record`, `the whole list`) or the trap.
        public let detail: String?
        /// The place in the contract that describes the changed part.
        public let contract: Place

        package init(
            kind: String, pointer: String, name: String, outcome: Outcome, detail: String? = nil, contract: Place
        ) {
            (self.kind, self.pointer, self.name) = (kind, pointer, name)
            (self.outcome, self.detail, self.contract) = (outcome, detail, contract)
        }

        /// The sort weight, worst first: losing a whole list or response is worse than losing a record.
        package var weight: Int {
            switch outcome {
            case .traps: 0
            case .refuses: detail == SurvivalOutcome.record ? 2 : 1
            case .losesValue: 3
            case .survives: 4
            }
        }

        /// The outcome in words: `loses a value: 'duration'`.
        public var words: String {
            guard let detail else { return outcome.rawValue }
            return outcome == .refuses ? "\(outcome.rawValue) \(detail)" : "\(outcome.rawValue): \(detail)"
        }
    }

    /// All tried changes, worst first.
    public let changes: [Change]

    /// Creates a score from changes in the order in which they were tried.
    public init(changes: [Change]) {
        self.changes = changes.enumerated().sorted { one, other in
            (one.element.weight, one.offset) < (other.element.weight, other.offset)
        }.map(\.element)
    }

    /// The number of survived changes.
    public var survived: Int { changes.count { $0.outcome == .survives } }

    /// The survived share in percent, rounded down, so that 100 means all.
    public var percent: Int { changes.isEmpty ? 100 : survived * 100 / changes.count }

    func redacted(_ redacted: (String) -> String) -> Survival {
        Survival(
            changes: changes.map {
                Change(
                    kind: $0.kind, pointer: $0.pointer, name: redacted($0.name), outcome: $0.outcome,
                    detail: $0.detail.map(redacted), contract: $0.contract)
            })
    }
}

package struct SurvivalOutcome {
    package let outcome: Survival.Outcome
    var detail: String?

    /// The refused part if a list continues without the element.
    static let record = "the record"

    static let survives = SurvivalOutcome(outcome: .survives)

    static func refuses(_ what: String) -> SurvivalOutcome { SurvivalOutcome(outcome: .refuses, detail: what) }

    static func loses(_ paths: [String]) -> SurvivalOutcome {
        let paths = paths.distinct
        guard !paths.isEmpty else { return survives }
        let named = paths.prefix(3).map { $0.isEmpty ? "the whole value" : "'\($0)'" }.joined(separator: ", ")
        let rest = paths.count > 3 ? " and \(paths.count - 3) more" : ""
        return SurvivalOutcome(outcome: .losesValue, detail: named + rest)
    }

    static func traps(_ step: FatalStep) -> SurvivalOutcome {
        SurvivalOutcome(outcome: .traps, detail: step.explanation.rendered())
    }
}

/// The effect of a provider's changes on a model's initializer.
struct ModelSurvival {
    let contract: ModelContract
    let model: Model
    let sources: ValueSources

    /// Returns the edits of accepted valid instances, and of one in which every property has a value.
    func edits(of instances: [Instance]) -> [ProviderEdit] {
        let whole = ProbeGenerator.wholeProbes(of: contract, instances: instances).compactMap(\.input.json)
        let good = whole.filter { contract.schema.schema.accepts($0) && model.acceptedInstance(from: $0) != nil }
        return ProviderEdits(of: contract.schema, [([], contract)]).edits(of: good)
    }

    func outcome(of edit: ProviderEdit) -> SurvivalOutcome {
        func shown(_ json: JSON) -> Any? { model.acceptedInstance(from: json).map(model.comparableForm) }
        guard let old = shown(edit.before), let new = shown(edit.after) else { return .refuses(SurvivalOutcome.record) }
        let values = ValueMap(contract, sources)
        let usual = Set(values.differences(old, edit.before, isWhole: false).map(\.pathText))
        func untrue(to json: JSON) -> [ValueDifference] {
            values.differences(new, json, isWhole: false).filter { !usual.contains($0.pathText) }
        }
        // A rewritten form of the same value may be shown unchanged.
        if edit.change.changesJSONType, untrue(to: edit.before).isEmpty { return .survives }
        let lost = untrue(to: edit.after).filter { difference in
            // A removed value may be shown as absent or by its substitute.
            if edit.change.removesData, difference.pointer.tokens.starts(with: edit.place.tokens) {
                return false
            }
            // A substitute for an unknown value is not a loss unless it is a known value.
            if edit.change == .unknownEnumValue || edit.change == .newVariant { return difference.isNil }
            return true
        }
        if !lost.isEmpty { return .loses(lost.map(\.pathText)) }
        let isMistaken = edit.known.contains { shown($0).map(Reflection.json) == Reflection.json(of: new) }
        return isMistaken
            ? SurvivalOutcome(outcome: .losesValue, detail: "it is decoded as a different value") : .survives
    }
}
