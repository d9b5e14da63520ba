import JSONSchema

package final class HeaderContract: Sendable {
    package let name: String
    package let pointer: JSONPointer
    package let isOptional: Bool
    /// The expected value; `nil` if any value is accepted or only the link relations count.
    package let expectation: Expectation?
    package let relations: [HeaderContract]

    init?(name: String, reading reader: ContractCursor) {
        if reader.json.arrayValue != nil {
            _ = reader.mismatch(expected: "a string, number, boolean or schema") as Bool?
            return nil
        }
        self.name = name
        pointer = reader.pointer
        (isOptional, expectation) = reader.optionalExpectation(beside: Array(ContractKeys.Header.allCases))
        relations =
            reader[ContractKeys.Header.relations.rawValue]?.members().map { HeaderContract(relation: $0, reading: $1) }
            ?? []
        if !relations.isEmpty, name.lowercased() != "link" {
            reader.context.keyFault(
                "'\(name)' has no relations: only the header 'Link' has relations (RFC 8288)",
                at: reader.pointer.appending(ContractKeys.Header.relations))
        }
    }

    private init(relation: String, reading reader: ContractCursor) {
        name = relation
        pointer = reader.pointer
        (isOptional, expectation) = reader.optionalExpectation(beside: ContractKeys.Header.ofRelation)
        relations = []
    }
}

extension ContractCursor {
    fileprivate func optionalExpectation(beside keys: [ContractKeys.Header]) -> (Bool, Expectation?) {
        guard json.objectValue != nil else { return (false, expectation) }
        let isOptional = self[ContractKeys.Header.optional.rawValue]?.bool() ?? false
        return (isOptional, schema(beside: keys).map(Expectation.schema))
    }
}
