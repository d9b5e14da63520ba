import JSONSchema
import YAMLValues

/// An OpenAPI 3.0 or 3.1 document as typed values, with local references resolved. A Swagger 2.0 document is converted
/// to OpenAPI 3.0.
///
/// Invalid parts and references to other documents are left out and reported in `faults`.
package struct OpenAPIDocument: Sendable {
    /// The specification version that determines the meaning of schemas.
    package enum Version: String, Sendable, Hashable {
        /// Schemas use OpenAPI's own dialect.
        case v30 = "3.0"
        /// Schemas use JSON Schema 2020-12.
        case v31 = "3.1"
    }

    package let version: Version
    package let title: String
    package let servers: [Server]
    /// Operations in document order. The methods of a path are in the order of the specification.
    package let operations: [Operation]
    package let schemas: [NamedSchema]
    package let webhooks: [NamedSchema]
    package let faults: [SourceFault]
    let json: JSON
    let source: SourceFile

    package struct NamedSchema: Sendable, Hashable {
        package let name: String
        package let pointer: JSONPointer
    }

    package var file: String { source.path }

    package func place(of pointer: JSONPointer) -> Place { source.place(of: pointer) }

    /// Returns the place of a member's name in the file.
    package func keyPlace(of pointer: JSONPointer) -> Place { source.keyPlace(of: pointer) }

    package subscript(pointer: JSONPointer) -> JSON? { json[pointer: pointer] }

    /// Returns the media types that a Swagger 2.0 operation produces. Empty for OpenAPI.
    package func produced(by operation: Operation) -> [String] {
        json[pointer: operation.pointer.appending(Self.produces)]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// The key that stores these media types in a converted Swagger document.
    static let produces = "x-produces"
}

extension OpenAPIDocument {
    package static let largestFile = 100_000_000
    /// The maximum nesting depth, far above that of handwritten documents.
    static let deepestNesting = 256

    /// - Parameter edit: Changes values before they are read, but not their places.
    /// - Throws: `SourceFault` if the document cannot be read at all: invalid syntax, too large, too deeply nested, or
    ///   an unsupported version.
    package init(
        parsing bytes: [UInt8], file: String, editing edit: (JSON) -> JSON = { $0 }
    ) throws(SourceFault) {
        guard bytes.count <= Self.largestFile else {
            throw SourceFault(
                "the document has \(bytes.count) bytes, but at most \(Self.largestFile) are read", at: Place(file: file)
            )
        }
        if bytes.allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 }) {
            throw SourceFault("the document is empty", at: Place(file: file))
        }
        let source = SourceFile(path: file, bytes: bytes, syntax: TextSyntax(of: bytes, named: file))
        let json: JSON
        do {
            json = edit(
                try source.json(JSONParsingOptions(allowsByteOrderMark: true, maximumDepth: Self.deepestNesting)))
        } catch {
            throw SourceFault(source.message(of: error), at: source.place(of: error))
        }
        if let swagger = json["swagger"] {
            guard swagger == "2.0" || swagger == 2 else {
                throw SourceFault(
                    "expected Swagger 2.0, or OpenAPI 3.0 or 3.1, found Swagger \(swagger.text())",
                    at: source.place(of: "/swagger"))
            }
            var conversion = SwaggerConversion(root: json, source: source)
            let context = DocumentReading(root: conversion.document(), source: source.moved(conversion.moved))
            context.faults = conversion.faults
            self.init(context, version: .v30)
        } else {
            self.init(DocumentReading(root: json, source: source), version: try Self.version(of: json, source))
        }
    }

    private static func version(of json: JSON, _ source: SourceFile) throws(SourceFault) -> Version {
        func fault(_ message: String, _ pointer: JSONPointer) -> SourceFault {
            SourceFault(message, at: source.place(of: pointer))
        }
        guard let members = json.objectValue else {
            throw fault("expected an OpenAPI document, which is an object; found \(json.typeName)", .root)
        }
        guard let found = members["openapi"] else {
            throw fault("expected an OpenAPI document; the key 'openapi' is missing", .root)
        }
        let parts = (found.stringValue ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 2, let version = Version(rawValue: parts[..<2].joined(separator: ".")) else {
            throw fault("expected \"3.0.x\" or \"3.1.x\" as the version, found \(found.text())", "/openapi")
        }
        return version
    }
}
