import Foundation
import JSONSchema

/// A document whose schemas are JSON Schema 2020-12, each at its original place.
package struct SchemaLibrary: Sendable {
    /// The direction of a value, which decides how `readOnly` and `writeOnly` affect `required` in OpenAPI 3.0.
    package enum Direction: Sendable, Hashable {
        case request, response
    }

    package internal(set) var root: JSON
    package let uri: URL
    /// Invalid schemas, and parts without a counterpart in JSON Schema.
    package internal(set) var faults: [SourceFault]
    /// The outermost schemas, in document order.
    package let sites: [JSONPointer]
    let source: SourceFile

    package var document: SchemaDocument { SchemaDocument(root: root, uri: uri) }
}

extension OpenAPIDocument {
    /// - Parameter isPartial: Whether values may lack required members.
    package func schemas(for direction: SchemaLibrary.Direction, isPartial: Bool = false) -> SchemaLibrary {
        var conversion = SchemaConversion(document: self, direction: direction, isPartial: isPartial)
        let root = conversion.convert(json, .document, [])
        return SchemaLibrary(
            root: root, uri: URL(fileURLWithPath: file).standardizedFileURL, faults: conversion.faults,
            sites: conversion.sites, source: source)
    }
}
