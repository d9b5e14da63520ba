import Foundation
import JSONSchema

/// The schemas of one document, references within it followed.
struct LocalSchemas: Sendable {
    let root: JSON

    /// The schema objects that all have to hold where `schema` does: itself, what it refers to, and its `allOf`, each
    /// once. A cycle of references ends where it began.
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
    func allowsNull(_ schema: JSON) -> Bool {
        // Each definition is decided once, however often it is referred to.
        var known: [String: Bool] = [:]
        return allowsNull(schema, &known)
    }

    private func allowsNull(_ schema: JSON, _ known: inout [String: Bool]) -> Bool {
        if let verdict = schema.boolValue { return verdict }
        guard let part = schema.objectValue else { return true }
        if let type = part["type"], !(type.arrayValue ?? [type]).contains("null") { return false }
        if let values = part["enum"]?.arrayValue, !values.contains(.null) { return false }
        if let constant = part["const"], !constant.isNull { return false }
        if let reference = part["$ref"]?.stringValue, let target = target(of: reference) {
            if known[reference] == nil {
                // What holds itself at one and the same place says nothing there.
                known[reference] = true
                known[reference] = allowsNull(target, &known)
            }
            if known[reference] == false { return false }
        }
        for all in part["allOf"]?.arrayValue ?? [] where !allowsNull(all, &known) { return false }
        if let any = part["anyOf"]?.arrayValue, !any.contains(where: { allowsNull($0, &known) }) { return false }
        if let one = part["oneOf"]?.arrayValue, one.count(where: { allowsNull($0, &known) }) != 1 { return false }
        if let not = part["not"], allowsNull(not, &known) { return false }
        if let test = part["if"], let next = allowsNull(test, &known) ? part["then"] : part["else"] {
            return allowsNull(next, &known)
        }
        return true
    }
}
