import ContractFormat
import Foundation
import JSONSchema

/// The expected outcomes of a model's probes, and the differences of its values that are faults.
///
/// The schema defines the valid inputs. The contract's settings accept further inputs, and the strictness defines which
/// ones must be refused. The platform decides what a property's type can represent.
package final class ModelVerdict {
    enum ExpectedOutcome: Sendable {
        case taken, refused, either
        /// Either outcome, but a value must hold what the map promises.
        case promised

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
    let values: ValueMap
    let cache: JSONPartCache
    private lazy var shape = ShapeSchema.compiled(
        contract.schema.view, ignoresOptionalMembers: values.readsByCasts)
    private var variantShapes: [String: [Schema]] = [:]
    private var samples: [(json: JSON, shown: Any)] = []

    package init(
        of contract: ModelContract, isDecodable: Bool, _ sources: ValueSources = ValueSources(nil, nil),
        cache: JSONPartCache = JSONPartCache()
    ) {
        self.contract = contract
        self.cache = cache
        strictness = contract.strictness ?? (isDecodable ? .shape : .exact)
        values = ValueMap(contract, sources, readsByCasts: !isDecodable, cache: cache)
    }

    /// Records a valid instance and its reflected value, which reveal the types behind the members.
    func learn(_ json: JSON, _ shown: Any) { samples.append((json, shown)) }

    func accepts(_ json: JSON) -> Bool { contract.schema.schema.accepts(json, cache: cache) }

    /// Whether a value has the JSON types and members that the schema describes.
    package func hasShape(_ json: JSON) -> Bool { shape?.accepts(json, cache: cache) ?? true }

    /// Whether an object has the shape of the alternative named by its tag: each case has its own payload.
    private func hasShapeOfVariant(_ json: JSON, _ shown: Any?) -> Bool {
        guard let member = contract.variants?.discriminator.tokens, member.count == 1,
            let tag = json[member[0]]?.stringValue, shown.map(Reflection.isEnum) ?? true
        else { return true }
        if variantShapes[tag] == nil {
            let alternatives = contract.schema.view.conjuncts.flatMap { $0.children("anyOf") + $0.children("oneOf") }
            let named = alternatives.filter { alternative in
                alternative.conjuncts.compactMap { $0.member("properties", member[0]) }
                    .contains { $0.listedValues.contains(.string(tag)) }
            }
            let shapes = named.compactMap { ShapeSchema.compiled($0, ignoresOptionalMembers: values.readsByCasts) }
            variantShapes[tag] = named.count == 1 ? shapes : []
        }
        return variantShapes[tag, default: []].allSatisfy { $0.accepts(json) }
    }

    // MARK: - The initializer

    /// Returns the expected outcome, given the value that the initializer made, if any.
    func expectedOutcome(of probe: Probe, made shown: Any? = nil) -> ExpectedOutcome {
        guard case .json(let json) = probe.input else {
            return probe.mayBeRefused || strictness == .lenient ? .either : .refused
        }
        if probe.mayBeRefused { return accepts(json) ? .promised : .either }
        // An optional around a nullable model represents null.
        let isOptional = changesRelated(probe, json) || probe.kind == .text && json.isNull
        if accepts(json) {
            let isExcused = isOptional || shown == nil && !placesBeyondPlatform(probe, json).isEmpty
            return isExcused ? .either : .taken
        }
        if let repaired = values.repaired(json), accepts(repaired.json) {
            // The platform need not read a number that the schema rejects.
            let isBeyond = shown == nil && limit(at: probe.pointer, of: json) != nil
            return isOptional || isBeyond ? .either : repaired.mayBeRefused ? .promised : .taken
        }
        if isChecked(probe.pointer) { return shown.map { changesValue(probe, $0) } ?? false ? .either : .refused }
        if probe.isBridged, contract.bridging == nil, strictness != .exact { return .either }
        if leavesUnread(probe, json) || shown != nil && isMadeGoodByPlatform(probe, json) { return .either }
        return switch strictness {
        case .lenient: .either
        case .shape:
            hasShape(json) && hasShapeOfVariant(json, shown) || shown.map { keepsMisshapenPlaces(json, $0) } ?? false
                ? .either : .refused
        case .exact: .refused
        }
    }

    /// Returns the hint shown when a weaker strictness would accept the input.
    func allowance(of probe: Probe) -> MessageText {
        guard strictness == .exact, case .json(let json) = probe.input, hasShape(json) else { return "" }
        return "; \"strictness\": \"shape\" allows it"
    }

    /// Whether the model need not read what the schema refuses, such as one element of a tuple.
    private func leavesUnread(_ probe: Probe, _ json: JSON) -> Bool {
        if values.leavesUnread(probe.pointer) { return true }
        if contract.unread.isEmpty { return false }
        return contract.schema.schema.violations(of: json, cache: cache).allSatisfy {
            values.leavesUnread($0.instancePointer)
        }
    }

    private func isChecked(_ place: JSONPointer) -> Bool {
        contract.checked.contains { $0.target.pattern == place.pattern }
    }

    /// Whether a value differs from that of the valid instance that the probe changes.
    private func changesValue(_ probe: Probe, _ shown: Any) -> Bool {
        let good = samples.first { $0.json == probe.base }
        return good.map { Reflection.json(of: $0.shown) != Reflection.json(of: shown) } ?? false
    }

    private func changesRelated(_ probe: Probe, _ json: JSON) -> Bool {
        // A generated instance may combine any values.
        if probe.isWhole { return probe.isMade && !contract.related.isEmpty }
        return contract.related.joined().contains { member in
            let (before, now) = (probe.base?[pointer: member.target], json[pointer: member.target])
            return now != before && now?.plainType == before?.plainType
        }
    }

    /// Whether the model keeps all misshapen values verbatim, for example in a `JSONValue` property.
    private func keepsMisshapenPlaces(_ json: JSON, _ shown: Any) -> Bool {
        let kept = values.placesKept(by: shown, json)
        if kept.isEmpty { return false }
        // Violations inside the alternatives report the same with a place.
        let misshapen = (shape?.violations(of: json, cache: cache) ?? [])
            .filter { $0.keyword != "anyOf" }.map(\.instancePointer)
        return !misshapen.isEmpty
            && misshapen.allSatisfy { place in kept.contains { place.tokens.starts(with: $0.tokens) } }
    }

    // MARK: - The platform

    /// Returns the changed places whose value the property's type cannot represent.
    private func placesBeyondPlatform(_ probe: Probe, _ json: JSON) -> [JSONPointer] {
        guard let base = probe.base else { return [] }
        return JSONDifference.differences(expected: base, found: json).map(\.pointer).filter { place in
            guard let fragment = json[pointer: place], !fragment.isNull else { return false }
            // A number that no property shows may have any type. `Decimal` has the smallest range.
            let isNumber = fragment.numberValue != nil && leaves(at: place).isEmpty && !samples.isEmpty
            if isNumber,
                Decimal.read(fragment, by: PlatformReader(conversion: nil, usesCasts: values.readsByCasts)) == nil
            {
                return true
            }
            return leaves(at: place).contains { !$0.takes(fragment) }
        }
    }

    /// Returns why a number cannot be represented, or `nil` if its type is unknown or can represent it.
    func limit(at place: JSONPointer, of json: JSON?) -> MessageText? {
        guard let fragment = json?[pointer: place], fragment.numberValue != nil else { return nil }
        let leaves = leaves(at: place)
        guard case .platform(let type, _)? = leaves.first?.kind, leaves.allSatisfy({ $0.shown(fragment) == nil }) else {
            return nil
        }
        return "nil: \(MessageText.value(fragment)) is beyond \(MessageText.value("\(type)"))"
    }

    /// Whether the platform converts the value at the changed place to another one of its JSON type, which the schema
    /// accepts. The 30th of February becomes a day of March.
    private func isMadeGoodByPlatform(_ probe: Probe, _ json: JSON) -> Bool {
        guard !probe.isBridged, let fragment = json[pointer: probe.pointer] else { return false }
        let values = leaves(at: probe.pointer).map { $0.shown(fragment) ?? fragment }
        return !values.isEmpty
            && values.allSatisfy {
                $0 != fragment && $0.plainType == fragment.plainType
                    && accepts(json.replacing(probe.pointer, with: $0))
            }
    }

    /// Returns the leaves at a place of a valid instance that has a value there, or at an element like it.
    private func leaves(at place: JSONPointer) -> [PlatformLeaf] {
        for wanted in [place, place.pattern] {
            for (json, shown) in samples {
                guard let match = wanted.matches(in: json).first(where: { !$0.value.isNull }) else { continue }
                return values.leaves(at: match.pointer, of: json, in: shown)
            }
        }
        return []
    }

    // MARK: - The properties

    /// Returns the differences that are faults, and those that only an invalid input excuses.
    func faults(
        of shown: Any, in probe: Probe, _ expected: ExpectedOutcome, comparesAll: Bool
    ) -> (faults: [ValueDifference], excused: [ValueDifference]) {
        guard case .json(let json) = probe.input else { return ([], []) }
        var found = values.differences(
            shown, json, isWhole: probe.isWhole, changedAt: comparesAll ? nil : probe.pointer)
        // If the input may be refused, a property around the place may be nil, and a list may drop the element.
        lazy var beyond = placesBeyondPlatform(probe, json)
        found.removeAll { difference in
            difference.isAbsent && beyond.contains { $0.tokens.starts(with: difference.pointer.tokens) }
        }
        if probe.mayBeRefused { return (found.filter { !$0.isAbsent && !$0.isExcusable }, []) }
        if found.isEmpty || accepts(json) { return (found, []) }
        return (
            found.filter { !$0.isExcusable && (expected != .either || isCompared($0, probe, json)) },
            found.filter { $0.isExcusable && !$0.isNil }
        )
    }

    /// Whether a property is compared although the schema rejects the input.
    private func isCompared(_ difference: ValueDifference, _ probe: Probe, _ json: JSON) -> Bool {
        let (place, changed) = (difference.pointer.tokens, probe.pointer.tokens)
        guard place.starts(with: changed) || changed.starts(with: place) else { return true }
        return !probe.isBridged && (strictness == .shape || hasShape(json))
    }
}
