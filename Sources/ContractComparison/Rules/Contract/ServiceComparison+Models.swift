import ContractFormat
import JSONSchema

extension ServiceComparison {
    mutating func compareModels(_ pair: ValuePair) {
        compareParts(pair.members(renamed: renamedModels), .model, former: renamedModels.inverted) {
            $0.compareModel($1, $2, $3)
        }
    }

    static func renamedModels(_ pair: ValuePair) -> [String: String] {
        var added: [JSON: ArraySlice<String>] = [:]
        for (name, part) in pair.members where part.old == nil {
            if let model = part.new { added[content(of: model, named: name), default: []].append(name) }
        }
        var renames: [String: String] = [:]
        for (name, part) in pair.members where part.new == nil {
            if let model = part.old { renames[name] = added[content(of: model, named: name)]?.popFirst() }
        }
        return renames
    }

    /// Returns a model without its summary, its examples and its own name in self-references.
    private static func content(of model: LocatedValue, named name: String) -> JSON {
        var members = model.value.objectValue ?? [:]
        for key: ContractKeys.Model in [.summary, .examples] { members[key.rawValue] = nil }
        let models = ContractKeys.Service.models.rawValue
        let reference = "#\(JSONPointer(tokens: [models, name]))"
        return JSON.object(members).mapStrings { text in
            text == reference || text.hasPrefix(reference + "/")
                ? "#/\(models)/*" + text.dropFirst(reference.count) : text
        }
    }

    private mutating func compareModel(_ name: String, _ subject: String, _ pair: ValuePair) {
        let slot = ChangeTheme.slot
        for (key, part) in members(of: pair, as: ContractKeys.Model.self) {
            switch key {
            case .summary, .properties, .strictness: break
            case .schema: schemas.compare(part, in: pair, use: Use(endpoint: nil, position: .response))
            case .examples:
                if part.isSame { continue }
                let theme = ChangeTheme(
                    "the examples of model \(slot) changed", "'\(name)'",
                    plural: "the examples of models \(slot) changed")
                add(.annotation, theme, .harmless, part)
            case .bridging:
                compare(
                    part, in: pair, .bridging, looser: "\(subject) may accept booleans as numbers more freely",
                    stricter: "\(subject) may accept booleans as numbers less freely")
            case .reads:
                compare(
                    part, in: pair, .reads, looser: "\(subject) may leave members unread now",
                    stricter: "\(subject) must read every member now")
            case .survives: compareSurvival(part, subject)
            case .unread:
                compareList(
                    part, looser: "\(subject) need not read \(slot) any more",
                    stricter: "\(subject) must read \(slot) now")
            case .checked:
                compareList(
                    part, isDemand: true, looser: "\(subject) need not check \(slot) any more",
                    stricter: "\(subject) must check \(slot) now")
            case .ignored:
                compareList(
                    part, looser: "no check covers \(slot) of \(subject) any more",
                    stricter: "\(slot) of \(subject) is checked now")
            case .related:
                compareList(
                    part, looser: "\(subject) may refuse input because of \(slot) together now",
                    stricter: "\(subject) may not refuse input because of \(slot) together any more")
            case .discriminator:
                compare(
                    part, as: .modelPropertyRemapped,
                    "the variants of \(subject) are distinguished by a different member", .client(.breaking))
            case .variants:
                compareParts(part.members, .variant, " of \(subject)") { comparison, _, subject, variant in
                    comparison.compare(
                        variant, as: .modelPropertyRemapped, "\(subject) is read in a different way", .client(.breaking)
                    )
                }
            case .otherwise: comparePromise(part, of: subject, "unknown values")
            }
        }
        // The service's strictness is the default for its models.
        let key = ContractKeys.Model.strictness
        compare(
            ValuePair(old: pair.old?[key] ?? old.root[key], new: pair.new?[key] ?? new.root[key]), in: pair,
            .strictness, looser: "\(subject) may accept more input that its schema refuses",
            stricter: "\(subject) may accept less input that its schema refuses")
        compareProperties(pair, name, subject)
    }

    // MARK: - Promises

    mutating func compareSurvival(_ pair: ValuePair, _ subject: String) {
        compareList(
            pair, isDemand: true, as: .toleranceChanged,
            looser: "\(subject) need not survive \(ChangeTheme.slot) any more",
            stricter: "\(subject) must survive \(ChangeTheme.slot) now")
    }

    /// - Parameters:
    ///   - isDemand: Whether the list contains demands on a model instead of exemptions.
    ///   - rule: the rule of both directions; `nil` for looseness added or removed.
    private mutating func compareList(
        _ pair: ValuePair, isDemand: Bool = false, as rule: ComparisonRule? = nil, looser: String, stricter: String
    ) {
        let elements = pair.oneSidedElements {
            $0.list.compactMap(\.value.stringValue).sorted().joined(separator: ", ")
        }
        for (name, part) in elements {
            let isLooser = (part.old == nil) != isDemand
            add(
                rule ?? (isLooser ? .loosenessAdded : .loosenessRemoved),
                ChangeTheme(isLooser ? looser : stricter, "'\(name)'").message,
                .client(isLooser ? .risky : .breaking), part)
        }
    }

    private mutating func comparePromise(_ pair: ValuePair, of subject: String, _ values: String) {
        let verb =
            pair.old == nil
            ? "must accept \(values) now"
            : pair.new == nil ? "need not accept \(values) any more" : "has a different result for \(values)"
        compare(pair, as: .toleranceChanged, "\(subject) \(verb)", .client(.breaking))
    }

    // MARK: - Properties

    private mutating func compareProperties(_ pair: ValuePair, _ model: String, _ owner: String) {
        let oldName = renamedModels.inverted[model] ?? model
        let schemas = (old: old.contract?.model(oldName)?.schema.view, new: new.contract?.model(model)?.schema.view)
        let properties = pair[ContractKeys.Model.properties].members.map { name, property in
            // An entry equal to the automatic mapping of its name changes nothing.
            (
                key: name,
                pair: ValuePair(
                    old: property.old ?? pair.old?.automatic(name, in: schemas.old),
                    new: property.new ?? pair.new?.automatic(name, in: schemas.new))
            )
        }
        compareParts(properties, .property, " of \(owner)") { comparison, name, subject, property in
            if property.old?.pointer(named: name, in: schemas.old)
                != property.new?.pointer(named: name, in: schemas.new)
            {
                comparison.add(
                    .modelPropertyRemapped, "\(subject) is read from a different place", .client(.breaking), property)
            }
            comparison.compareProperty(property, subject)
        }
    }

    private mutating func compareProperty(_ property: ValuePair, _ subject: String) {
        for (key, part) in members(of: property, as: ContractKeys.Property.self) {
            switch key {
            case .pointer: break
            case .otherwise: comparePromise(part, of: subject, "unknown values")
            case .absent: comparePromise(part, of: subject, "missing or null values")
            case .missing: comparePromise(part, of: subject, "missing values")
            case .null: comparePromise(part, of: subject, "null")
            case .lossy: comparePromise(part, of: subject, "bad elements")
            case .order:
                compare(
                    part, in: property, .order, looser: "\(subject) may have its elements in any order now",
                    stricter: "\(subject) must have its elements in order now")
            case .as, .cases, .model:
                func conversion(_ json: JSON?) -> String { json?.plainText ?? "no conversion" }
                if part.isSame { continue }
                add(
                    .conversionChanged, "\(subject) is converted in a different way", .client(.breaking), property,
                    expected: conversion(part.old?.value), found: conversion(part.new?.value))
            }
        }
    }

    // MARK: - Looseness

    private mutating func compare(
        _ pair: ValuePair, in outer: ValuePair, _ scale: Looseness, looser: String, stricter: String
    ) {
        let (old, new) = (scale.value(of: pair.old), scale.value(of: pair.new))
        guard let before = scale.values.firstIndex(of: old), let after = scale.values.firstIndex(of: new) else {
            return addUnclassified(scale.key, pair)
        }
        guard before != after else { return }
        let isLooser = after < before
        // Only the strictest value makes checks fail. Lower ones yield at most warnings.
        let isStrictest = after == scale.values.count - 1
        add(
            isLooser ? .loosenessAdded : .loosenessRemoved, isLooser ? looser : stricter,
            .client(isStrictest ? .breaking : .risky), ValuePair(old: pair.old, new: pair.new ?? outer.new),
            expected: old, found: new)
    }
}

/// A looseness keyword and its values, loosest first.
private struct Looseness: Sendable {
    let key: String
    let values: [String]
    /// The value of a missing keyword.
    let missing: String

    private static let ofBinding = "the strictness of its binding"

    static let strictness = Looseness(
        key: ContractKeys.Model.strictness.rawValue, values: ["lenient", "shape", ofBinding, "exact"],
        missing: ofBinding)
    static let bridging = Looseness(
        key: ContractKeys.Model.bridging.rawValue, values: ["allow", "warn", "deny"], missing: "warn")
    static let reads = Looseness(key: ContractKeys.Model.reads.rawValue, values: ["some", "all"], missing: "all")
    static let order = Looseness(key: ContractKeys.Property.order.rawValue, values: ["any", "same"], missing: "same")

    func value(of located: LocatedValue?) -> String { located?.value.stringValue ?? missing }
}

extension LocatedValue {
    fileprivate func automatic(_ name: String, in schema: SchemaView?) -> LocatedValue? {
        schema.flatMap { MemberName.pointer(named: name, in: $0) }.map {
            LocatedValue(location: location, value: .string("\($0)"))
        }
    }

    fileprivate func pointer(named name: String, in schema: SchemaView?) -> String? {
        value.stringValue ?? self[ContractKeys.Property.pointer]?.value.stringValue
            ?? schema.flatMap { MemberName.pointer(named: name, in: $0) }?.description
    }
}
