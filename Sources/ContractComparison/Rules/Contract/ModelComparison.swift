import ContractFormat
import JSONSchema

/// Models that are new, gone or renamed, and what changed in those that stayed.
enum ModelComparison {
    /// The new names of models whose content is the same under another name.
    static func renames(_ old: Spot?, _ new: Spot?) -> [String: String] {
        let models = Pair(old: old, new: new).members
        var added: [JSON: ArraySlice<String>] = [:]
        for (name, pair) in models where pair.old == nil {
            if let model = pair.new { added[content(of: model, named: name), default: []].append(name) }
        }
        var renames: [String: String] = [:]
        for (name, pair) in models where pair.new == nil {
            if let model = pair.old { renames[name] = added[content(of: model, named: name)]?.popFirst() }
        }
        return renames
    }

    /// A model without what is only told of it, and without its own name in references to itself.
    private static func content(of model: Spot, named name: String) -> JSON {
        var members = model.value.objectValue ?? [:]
        for key: ContractKeys.Model in [.summary, .examples] { members[key.rawValue] = nil }
        let models = ContractKeys.Service.models.rawValue
        let pointer = JSONPointer(tokens: [models, name]).description
        return JSON.object(members).replacingReferences("#\(pointer)", with: "#/\(models)/*")
    }

    static func compare(_ pair: Pair, _ comparison: inout ServiceComparison) {
        let newNames = Set(comparison.renamedModels.values)
        for (name, model) in pair.members {
            switch (model.old, model.new) {
            case (.some, .some): compare(model, name: name, &comparison)
            case (let old?, nil):
                if let newName = comparison.renamedModels[name], let new = pair.new?[newName] {
                    let renamed = Pair(old: old, new: new)
                    comparison.add(
                        Change(
                            .modelRenamed, "model '\(name)' is '\(newName)' now, and otherwise the same",
                            .impact(.harmless), old: old, new: new, expected: name, found: newName))
                    compare(renamed, name: newName, &comparison)
                } else {
                    comparison.add(
                        .modelRemoved, "model '\(name)' is gone", client: .risky, provider: .harmless, model)
                }
            case (nil, .some):
                if !newNames.contains(name) {
                    comparison.add(.modelAdded, "model '\(name)' is new", client: .harmless, provider: .harmless, model)
                }
            case (nil, nil): break
            }
        }
    }

    private static func compare(_ pair: Pair, name: String, _ comparison: inout ServiceComparison) {
        for (key, part) in comparison.members(of: pair, as: ContractKeys.Model.self) {
            switch key {
            case .summary: break
            case .schema:
                comparison.schemas.compare(part, in: pair, use: Use(owner: .model(name), position: .response))
            case .properties: ModelPropertyComparison.compare(part, model: name, &comparison)
            case .examples:
                if !part.isSame {
                    comparison.add(
                        .annotation, "the examples of model '\(name)' changed", client: .harmless, provider: .harmless,
                        part)
                }
            case .bridging: BridgingComparison.compare(part, in: pair, model: name, &comparison)
            case .strictness, .reads, .ignored, .related, .discriminator, .variants, .otherwise:
                comparison.addUnweighed(key.rawValue, part)
            }
        }
    }
}

extension JSON {
    /// The value with every `$ref` that begins so beginning otherwise.
    fileprivate func replacingReferences(_ prefix: String, with replacement: String) -> JSON {
        switch self {
        case .null, .bool, .number, .string: return self
        case .array(let elements): return .array(elements.map { $0.replacingReferences(prefix, with: replacement) })
        case .object(let members):
            return .object(
                JSONObject(
                    members.map { key, value in
                        guard key == "$ref", let text = value.stringValue,
                            text == prefix || text.hasPrefix(prefix + "/")
                        else { return (key, value.replacingReferences(prefix, with: replacement)) }
                        return (key, .string(replacement + text.dropFirst(prefix.count)))
                    }))
        }
    }
}

/// Which property of a Swift value stands where in the JSON, and how it was converted.
enum ModelPropertyComparison {
    static func compare(_ pair: Pair, model: String, _ comparison: inout ServiceComparison) {
        for (name, property) in pair.members {
            let subject = "property '\(name)' of model '\(model)'"
            switch (property.old, property.new) {
            case (nil, .some):
                comparison.add(
                    .modelPropertyMapped, "\(subject) is new", client: .harmless, provider: .harmless, property)
            case (.some, nil):
                comparison.add(
                    .modelPropertyUnmapped, "\(subject) is gone", client: .breaking, provider: .harmless, property)
            case (let old?, let new?):
                if pointer(old) != pointer(new) {
                    comparison.add(
                        .modelPropertyRemapped, "\(subject) is read from another place", client: .breaking,
                        provider: .harmless, property)
                }
                for (key, part) in comparison.members(of: property, as: ContractKeys.Property.self) {
                    switch key {
                    case .pointer, .as: break
                    case .model, .otherwise, .absent, .lossy, .order: comparison.addUnweighed(key.rawValue, part)
                    }
                }
                let (was, becomes) = (old[ContractKeys.Property.as]?.value, new[ContractKeys.Property.as]?.value)
                if was != becomes {
                    comparison.add(
                        Change(
                            .conversionChanged, "\(subject) is converted in another way",
                            .impact(Impact(client: .breaking, provider: .harmless)), old: old, new: new,
                            expected: conversion(was), found: conversion(becomes)))
                }
            case (nil, nil): break
            }
        }
    }

    private static func conversion(_ json: JSON?) -> String {
        json.map { $0.stringValue ?? $0.text(.compact) } ?? "no conversion"
    }

    private static func pointer(_ property: Spot) -> JSON? {
        property.value.objectValue == nil ? property.value : property[ContractKeys.Property.pointer]?.value
    }
}

/// How strictly a model's initializer must tell booleans from numbers.
enum BridgingComparison {
    static func compare(_ pair: Pair, in model: Pair, model name: String, _ comparison: inout ServiceComparison) {
        let (old, new) = (strictness(pair.old), strictness(pair.new))
        guard let before = old.rank, let after = new.rank else {
            return comparison.addUnweighed(ContractKeys.Model.bridging.rawValue, pair)
        }
        guard before != after else { return }
        let isLooser = after < before
        // A warning fails nobody who does not ask for it.
        let client: Weight = after == ModelContract.Bridging.allCases.count - 1 ? .breaking : .risky
        comparison.add(
            Change(
                isLooser ? .loosenessAdded : .loosenessRemoved,
                "model '\(name)' may take booleans for numbers \(isLooser ? "more" : "less") freely",
                .impact(Impact(client: client, provider: .harmless)), old: pair.old, new: pair.new ?? model.new,
                expected: old.name, found: new.name))
    }

    /// From the loosest, 0, to the strictest.
    private static func strictness(_ spot: Spot?) -> (name: String, rank: Int?) {
        let name = spot?.value.stringValue ?? ModelContract.Bridging.warn.rawValue
        return (name, ModelContract.Bridging.allCases.map(\.rawValue).firstIndex(of: name))
    }
}
