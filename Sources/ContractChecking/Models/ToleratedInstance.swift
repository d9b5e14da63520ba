import ContractFormat
import JSONSchema

/// What a model has to read where its contract promises tolerance: the input with what is tolerated put right.
struct ToleratedInstance {
    /// The input as the schema accepts it.
    private(set) var json: JSON
    /// What properties hold instead of what the input says, as reflected, by their paths.
    private(set) var values: [String: JSON] = [:]
    /// The paths of properties from which elements may be left out or not.
    private(set) var open: Set<String> = []

    /// `nil` where the input needs no tolerance, or the model promises none.
    ///
    /// - Parameter good: an instance that the schema accepts, for the values that take the places of others.
    init?(_ input: JSON, of contract: ModelContract, good: JSON?) {
        json = input
        for property in contract.properties {
            if let absent = property.absent { readAbsent(property, absent, good) }
            if let otherwise = property.otherwise { readUnknown(property, otherwise, in: contract, good) }
            if property.isLossy { leaveOut(property, in: contract) }
        }
        if values.isEmpty, open.isEmpty, json == input { return nil }
    }

    private mutating func put(_ value: JSON?, at pointer: JSONPointer) {
        if let value { json = json.setting(pointer, to: value) }
    }

    private mutating func readAbsent(_ property: PropertyContract, _ absent: JSON, _ good: JSON?) {
        guard json[pointer: property.pointer]?.isNull ?? true else { return }
        values[property.path] = absent
        put(good?[pointer: property.pointer], at: property.pointer)
    }

    private mutating func readUnknown(
        _ property: PropertyContract, _ otherwise: JSON, in contract: ModelContract, _ good: JSON?
    ) {
        guard let value = json[pointer: property.pointer], !value.isNull else { return }
        let view = contract.schema.view.deepest(towards: property.pointer)
        if let elements = value.arrayValue {
            guard let schema = view.resolved.element(0)?.schema else { return }
            let known = elements.filter(schema.accepts)
            guard known.count < elements.count, elements.allSatisfy({ $0.typeName == (known.first ?? "").typeName })
            else { return }
            values[property.path] = .array(elements.map { schema.accepts($0) ? $0 : otherwise })
            put(good?[pointer: property.pointer], at: property.pointer)
        } else if let known = good?[pointer: property.pointer], let schema = view.schema, !schema.accepts(value),
            known.typeName == value.typeName
        {
            values[property.path] = otherwise
            put(known, at: property.pointer)
        }
    }

    private mutating func leaveOut(_ property: PropertyContract, in contract: ModelContract) {
        let view = contract.schema.view.deepest(towards: property.pointer).resolved
        guard let elements = json[pointer: property.pointer]?.arrayValue, let element = view.element(0),
            let schema = element.schema
        else { return }
        let kept = elements.filter(schema.accepts)
        guard kept.count < elements.count else { return }
        put(.array(kept), at: property.pointer)
        // What is only out of bounds may be kept too.
        let shape = ShapeSchema.compiled(element, opensOptional: false)
        if elements.contains(where: { !schema.accepts($0) && shape?.accepts($0) ?? true }) {
            open.insert(property.path)
        }
    }
}

extension ModelContract {
    /// Whether it promises to take more than its schema accepts.
    var isTolerant: Bool { properties.contains { $0.absent != nil || $0.otherwise != nil || $0.isLossy } }
}
