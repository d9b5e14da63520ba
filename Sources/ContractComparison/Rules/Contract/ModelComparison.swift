import ContractFormat
import JSONSchema

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
                        .modelRemoved, of: "'\(name)'", "model \(ChangeTheme.slot) is gone",
                        plural: "models \(ChangeTheme.slot) are gone", client: .risky,
                        provider: .harmless, model)
                }
            case (nil, .some):
                if !newNames.contains(name) {
                    comparison.add(
                        .modelAdded, of: "'\(name)'", "model \(ChangeTheme.slot) is new",
                        plural: "models \(ChangeTheme.slot) are new", client: .harmless,
                        provider: .harmless, model)
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
            case .properties: break
            case .examples:
                if !part.isSame {
                    comparison.add(
                        .annotation, of: "'\(name)'", "the examples of model \(ChangeTheme.slot) changed",
                        plural: "the examples of models \(ChangeTheme.slot) changed", client: .harmless,
                        provider: .harmless, part)
                }
            case .bridging:
                Looseness.bridging.compare(
                    part, in: pair, looser: "model '\(name)' may take booleans for numbers more freely",
                    stricter: "model '\(name)' may take booleans for numbers less freely", &comparison)
            case .reads:
                Looseness.reads.compare(
                    part, in: pair, looser: "model '\(name)' need not read every member any more",
                    stricter: "model '\(name)' has to read every member now", &comparison)
            case .strictness: break
            case .survives: ModelPromiseComparison.compare(survival: part, "model '\(name)'", &comparison)
            case .unread:
                ModelPromiseComparison.compare(list: part, &comparison) {
                    "model '\(name)' need not read \($0) any more"
                } stricter: {
                    "model '\(name)' has to read \($0) now"
                }
            case .checked:
                ModelPromiseComparison.compare(list: part, isDemand: true, &comparison) {
                    "model '\(name)' need not check \($0) any more"
                } stricter: {
                    "model '\(name)' has to check \($0) now"
                }
            case .ignored:
                ModelPromiseComparison.compare(list: part, &comparison) {
                    "nothing looks at \($0) of model '\(name)' any more"
                } stricter: {
                    "\($0) of model '\(name)' is looked at now"
                }
            case .related:
                ModelPromiseComparison.compare(list: part, &comparison) {
                    "model '\(name)' may refuse by \($0) together now"
                } stricter: {
                    "model '\(name)' may not refuse by \($0) together any more"
                }
            case .discriminator, .variants:
                ModelPromiseComparison.compare(variants: part, key, model: name, &comparison)
            case .otherwise: ModelPromiseComparison.compare(promise: part, "model '\(name)'", &comparison)
            }
        }
        // The service's strictness is the default of its models.
        let key = ContractKeys.Model.strictness
        let service = Pair(old: comparison.old.root[key.rawValue], new: comparison.new.root[key.rawValue])
        Looseness.strictness.compare(
            Pair(old: pair.old?[key] ?? service.old, new: pair.new?[key] ?? service.new), in: pair,
            looser: "model '\(name)' may take more of what its schema refuses",
            stricter: "model '\(name)' may take less of what its schema refuses", &comparison)
        ModelPropertyComparison.compare(pair, model: name, &comparison)
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

/// The pointer and conversion of each Swift property.
enum ModelPropertyComparison {
    static func compare(_ pair: Pair, model: String, _ comparison: inout ServiceComparison) {
        let sides = Pair(
            old: pair.old?[ContractKeys.Model.properties], new: pair.new?[ContractKeys.Model.properties])
        let oldName = comparison.renamedModels.first { $0.value == model }?.key ?? model
        let schemas = (
            old: comparison.old.contract?.model(oldName)?.schema.view,
            new: comparison.new.contract?.model(model)?.schema.view
        )
        for (name, property) in sides.members {
            let subject = "property '\(name)' of model '\(model)'"
            // An entry that says what the name says anyway changes nothing.
            let old = property.old ?? pair.old?.automatic(name, in: schemas.old)
            let new = property.new ?? pair.new?.automatic(name, in: schemas.new)
            switch (old, new) {
            case (nil, .some):
                comparison.add(
                    .modelPropertyMapped, "\(subject) is new", client: .harmless, provider: .harmless, property)
            case (.some, nil):
                comparison.add(
                    .modelPropertyUnmapped, "\(subject) is gone", client: .breaking, provider: .harmless, property)
            case (let old?, let new?): compare(Pair(old: old, new: new), subject, name, schemas, &comparison)
            case (nil, nil): break
            }
        }
    }

    private static func compare(
        _ property: Pair, _ subject: String, _ name: String, _ schemas: (old: SchemaView?, new: SchemaView?),
        _ comparison: inout ServiceComparison
    ) {
        if property.old?.pointer(named: name, in: schemas.old) != property.new?.pointer(named: name, in: schemas.new) {
            comparison.add(
                .modelPropertyRemapped, "\(subject) is read from another place", client: .breaking,
                provider: .harmless, property)
        }
        for (key, part) in comparison.members(of: property, as: ContractKeys.Property.self) {
            switch key {
            case .pointer: break
            case .otherwise, .absent, .missing, .null, .lossy:
                ModelPromiseComparison.compare(promise: part, subject, as: key.rawValue, &comparison)
            case .order:
                Looseness.order.compare(
                    part, in: property, looser: "\(subject) may have its elements in any order now",
                    stricter: "\(subject) has to have its elements in order now", &comparison)
            case .as, .cases, .model:
                guard !part.isSame else { continue }
                comparison.add(
                    Change(
                        .conversionChanged, "\(subject) is converted in another way",
                        .impact(Impact(client: .breaking, provider: .harmless)), old: property.old, new: property.new,
                        expected: conversion(part.old?.value), found: conversion(part.new?.value)))
            }
        }
    }

    private static func conversion(_ json: JSON?) -> String {
        json.map { $0.stringValue ?? $0.text(.compact) } ?? "no conversion"
    }
}

extension Spot {
    /// The pointer that a property's name implies, placed at the model.
    fileprivate func automatic(_ name: String, in schema: SchemaView?) -> Spot? {
        schema.flatMap { MemberName.pointer(named: name, in: $0) }.map {
            Spot(location: location, value: .string("\($0)"))
        }
    }

    /// The pointer that a property is read from.
    fileprivate func pointer(named name: String, in schema: SchemaView?) -> String? {
        value.stringValue ?? self[ContractKeys.Property.pointer]?.value.stringValue
            ?? schema.flatMap { MemberName.pointer(named: name, in: $0) }?.description
    }
}
