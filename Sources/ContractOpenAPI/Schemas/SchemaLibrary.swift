import Foundation
import JSONSchema

/// A document with every schema in it as JSON Schema 2020-12, each at the place that it has in the file.
package struct SchemaLibrary: Sendable {
    /// The direction of a value: it defines the effect of `readOnly` and `writeOnly` on `required` in OpenAPI 3.0.
    package enum Direction: Sendable, Hashable {
        case request, response
    }

    /// The whole document.
    package internal(set) var root: JSON
    /// The address of the document.
    package let uri: URL
    /// The parts without a counterpart in JSON Schema, and those that are no schemas.
    package internal(set) var faults: [OpenAPIFault]
    /// The outermost schemas, in the order of the document.
    package let sites: [JSONPointer]
    let source: SourceFile

    package func compiler(formats: FormatMode) -> SchemaCompiler {
        SchemaCompiler(document: root, baseURI: uri, formats: formats)
    }
}

extension OpenAPIDocument {
    /// The document's schemas as JSON Schema 2020-12.
    ///
    /// - Parameter isPartial: whether values may leave out what the document requires.
    package func schemas(for direction: SchemaLibrary.Direction, isPartial: Bool = false) -> SchemaLibrary {
        var conversion = SchemaConversion(document: self, direction: direction, isPartial: isPartial)
        let root = conversion.convert(json, .document, [])
        return SchemaLibrary(
            root: root, uri: URL(fileURLWithPath: file).standardizedFileURL, faults: conversion.faults,
            sites: conversion.sites, source: source)
    }
}
