import Foundation
@_exported import JSONValues

/// The meaning of `format`.
public enum FormatMode: Sendable, Hashable {
    /// A note for readers, as the standard has it: every string meets it.
    case annotate
    /// A rule: strings that are not of the format are violations.
    case assert
}

/// A JSON Schema (2020-12), compiled, against which any number of values can be checked from any thread.
public struct Schema: Sendable {
    private let arena: SchemaArena
    private let root: Root
    private let isDynamic: Bool

    /// Compiles a schema and everything that it refers to.
    ///
    /// - Parameters:
    ///   - json: the schema, an object or a boolean.
    ///   - baseURI: the base of relative references.
    ///   - formats: the meaning of `format`.
    ///   - load: returns the other documents that references lead to. The meta-schemas of 2020-12 are known.
    /// - Throws: a `SchemaError` if the schema, or one that it refers to, is invalid or missing.
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

    /// `@unchecked Sendable` is sound: the node lives in `arena`, and nothing writes it, or what it leads to, any more.
    private struct Root: @unchecked Sendable { let node: NodeRef }

    /// Returns whether a value meets the schema. Stops at the first violation.
    public func accepts(_ json: JSON) -> Bool { evaluate(json, nil).accepts }

    /// Returns whether a value meets the schema, of which some parts may be known.
    package func accepts(_ json: JSON, knowing parts: StoredParts?) -> Bool { evaluate(json, parts).accepts }

    /// Returns the violations of a value, outer values before inner ones; none if it meets the schema.
    ///
    /// At most 1,000 violations and a mebibyte of text are returned; a last one counts those left out.
    ///
    /// If no alternative of an `anyOf` or `oneOf` holds, the causes come first, those of the alternative that came
    /// farthest into the value before the others.
    public func violations(of json: JSON) -> [Violation] { violations(of: json, knowing: nil) }

    /// The same of a value of which some parts may be known.
    package func violations(of json: JSON, knowing parts: StoredParts?) -> [Violation] {
        // Most values meet their schema, and to know that is cheap.
        let (accepts, isStopped) = evaluate(json, parts)
        if accepts { return [] }
        guard isStopped else { return explain(json, parts) }
        let message: MessageText =
            "expected a schema that can be decided, found one whose check was stopped after too many steps"
        let location = root.node.pointee.location.pointee
        return [
            Violation(
                instancePointer: .root, schemaPointer: location.pointer, schemaDocument: location.document,
                evaluationPath: .root, keyword: "", text: message, expectation: nil, observation: nil)
        ]
    }

    private func evaluate(_ json: JSON, _ parts: StoredParts?) -> (accepts: Bool, isStopped: Bool) {
        if let parts, let address = parts.address(of: json), let known = parts[address, root.node] {
            return (known, false)
        }
        return DeepStack.attempt { maximumDepth, isTooDeep in
            withExtendedLifetime(arena) {
                var evaluator = Evaluator(isDynamic: isDynamic, maximumDepth: maximumDepth, value: json, parts: parts)
                let accepts = withUnsafePointer(to: json) { evaluator.accepts(root.node, $0) }
                // Within a `not`, what was stopped would pass for a match.
                isTooDeep = evaluator.isTooDeep
                return (accepts && !evaluator.isStopped, evaluator.isStopped)
            }
        }
    }

    /// Collects violations without the fast evaluator before.
    package func explain(_ json: JSON, _ parts: StoredParts? = nil) -> [Violation] {
        DeepStack.attempt { maximumDepth, isTooDeep in
            withExtendedLifetime(arena) {
                var explainer = Explainer(isDynamic: isDynamic, maximumDepth: maximumDepth, value: json, parts: parts)
                let violations = explainer.violations(of: json, root.node)
                isTooDeep = explainer.isTooDeep
                return violations
            }
        }
    }
}
