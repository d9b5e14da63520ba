import ContractChecking
import ContractFormat
import JSONSchema

/// The changes to a contract that would describe the code: those to propose, and those to leave as findings.
///
/// A single departure from the document is a slip and stays a finding. Repeated departures are a habit of the code,
/// which the contract may describe. A change that loses no comparison is always proposed.
package struct Fit: Sendable {
    private static let habit = 3
    private static let sharedHabit = 2

    /// Changes that weaken no comparison.
    package private(set) var lossless: [Adaptation] = []
    /// Changes for a client that is looser than the document.
    package private(set) var loosening: [Adaptation] = []
    /// Changes that are not proposed, because they would lose a value.
    package private(set) var rejected: [Adaptation] = []

    package var proposed: [Adaptation] { lossless + loosening }

    package init() {}

    package mutating func learn(from results: [CheckResult], of contract: Contract, boundTo binding: Service?) {
        rejected = []
        let all = results.flatMap(\.adaptations)
        let loose = all.count { $0.kind == .strictness && $0.count >= Self.habit }
        let areLoose = loose >= Self.sharedHabit && loose * 2 >= results.count { $0.check.kind == .model }
        let unasked = Set(
            (loosening + all).filter { $0.kind == .unasked }.map { $0.edit.pointer.tokens.prefix(2) + [$0.reason] })
        for result in results {
            let unread = result.adaptations.filter { $0.kind == .unread }
            for adaptation in result.adaptations {
                switch adaptation.kind {
                case .map, .narrower, .fault: lossless.append(adaptation)
                case .own, .ignoredFault: rejected.append(adaptation)
                case .computed, .unbound, .otherwise: loosening.append(adaptation)
                case .unread: add(adaptation, of: unread, contract)
                case .strictness: decide(adaptation, isHabit: areLoose || adaptation.count >= Self.habit)
                case .unasked: decide(adaptation, isHabit: unasked.count >= Self.habit)
                case .lossy, .style:
                    decide(adaptation, isHabit: all.count { $0.kind == adaptation.kind } >= Self.sharedHabit)
                case .header, .assumed:
                    decide(adaptation, isHabit: all.count { adaptation.isAlike($0) } >= Self.sharedHabit)
                }
            }
        }
        loosening += Self.unbound(contract, binding)
        (lossless, loosening, rejected) = (lossless.distinct, loosening.distinct, rejected.distinct)
    }

    private mutating func decide(_ adaptation: Adaptation, isHabit: Bool) {
        if isHabit { loosening.append(adaptation) } else { rejected.append(adaptation) }
    }

    /// Marks members as unread, or sets the model to `reads: some` if most of its members are unread.
    private mutating func add(_ adaptation: Adaptation, of all: [Adaptation], _ contract: Contract) {
        let isMost = adaptation.count >= Self.habit && adaptation.count * 2 >= adaptation.total
        let model = contract.models.first { adaptation.edit.pointer.tokens.starts(with: $0.pointer.tokens) }
        guard isMost, let model else { return decide(adaptation, isHabit: all.count >= Self.habit) }
        guard adaptation == all.first else { return }
        let some = JSON.string(ModelContract.Reads.some.rawValue)
        loosening.append(
            Adaptation(
                .unread, .set(some), at: model.pointer(to: .reads),
                reason: "no property exposes \(adaptation.count) of its \(adaptation.total) members"))
    }

    private static func unbound(_ contract: Contract, _ binding: Service?) -> [Adaptation] {
        contract.unbound(in: binding).models.map { model in
            Adaptation(
                .unbound, .append(.string("models/\(model.name)")), at: contract.pointer(to: .unbound),
                reason: "no code is bound to '\(model.name)'")
        }
    }
}

extension Adaptation {
    /// Whether both describe the same departure, possibly of different endpoints.
    fileprivate func isAlike(_ other: Adaptation) -> Bool {
        kind == other.kind && edit.action == other.edit.action
            && edit.pointer.tokens.dropFirst(2).elementsEqual(other.edit.pointer.tokens.dropFirst(2))
    }
}

extension JSONTextEditor {
    /// The members of models and requests after which new members are inserted, to keep related members together.
    private static let anchors = [
        "service", "origin", "strictness", "schema", "properties", "method", "path", "query", "headers",
    ]

    /// Applies an edit and returns whether the text changed. Creates missing objects on the way.
    package mutating func apply(_ edit: ContractEdit) throws(JSONSyntaxError) -> Bool {
        let before = bytes
        try make(edit)
        return bytes != before
    }

    private mutating func make(_ edit: ContractEdit) throws(JSONSyntaxError) {
        var path = edit.pointer.tokens
        var value: JSON
        switch edit.action {
        case .set(let new): value = new
        case .append(let element):
            if let node = try node(at: path) {
                let known = try JSON(parsing: Array(bytes[node.range])).arrayValue ?? []
                if !known.contains(element) { try append([element], to: path) }
                return
            }
            value = [element]
        case .remove: return try set(nil, at: path)
        }
        while path.count > 1, try node(at: path.dropLast()) == nil {
            value = .object(JSONObject([(path.removeLast(), value)]))
        }
        guard let name = path.last else { return }
        if try node(at: path) == nil {
            try add([(name, value)], to: path.dropLast(), behind: Self.anchors)
        } else {
            try set(value, at: path)
        }
    }
}
