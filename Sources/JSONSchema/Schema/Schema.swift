import Foundation
@_exported import JSONValues

/// The treatment of `format`.
public enum FormatMode: Sendable, Hashable {
    /// An annotation that every string meets, as in the standard.
    case annotate
    /// An assertion that other strings violate.
    case assert
}

/// A compiled JSON Schema (2020-12) that can validate values on any thread.
public struct Schema: Sendable {
    private let arena: SchemaArena
    private let root: Root
    private let isDynamic: Bool

    /// Compiles a schema and all schemas that it refers to.
    ///
    /// - Parameters:
    ///   - json: the schema, an object or a Boolean.
    ///   - baseURI: the base URI of relative references.
    ///   - formats: the treatment of `format`.
    ///   - load: returns other referenced documents, except the built-in meta-schemas of 2020-12.
    /// - Throws: `SchemaError` if a schema is invalid or missing.
    public init(
        _ json: JSON, baseURI: URL? = nil, formats: FormatMode = .annotate, load: ((URL) throws -> JSON)? = nil
    ) throws(SchemaError) {
        let graph = SchemaGraph(formats: formats, load: load)
        try self.init(graph, json, uri: baseURI?.absoluteString ?? "")
    }

    init(_ graph: SchemaGraph, _ json: JSON, uri: String) throws(SchemaError) {
        let document = graph.addDocument(json, uri: uri)
        let root = try graph.compile(.root, of: document)
        self.init(arena: graph.arena, root: root, isDynamic: graph.isDynamic)
    }

    init(arena: SchemaArena, root: NodeRef, isDynamic: Bool) {
        self.arena = arena
        self.root = Root(node: root)
        self.isDynamic = isDynamic
    }

    /// `@unchecked Sendable` is sound: the node lives in `arena`, and all reachable nodes are immutable by now.
    private struct Root: @unchecked Sendable { let node: NodeRef }

    /// Whether a value meets the schema. Stops at the first violation.
    public func accepts(_ json: JSON) -> Bool { evaluate(json, nil).accepts }

    /// Whether a value meets the schema, given cached results for parts of it.
    package func accepts(_ json: JSON, cache: JSONPartCache?) -> Bool { evaluate(json, cache).accepts }

    /// Returns the violations of a value, outermost first, or none if it meets the schema.
    ///
    /// At most 1,000 violations and 1 MiB of text are returned; a final one counts the omitted ones. If no alternative
    /// of an `anyOf` or `oneOf` holds, the causes come first, starting with the alternative that matched deepest.
    public func violations(of json: JSON) -> [Violation] { violations(of: json, cache: nil) }

    package func violations(of json: JSON, cache: JSONPartCache?) -> [Violation] {
        // Most values meet their schema, which is cheap to determine.
        let (accepts, isStopped) = evaluate(json, cache)
        if accepts { return [] }
        guard isStopped else { return explain(json, cache) }
        let message: MessageText =
            "expected a schema that can be checked, found one whose check was stopped after too many steps"
        return [root.node.pointee.location.pointee.notice(message)]
    }

    private func evaluate(_ json: JSON, _ cache: JSONPartCache?) -> (accepts: Bool, isStopped: Bool) {
        if let cache, let address = cache.address(of: json), let known = cache[address, root.node] {
            return (known, false)
        }
        return DeepStack.attempt { maximumDepth, isTooDeep in
            withExtendedLifetime(arena) {
                var evaluator = Evaluator(isDynamic: isDynamic, maximumDepth: maximumDepth, value: json, cache: cache)
                let accepts = withUnsafePointer(to: json) { evaluator.accepts(root.node, $0) }
                // Inside a `not`, a stopped evaluation would look like a match.
                isTooDeep = evaluator.isTooDeep
                return (accepts && !evaluator.isStopped, evaluator.isStopped)
            }
        }
    }

    /// Collects violations without running the fast validator first.
    package func explain(_ json: JSON, _ cache: JSONPartCache? = nil) -> [Violation] {
        DeepStack.attempt { maximumDepth, isTooDeep in
            withExtendedLifetime(arena) {
                var explainer = Explainer(isDynamic: isDynamic, maximumDepth: maximumDepth, value: json, cache: cache)
                let violations = explainer.violations(of: json, root.node)
                isTooDeep = explainer.isTooDeep
                return violations
            }
        }
    }
}
