/// A fast validator that stops at the first violation and does no reference counting. `marks` is the set of evaluated
/// positions for an `unevaluated…` keyword, or -1.
struct Evaluator: ~Copyable {
    private let isDynamic: Bool
    private var scopes: [UnsafeMutablePointer<DynamicScope>] = []
    private var plans = PropertyPlans()
    private var unplanned = 0
    /// Plans do not pay off for the first objects of a value.
    private static let maximumUnplanned = 4
    private var marked = MarkStack()
    private var depth = 0
    private var stepsLeft: StepBudget
    /// The results for arrays and objects in a long evaluation, because mutually referencing combinators repeat checks.
    private var results: [CacheKey: Bool] = [:]
    private let cache: JSONPartCache?
    private let maximumDepth: Int
    /// Whether a limit stopped the evaluation before it was decided.
    private(set) var isStopped = false
    private(set) var isTooDeep = false

    private struct CacheKey: Hashable {
        let node: NodeRef
        let value: UnsafePointer<JSON>
    }

    init(isDynamic: Bool, maximumDepth: Int, value: JSON, cache: JSONPartCache? = nil) {
        self.isDynamic = isDynamic
        self.cache = cache
        self.maximumDepth = maximumDepth
        stepsLeft = StepBudget(value, steps: 1_000_000, stepsForEachPart: 1_000)
    }

    mutating func accepts(_ node: NodeRef, _ value: UnsafePointer<JSON>) -> Bool { check(node, value, -1) }

    /// Whether another value meets a schema within the dynamic scopes that led to it.
    mutating func accepts(
        _ node: NodeRef, _ value: JSON, depth: Int, scopes: [UnsafeMutablePointer<DynamicScope>]
    ) -> Bool {
        self.depth = depth
        self.scopes = scopes
        // The next value may have the same address.
        defer { results.removeAll(keepingCapacity: true) }
        return withUnsafePointer(to: value) { check(node, $0, -1) }
    }

    @inline(__always)
    private mutating func check(_ node: NodeRef, _ value: UnsafePointer<JSON>, _ marks: Int) -> Bool {
        if stepsLeft.isLong || cache != nil, marks < 0, !isDynamic { return checkRemembering(node, value) }
        return checkAnew(node, value, marks)
    }

    @inline(never)
    private mutating func checkRemembering(_ node: NodeRef, _ value: UnsafePointer<JSON>) -> Bool {
        switch value.pointee {
        // Scalars are cheap to check, and member names are checked as temporary strings without a stable address.
        case .null, .bool, .number, .string: return checkAnew(node, value, -1)
        case .array, .object: break
        }
        if let cache, let address = cache.address(of: value.pointee) {
            if let answer = cache[address, node] { return answer }
            let answer = checkAnew(node, value, -1)
            if !isStopped { cache.note(answer, of: address, by: node) }
            return answer
        }
        guard stepsLeft.isLong else { return checkAnew(node, value, -1) }
        let key = CacheKey(node: node, value: value)
        if let answer = results[key] { return answer }
        let answer = checkAnew(node, value, -1)
        results[key] = answer
        return answer
    }

    @inline(__always)
    private mutating func checkAnew(_ node: NodeRef, _ value: UnsafePointer<JSON>, _ marks: Int) -> Bool {
        if isDynamic || node.pointee.hasUnevaluated { return checkSpecial(node, value, marks) }
        return checkPlain(node, value, marks)
    }

    /// Enters the schema's dynamic scope and creates marks for unevaluated keywords.
    @inline(never)
    private mutating func checkSpecial(_ node: NodeRef, _ value: UnsafePointer<JSON>, _ marks: Int) -> Bool {
        let entersScope = isDynamic && scopes.last != node.pointee.scope
        if entersScope { scopes.append(node.pointee.scope) }
        defer { if entersScope { scopes.removeLast() } }
        guard node.pointee.hasUnevaluated else { return checkPlain(node, value, marks) }
        switch value.pointee {
        case .array(let elements):
            guard let rules = node.pointee.arrays, let rest = rules.pointee.unevaluated else { break }
            return checkUnevaluated(node, value, marks, elements, rest)
        case .object(let members):
            guard let rules = node.pointee.objects, let rest = rules.pointee.unevaluated else { break }
            return checkUnevaluated(node, value, marks, members.storage, rest)
        case .null, .bool, .number, .string: break
        }
        return checkPlain(node, value, marks)
    }

    private mutating func checkUnevaluated(
        _ node: NodeRef, _ value: UnsafePointer<JSON>, _ outer: Int, _ parts: [JSON], _ rest: NodeRef
    ) -> Bool {
        let marks = marked.push(count: parts.count)
        defer { marked.pop(to: marks) }
        guard checkPlain(node, value, marks) else { return false }
        for position in parts.indices where !marked.contains(marks, position) {
            let holds = parts.withUnsafeBufferPointer { parts in
                parts.baseAddress.map { check(rest, $0 + position, -1) } ?? true
            }
            if !holds { return false }
        }
        if outer >= 0 { marked.insertFirst(parts.count, at: outer) }
        return true
    }

    @inline(__always)
    private mutating func checkPlain(_ node: NodeRef, _ value: UnsafePointer<JSON>, _ marks: Int) -> Bool {
        let types = node.pointee.types
        switch value.pointee {
        case .null: if !types.contains(.null) { return false }
        case .bool: if !types.contains(.boolean) { return false }
        case .string:
            if !types.contains(.string) { return false }
            if let rules = node.pointee.strings, !checkString(rules, value) { return false }
        case .number:
            if !types.contains(.fraction) || node.pointee.numbers != nil {
                if !checkNumber(node, types, value) { return false }
            }
        case .array:
            if !types.contains(.array) { return false }
            if let rules = node.pointee.arrays, !checkArray(rules, value, marks) { return false }
        case .object:
            if !types.contains(.object) { return false }
            if let rules = node.pointee.objects, !checkObject(rules, value, marks) { return false }
        }
        guard let general = node.pointee.general else { return true }
        return checkGeneral(general, value, marks)
    }

    // MARK: - Scalars

    @inline(__always)
    private func checkNumber(_ node: NodeRef, _ types: TypeSet, _ value: UnsafePointer<JSON>) -> Bool {
        guard case .number(let number) = value.pointee else { return true }
        if !types.contains(.fraction), !types.contains(.integer) || !number.isInteger { return false }
        guard let rules = node.pointee.numbers else { return true }
        if let bound = rules.pointee.onlyMinimum, case .small(let significand, let exponent) = number.storage,
            exponent == 0 || bound == 0
        {
            return significand >= bound
        }
        return Self.holds(rules, number)
    }

    @inline(never)
    private static func holds(_ rules: UnsafeMutablePointer<NumberRules>, _ number: JSONNumber) -> Bool {
        if let bound = rules.pointee.minimum, number < bound { return false }
        if let bound = rules.pointee.maximum, bound < number { return false }
        if let bound = rules.pointee.exclusiveMinimum, !(bound < number) { return false }
        if let bound = rules.pointee.exclusiveMaximum, !(number < bound) { return false }
        if let divisor = rules.pointee.multipleOf, !number.isMultiple(of: divisor) { return false }
        return true
    }

    @inline(never)
    private func checkString(_ rules: UnsafeMutablePointer<StringRules>, _ value: UnsafePointer<JSON>) -> Bool {
        guard case .string(let string) = value.pointee else { return true }
        guard StringLength.isWithin(rules.pointee.minLength, rules.pointee.maxLength, string) else { return false }
        if let pattern = rules.pointee.pattern, pattern.match(in: string) != .found { return false }
        if let format = rules.pointee.format, !format.matches(string) { return false }
        return true
    }

    // MARK: - Arrays

    @inline(never)
    private mutating func checkArray(
        _ rules: UnsafeMutablePointer<ArrayRules>, _ value: UnsafePointer<JSON>, _ marks: Int
    ) -> Bool {
        guard case .array(let array) = value.pointee else { return true }
        if array.count < rules.pointee.minItems || array.count > rules.pointee.maxItems { return false }
        guard descend() else { return false }
        defer { depth -= 1 }
        return array.withUnsafeBufferPointer { elements in
            guard let base = elements.baseAddress else {
                return rules.pointee.contains == nil || rules.pointee.minContains == 0
            }
            let prefix = min(rules.pointee.prefix.count, elements.count)
            for position in 0..<prefix where !check(rules.pointee.prefix[position], base + position, -1) {
                return false
            }
            if let items = rules.pointee.items {
                var position = prefix
                while position < elements.count {
                    if !check(items, base + position, -1) { return false }
                    position += 1
                }
            }
            if marks >= 0 { marked.insertFirst(rules.pointee.items == nil ? prefix : elements.count, at: marks) }
            if rules.pointee.contains != nil, !checkContains(rules, elements, marks) { return false }
            return !rules.pointee.uniqueItems || Distinct.firstRepetition(in: elements) == nil
        }
    }

    private mutating func checkContains(
        _ rules: UnsafeMutablePointer<ArrayRules>, _ elements: UnsafeBufferPointer<JSON>, _ marks: Int
    ) -> Bool {
        guard let node = rules.pointee.contains, let base = elements.baseAddress else { return true }
        var matches = 0
        for position in elements.indices where check(node, base + position, -1) {
            matches += 1
            if matches > rules.pointee.maxContains { return false }
            if marks >= 0 {
                if rules.pointee.containsEvaluates { marked.insert(marks, position) }
            } else if matches >= rules.pointee.minContains, rules.pointee.maxContains == .max {
                return true
            }
        }
        return matches >= rules.pointee.minContains
    }

    // MARK: - Objects

    @inline(never)
    private mutating func checkObject(
        _ rules: UnsafeMutablePointer<ObjectRules>, _ value: UnsafePointer<JSON>, _ marks: Int
    ) -> Bool {
        guard case .object(let object) = value.pointee else { return true }
        guard descend() else { return false }
        defer { depth -= 1 }
        if unplanned < Self.maximumUnplanned, marks < 0, !isDynamic {
            unplanned += 1
            return checkMembers(of: object, rules) && checkDependents(rules, value, object.shape, marks)
        }
        let shape = object.shape
        let plan: PropertyPlans.Plan
        if let known = plans.find(rules, shape) {
            plan = known
        } else {
            // The schema of names depends on the dynamic scope and is checked each time.
            let holds = isDynamic || checkNames(rules, shape)
            plan = plans.make(rules, shape, holds: holds)
        }
        defer { plans.release(plan) }
        guard plan.holds else { return false }
        if isDynamic, !checkNames(rules, shape) { return false }
        if marks >= 0 {
            for index in plan.evaluated { marked.insert(marks, Int(plans.evaluated[index])) }
        }
        let holds = object.storage.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return true }
            var index = plan.steps.lowerBound
            while index < plan.steps.upperBound {
                let step = plans.steps[index]
                if !check(step.node, base + Int(step.position), -1) { return false }
                index += 1
            }
            return true
        }
        return holds && checkDependents(rules, value, shape, marks)
    }

    private mutating func checkMembers(of object: JSONObject, _ rules: UnsafeMutablePointer<ObjectRules>) -> Bool {
        let shape = object.shape
        guard checkNames(rules, shape), PropertyPlans.meetsKeyRules(rules, shape) else { return false }
        return object.storage.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return true }
            return rules.pointee.allSatisfy(in: shape) { check($1, base + $0, -1) }
        }
    }

    @inline(__always)
    private mutating func checkDependents(
        _ rules: UnsafeMutablePointer<ObjectRules>, _ value: UnsafePointer<JSON>, _ shape: ObjectShape, _ marks: Int
    ) -> Bool {
        for dependency in rules.pointee.dependentSchemas where shape.position(of: dependency.key) != nil {
            if !check(dependency.node, value, marks) { return false }
        }
        return true
    }

    private mutating func checkNames(_ rules: UnsafeMutablePointer<ObjectRules>, _ shape: ObjectShape) -> Bool {
        guard let names = rules.pointee.names else { return true }
        for key in shape.keys {
            let name = JSON.string(key)
            if !withUnsafePointer(to: name, { check(names, $0, -1) }) { return false }
        }
        return true
    }

    // MARK: - Keywords for every type

    @inline(never)
    private mutating func checkGeneral(
        _ rules: UnsafeMutablePointer<GeneralRules>, _ value: UnsafePointer<JSON>, _ marks: Int
    ) -> Bool {
        if let const = rules.pointee.const, const != value.pointee { return false }
        if let enumeration = rules.pointee.enumeration, !enumeration.contains(value.pointee) { return false }
        guard descend() else { return false }
        defer { depth -= 1 }
        if let reference = rules.pointee.reference, !check(reference, value, marks) { return false }
        if let (node, anchor) = rules.pointee.dynamicReference {
            if !check(DynamicScope.target(of: anchor, in: scopes) ?? node, value, marks) { return false }
        }
        for node in rules.pointee.allOf where !check(node, value, marks) { return false }
        if !rules.pointee.anyOf.isEmpty, !checkAny(rules.pointee.anyOf, value, marks) { return false }
        if !rules.pointee.oneOf.isEmpty, !checkAny(rules.pointee.oneOf, value, marks, atMostOne: true) { return false }
        if let not = rules.pointee.not, check(not, value, -1) { return false }
        if let condition = rules.pointee.condition {
            let branch = attempt(condition, value, marks) ? rules.pointee.consequence : rules.pointee.alternative
            if let branch, !check(branch, value, marks) { return false }
        }
        return !isStopped
    }

    private mutating func checkAny(
        _ nodes: UnsafeMutableBufferPointer<NodeRef>, _ value: UnsafePointer<JSON>, _ marks: Int,
        atMostOne: Bool = false
    ) -> Bool {
        var holds = false
        for node in nodes where attempt(node, value, marks) {
            if holds, atMostOne { return false }
            holds = true
            // Every matching alternative contributes its marks.
            if marks < 0, !atMostOne { break }
        }
        return holds
    }

    /// Checks a schema and keeps its marks only if it holds.
    private mutating func attempt(_ node: NodeRef, _ value: UnsafePointer<JSON>, _ marks: Int) -> Bool {
        guard marks >= 0 else { return check(node, value, -1) }
        let own = marked.push(like: marks)
        defer { marked.pop(to: own) }
        guard check(node, value, own) else { return false }
        marked.merge(own, into: marks)
        return true
    }

    @inline(__always)
    private mutating func descend() -> Bool {
        guard depth < maximumDepth, stepsLeft.take() else {
            isTooDeep = isTooDeep || depth >= maximumDepth
            isStopped = true
            return false
        }
        depth += 1
        return true
    }
}

enum StringLength {
    /// Whether a string's number of code points is in range. Counts them only if the byte count does not decide.
    static func isWithin(_ minimum: Int, _ maximum: Int, _ string: String) -> Bool {
        let bytes = string.utf8.count
        if bytes < minimum { return false }
        if (bytes + 3) / 4 >= minimum, bytes <= maximum { return true }
        let count = string.unicodeScalars.count
        return count >= minimum && count <= maximum
    }
}
