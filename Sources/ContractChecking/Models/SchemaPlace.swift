import ContractFormat
import Foundation
import JSONSchema

/// Finds the line of a schema that speaks of a place in an instance.
package enum SchemaPlace {
    /// The pointer of the deepest schema on the way that the document spells out, references followed.
    package static func find(_ place: JSONPointer, in schema: EmbeddedSchema) -> JSONPointer {
        var pointer = schema.pointer
        for token in place.tokens {
            // A reference is followed only to go on: the line that refers names the property.
            guard let next = step(token, from: resolved(pointer, schema.root), schema.root) else { return pointer }
            pointer = next
        }
        return pointer
    }

    private static func step(_ token: String, from pointer: JSONPointer, _ root: JSON) -> JSONPointer? {
        guard let schema = root[pointer: pointer] else { return nil }
        if schema["properties"]?[token] != nil { return pointer.appending("properties").appending(token) }
        if let index = Int(token) {
            if schema["prefixItems"]?[index] != nil { return pointer.appending("prefixItems").appending(index) }
            if schema["items"] != nil { return pointer.appending("items") }
        }
        for (index, _) in (schema["allOf"]?.arrayValue ?? []).enumerated() {
            let part = resolved(pointer.appending("allOf").appending(index), root)
            if let found = step(token, from: part, root) { return found }
        }
        return nil
    }

    /// The place a chain of local references ends at; a cycle ends where it began.
    private static func resolved(_ pointer: JSONPointer, _ root: JSON) -> JSONPointer {
        var pointer = pointer
        var seen: Set<JSONPointer> = [pointer]
        while let reference = root[pointer: pointer]?["$ref"]?.stringValue, reference.hasPrefix("#") {
            let text = String(reference.dropFirst())
            guard let next = try? JSONPointer(text.removingPercentEncoding ?? text),  // An anchor ends the search.
                seen.insert(next).inserted
            else { return pointer }
            pointer = next
        }
        return pointer
    }
}
