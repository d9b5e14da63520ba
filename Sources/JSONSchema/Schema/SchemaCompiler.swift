import Foundation

/// Compiles schemas that stand inside one document that is no schema itself, as a contract's: what they share, and what
/// they refer to, is read and compiled once.
///
/// It is not Sendable; the schemas that it makes are.
public final class SchemaCompiler {
    /// The meaning of a keyword that the standard does not have.
    public enum UnknownKeywords: Sendable, Hashable {
        /// A note, as the standard has it.
        case allow
        /// An error, unless it begins with `x-`. It applies to the document, not to others that it refers to.
        case reject
    }

    private let graph: SchemaGraph
    private let resource: SchemaGraph.Resource

    /// Prepares to compile schemas of a document.
    ///
    /// - Parameters:
    ///   - document: the document, any JSON value.
    ///   - baseURI: the base of relative references; `#/…` in a schema points into the document.
    ///   - formats: the meaning of `format`.
    ///   - unknownKeywords: the treatment of keywords that are not in the standard.
    ///   - load: returns the other documents that references lead to.
    public init(
        document: JSON, baseURI: URL, formats: FormatMode = .annotate, unknownKeywords: UnknownKeywords = .allow,
        load: ((URL) throws -> JSON)? = nil
    ) {
        let rejects: Bool
        switch unknownKeywords {
        case .allow: rejects = false
        case .reject: rejects = true
        }
        graph = SchemaGraph(formats: formats, rejectsUnknownKeywords: rejects, load: load)
        resource = graph.addDocument(document, uri: baseURI.absoluteString, isEmbedding: true)
    }

    /// Compiles the schema at a place of the document.
    ///
    /// - Throws: a `SchemaError` where there is none, or it, or one that it refers to, is not valid.
    public func schema(at pointer: JSONPointer) throws(SchemaError) -> Schema {
        let root = try graph.compile(pointer, of: resource)
        return Schema(arena: graph.arena, root: root, isDynamic: graph.isDynamic)
    }
}

/// The reason why a schema cannot be used, with document and place.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault: the expectation and what was found.
    public let message: String
    /// The place in the document.
    public let pointer: JSONPointer
    /// The URI of the document; empty where it has none.
    public let document: String

    /// Makes an error.
    public init(message: String, pointer: JSONPointer, document: String) {
        self.message = message
        self.pointer = pointer
        self.document = document
    }

    /// `element.schema.json#/properties/a/type: expected string or array, found 7`.
    public var description: String { "\(document)#\(pointer): \(message)" }
}
