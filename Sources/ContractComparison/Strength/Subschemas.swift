import ContractFormat
import JSONSchema

extension JSON {
    /// Returns the pointers to the entries of a part of a contract, such as its models.
    func entries(of part: ContractKeys.Service) -> [JSONPointer] {
        members(at: JSONPointer.root.appending(part)).map(\.pointer)
    }

    func members(at pointer: JSONPointer) -> [(name: String, pointer: JSONPointer)] {
        (self[pointer: pointer]?.objectValue?.keys ?? []).map { ($0, pointer.appending($0)) }
    }

    /// Returns the schema at a pointer and all its subschemas, parents first.
    func subschemas(at pointer: JSONPointer) -> [(pointer: JSONPointer, schema: JSONObject)] {
        guard let schema = self[pointer: pointer]?.objectValue else { return [] }
        let named = ["properties", "patternProperties", "$defs"].flatMap { members(at: pointer.appending($0)) }
        let single = ["items", "additionalProperties", "contains", "propertyNames"].map { pointer.appending($0) }
        let listed = ["allOf", "anyOf", "oneOf", "prefixItems"].flatMap { keyword in
            (schema[keyword]?.arrayValue ?? []).indices.map { pointer.appending(keyword).appending($0) }
        }
        return [(pointer, schema)] + (named.map(\.pointer) + single + listed).flatMap(subschemas(at:))
    }
}
