/// A search for schemas that apply themselves to the same value through references and combinators.
enum CycleSearch {
    static func loop(among nodes: [NodeRef]) -> NodeRef? {
        var finished: Set<NodeRef> = []
        var open: Set<NodeRef> = []
        for start in nodes where !finished.contains(start) {
            var path: [(node: NodeRef, rest: [NodeRef])] = [(start, successors(of: start))]
            open.insert(start)
            while let node = path.last?.node {
                // Pop in place; copying the remaining successors would take quadratic time.
                guard let next = path[path.count - 1].rest.popLast() else {
                    path.removeLast()
                    open.remove(node)
                    finished.insert(node)
                    continue
                }
                if open.contains(next) { return next }
                if !finished.contains(next) {
                    path.append((next, successors(of: next)))
                    open.insert(next)
                }
            }
        }
        return nil
    }

    /// Returns the schemas that a schema applies to the same value.
    private static func successors(of node: NodeRef) -> [NodeRef] {
        var result: [NodeRef] = []
        if let general = node.pointee.general?.pointee {
            result += general.allOf
            result += general.anyOf
            result += general.oneOf
            result += [
                general.reference, general.dynamicReference?.node, general.not, general.condition,
                general.consequence, general.alternative,
            ].compactMap(\.self)
        }
        result += node.pointee.objects?.pointee.dependentSchemas.map(\.node) ?? []
        return result
    }
}
