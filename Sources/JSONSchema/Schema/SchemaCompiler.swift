import Foundation

/// A compiler for the schemas inside a document that is not itself a schema, such as a contract. It compiles shared and
/// referenced schemas once. Not Sendable, unlike the schemas.
public final class SchemaCompiler {
    /// The treatment of nonstandard keywords.
    public enum UnknownKeywords: Sendable, Hashable {
        /// An annotation, as in the standard.
        case allow
        /// An error, except for the prefix `x-`. Does not apply to other referenced documents.
        case reject
    }

    private let graph: SchemaGraph
    private let resource: SchemaGraph.Resource

    /// Creates a compiler for the schemas of a document.
    ///
    /// - Parameters:
    ///   - document: the document, any JSON value.
    ///   - baseURI: the base URI of relative references; `#/…` in a schema points into the document.
    ///   - formats: the treatment of `format`.
    ///   - unknownKeywords: the treatment of nonstandard keywords.
    ///   - load: returns other referenced documents.
    public init(
        document: JSON, baseURI: URL, formats: FormatMode = .annotate, unknownKeywords: UnknownKeywords = .allow,
        load: ((URL) throws -> JSON)? = nil
    ) {
        graph = SchemaGraph(formats: formats, rejectsUnknownKeywords: unknownKeywords == .reject, load: load)
        resource = graph.addDocument(document, uri: baseURI.absoluteString, isEmbedding: true)
    }

    /// Compiles the schema at a location in the document.
    ///
    /// - Throws: `SchemaError` if a schema is invalid or missing.
    public func schema(at pointer: JSONPointer) throws(SchemaError) -> Schema {
        let root = try graph.compile(pointer, of: resource)
        return Schema(arena: graph.arena, root: root, isDynamic: graph.isDynamic)
    }
}

/// A schema that cannot be used, with its document and location.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expectation and the value found.
    public let message: String
    /// The location in the document.
    public let pointer: JSONPointer
    /// The URI of the document, or an empty string.
    public let document: String

    /// Creates an error.
    public init(message: String, pointer: JSONPointer, document: String) {
        self.message = message
        self.pointer = pointer
        self.document = document
    }

    /// `element.schema.json#/properties/a/type: expected string or array, found 7`.
    public var description: String { "\(document)#\(pointer): \(message)" }
}

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
