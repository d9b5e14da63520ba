import ContractFormat
import Foundation
import JSONSchema

/// A place to change, in the first good instance that has a value there, with the schemas that speak of it.
struct ProbeSite {
    let place: ProbePlace
    let instance: JSON
    let value: JSON
    /// Every schema object that applies to the place, references followed.
    let schemas: [JSONObject]

    var isRoot: Bool { place.pointer.tokens.isEmpty }

    /// The instance changed here; `nil` where the change leaves it as it is.
    func probe(_ change: ProbeChange) -> Probe? {
        let changed: JSON?
        switch change.edit {
        case .replace(let value): changed = value == self.value ? nil : instance.replacing(place.pointer, with: value)
        case .remove: changed = instance.removing(place.pointer)
        }
        return changed.map {
            Probe("\(place.label) \(change.what)", change.kind, at: place, .json($0), isBridged: change.isBridged)
        }
    }

    /// The values of a keyword in every schema that speaks of the place, without doubles.
    func values(of keyword: String) -> [JSON] {
        var seen: Set<JSON> = []
        return schemas.compactMap { $0[keyword] }.filter { seen.insert($0).inserted }
    }

    func numbers(of keyword: String) -> [JSONNumber] { values(of: keyword).compactMap(\.numberValue) }

    func integers(of keyword: String) -> [Int] { values(of: keyword).compactMap(\.intValue).filter { $0 >= 0 } }

    /// Whether a schema here names the type, or none names any.
    func allows(type: String) -> Bool {
        let types = values(of: "type").flatMap { $0.arrayValue ?? [$0] }.compactMap(\.stringValue)
        return types.isEmpty || types.contains(type)
    }
}

/// Finds the schemas that speak of each place of an instance.
struct SchemaWalk {
    /// The document that `#/…` points into.
    let document: JSON

    /// The schema objects that apply to the same place as `schema`: itself, what it refers to and what it combines.
    func applying(_ schemas: [JSON]) -> [JSONObject] {
        var found: [JSONObject] = []
        var waiting = schemas
        var references: Set<String> = []
        while let next = waiting.popLast() {
            guard let schema = next.objectValue else { continue }
            found.append(schema)
            if let reference = schema["$ref"]?.stringValue, reference.hasPrefix("#"),
                references.insert(reference).inserted,
                let target = target(of: reference)
            {
                waiting.append(target)
            }
            for keyword in ["allOf", "anyOf", "oneOf"] { waiting += schema[keyword]?.arrayValue ?? [] }
            for keyword in ["if", "then", "else", "not"] {
                if let child = schema[keyword] { waiting.append(child) }
            }
        }
        return found
    }

    /// The schemas of a member of an object.
    func member(_ name: String, of schemas: [JSONObject]) -> [JSON] {
        schemas.flatMap { schema -> [JSON] in
            let named = [schema["properties"]?[name], schema["dependentSchemas"]?[name]].compactMap { $0 }
            let patterned = schema["patternProperties"]?.objectValue?.values ?? []
            return named.isEmpty ? patterned + [schema["additionalProperties"]].compactMap { $0 } : named
        }
    }

    /// The schemas of an element of an array.
    func element(_ index: Int, of schemas: [JSONObject]) -> [JSON] {
        schemas.compactMap { $0["prefixItems"]?[index] ?? $0["items"] } + schemas.compactMap { $0["contains"] }
    }

    private func target(of reference: String) -> JSON? {
        do {
            let text = String(reference.dropFirst())
            return document[pointer: try JSONPointer(text.removingPercentEncoding ?? text)]
        } catch {
            return nil  // An anchor: probes then know less of the place, and what they expect stays the schema's word.
        }
    }
}
