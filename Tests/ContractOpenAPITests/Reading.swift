import JSONSchema
import Testing

@testable import ContractOpenAPI

/// Returns an OpenAPI 3.0 or 3.1 document with `members` beside `openapi` and `info`.
func document(_ members: String, version: String = "3.0.3") throws -> OpenAPIDocument {
    let text = #"{"openapi": "\#(version)", "info": {"title": "Notes", "version": "1"}, \#(members)}"#
    return try OpenAPIDocument(parsing: Array(text.utf8), file: "notes.json")
}

/// Returns a document with one operation, `GET /notes/{id}`.
func operation(_ members: String, _ components: String = "{}") throws -> OpenAPIDocument {
    try document(
        #""paths": {"/notes/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "schema": {}}], \#(members)}}}, "components": \#(components)"#
    )
}

extension OpenAPIDocument {
    func operation(id: String) -> Operation? { operations.first { $0.id == id } }
}

/// Returns a document with schemas only.
func schemas(_ schemas: String, version: String = "3.0.3") throws -> OpenAPIDocument {
    try document(#""paths": {}, "components": {"schemas": \#(schemas)}"#, version: version)
}

/// Returns a component schema after conversion.
func converted(
    _ schema: String, version: String = "3.0.3", _ direction: SchemaLibrary.Direction = .response
) throws -> JSON? {
    let document = try schemas(#"{"S": \#(schema), "Other": {"type": "string", "readOnly": true}}"#, version: version)
    return document.schemas(for: direction).root[pointer: "/components/schemas/S"]
}
