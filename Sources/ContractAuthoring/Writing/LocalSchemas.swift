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
}
