import JSONSchema

package final class HeaderContract: Sendable {
    package let name: String
    package let pointer: JSONPointer
    package let isOptional: Bool
    /// The expected value; `nil` if any value is accepted or only the link relations count.
    package let expectation: Expectation?
    package let relations: [HeaderContract]

    /// - Parameter isRelation: whether this is a relation of a link instead of a field.
    init?(name: String, reading reader: ContractCursor, isRelation: Bool = false) {
        if reader.json.arrayValue != nil {
            _ = reader.mismatch(expected: "a string, number, boolean or schema") as Bool?
            return nil
        }
        self.name = name
        pointer = reader.pointer
        let keys = isRelation ? ContractKeys.Header.ofRelation : Array(ContractKeys.Header.allCases)
        if reader.json.objectValue == nil {
            (isOptional, expectation) = (false, reader.expectation)
        } else {
            isOptional = reader[ContractKeys.Header.optional.rawValue]?.bool() ?? false
            expectation = reader.schema(beside: keys).map(Expectation.schema)
        }
        let links = isRelation ? nil : reader[ContractKeys.Header.relations.rawValue]?.members()
        relations = links?.compactMap { HeaderContract(name: $0, reading: $1, isRelation: true) } ?? []
        if !relations.isEmpty, name.lowercased() != "link" {
            reader[ContractKeys.Header.relations.rawValue]?.keyFault(
                "'\(name)' has no relations: only the header 'Link' has relations (RFC 8288)")
        }
    }
}
