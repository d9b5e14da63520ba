/// A cache of the schemas of an object's members, resolved once per object shape.
struct PropertyPlans: ~Copyable {
    struct Step {
        var position: Int32
        var node: NodeRef
    }

    struct Plan {
        /// Whether the rules that depend only on the keys hold, such as `required` and `propertyNames`.
        var holds: Bool
        var steps: Range<Int>
        /// The positions evaluated by `properties`, `patternProperties` or `additionalProperties`.
        var evaluated: Range<Int>
        var isKept: Bool
    }

    private struct Slot {
        var rules: UnsafeMutablePointer<ObjectRules>?
        var shape: ObjectIdentifier?
        var plan: Plan
    }

    private(set) var steps: [Step] = []
    private(set) var evaluated: [Int32] = []
    private var slots: [Slot] = []
    private var made = 0

    private static let firstSlots = 4
    private static let allSlots = 64
    /// The number of steps from which plans are no longer cached, to bound memory for values with many shapes.
    private static let keptSteps = 100_000

    @inline(__always)
    func find(_ rules: UnsafeMutablePointer<ObjectRules>, _ shape: ObjectShape) -> Plan? {
        guard !slots.isEmpty else { return nil }
        let identifier = ObjectIdentifier(shape)
        let slot = slots[slot(rules, identifier)]
        return slot.rules == rules && slot.shape == identifier ? slot.plan : nil
    }

    @inline(__always)
    private func slot(_ rules: UnsafeMutablePointer<ObjectRules>, _ shape: ObjectIdentifier) -> Int {
        let mixed = UInt(bitPattern: rules) >> 4 ^ UInt(bitPattern: shape) >> 4
        return Int(mixed ^ mixed >> 6) & (slots.count - 1)
    }

    @inline(never)
    mutating func make(_ rules: UnsafeMutablePointer<ObjectRules>, _ shape: ObjectShape, holds: Bool) -> Plan {
        let firstStep = steps.count
        let firstEvaluated = evaluated.count
        let holds = holds && Self.meetsKeyRules(rules, shape)
        if holds { addSteps(rules, shape) }
        let plan = Plan(
            holds: holds, steps: firstStep..<steps.count, evaluated: firstEvaluated..<evaluated.count,
            isKept: firstStep < Self.keptSteps)
        if plan.isKept {
            let wanted = made < Self.firstSlots ? Self.firstSlots : Self.allSlots
            if slots.count < wanted {
                let empty = Plan(holds: false, steps: 0..<0, evaluated: 0..<0, isKept: true)
                slots = Array(repeating: Slot(plan: empty), count: wanted)
            }
            made += 1
            let identifier = ObjectIdentifier(shape)
            slots[slot(rules, identifier)] = Slot(rules: rules, shape: identifier, plan: plan)
        }
        return plan
    }

    /// Releases an uncached plan. Such plans are created and released in stack order.
    @inline(__always)
    mutating func release(_ plan: Plan) {
        guard !plan.isKept else { return }
        steps.removeSubrange(plan.steps.lowerBound...)
        evaluated.removeSubrange(plan.evaluated.lowerBound...)
    }

    private mutating func addSteps(_ rules: UnsafeMutablePointer<ObjectRules>, _ shape: ObjectShape) {
        let first = evaluated.count
        _ = rules.pointee.allSatisfy(in: shape) { position, node in
            let position = Int32(position)
            if evaluated.count == first || evaluated.last != position { evaluated.append(position) }
            if !node.pointee.allowsEverything { steps.append(Step(position: position, node: node)) }
            return true
        }
    }

    /// Whether the rules that depend only on the keys hold, except `propertyNames`.
    static func meetsKeyRules(_ rules: UnsafeMutablePointer<ObjectRules>, _ shape: ObjectShape) -> Bool {
        let count = shape.keys.count
        if count < rules.pointee.minProperties || count > rules.pointee.maxProperties { return false }
        let required = rules.pointee.required
        var index = 0
        while index < required.keys.count {
            if shape.position(of: required.keys[index], hash: required.hashes[index]) == nil { return false }
            index += 1
        }
        for dependency in rules.pointee.dependentRequired where shape.position(of: dependency.key) != nil {
            for key in dependency.required where shape.position(of: key) == nil { return false }
        }
        return true
    }
}

extension SchemaNode {
    var allowsEverything: Bool {
        types == .all && strings == nil && numbers == nil && arrays == nil && objects == nil && general == nil
    }
}
