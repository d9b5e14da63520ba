import Foundation
import JSONSchema

/// The schemas of one document, references within it followed.
struct LocalSchemas: Sendable {
    let root: JSON

    /// The schema objects that all have to hold where `schema` does: itself, what it refers to, and its `allOf`, each once.
    /// A cycle of references ends where it began.
    func parts(of schema: JSON) -> [JSONObject] {
        var parts: [JSONObject] = []
        var seen: Set<String> = []
        func visit(_ schema: JSON) {
            guard let object = schema.objectValue else { return }
            parts.append(object)
            if let reference = object["$ref"]?.stringValue, seen.insert(reference).inserted,
                let target = target(of: reference)
            {
                visit(target)
            }
            for part in object["allOf"]?.arrayValue ?? [] { visit(part) }
        }
        visit(schema)
        return parts
    }

    /// What `#/…` points at; `nil` for anchors and other documents.
    func target(of reference: String) -> JSON? {
        guard reference.hasPrefix("#") else { return nil }
        let text = String(reference.dropFirst())
        do { return root[pointer: try JSONPointer(text.removingPercentEncoding ?? text)] } catch { return nil }
    }

    /// Whether a schema accepts null.
    func allowsNull(_ schema: JSON, depth: Int = 0) -> Bool {
        if let verdict = schema.boolValue { return verdict }
        // A schema that holds itself at one and the same place cannot be decided at all.
        guard depth < 32 else { return true }
        func allows(_ schema: JSON) -> Bool { allowsNull(schema, depth: depth + 1) }
        return parts(of: schema).allSatisfy { part in
            let types = part["type"].map { ($0.arrayValue ?? [$0]).contains("null") } ?? true
            let values = part["enum"]?.arrayValue.map { $0.contains(.null) } ?? true
            let constant = part["const"].map(\.isNull) ?? true
            let any = part["anyOf"]?.arrayValue.map { $0.contains(where: allows) } ?? true
            let one = part["oneOf"]?.arrayValue.map { $0.filter(allows).count == 1 } ?? true
            let not = part["not"].map { !allows($0) } ?? true
            let condition =
                part["if"].map { test in (allows(test) ? part["then"] : part["else"]).map(allows) ?? true } ?? true
            return types && values && constant && any && one && not && condition
        }
    }
}
