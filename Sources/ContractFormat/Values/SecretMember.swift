import JSONSchema

/// A member of messages that holds a credential: recordings and reports have a stand-in in its place.
package struct SecretMember: Sendable {
    package enum Kind: Sendable, Hashable {
        /// A place in the JSON bodies of requests and responses, `*` for every member or element.
        case place(JSONPointer)
        /// A member of any depth, a field of a form, a parameter of a query or a header.
        case name(String)
    }

    package let kind: Kind
    package let pointer: JSONPointer
}

extension ContractCursor {
    var secretMembers: [SecretMember] {
        var seen: Set<SecretMember.Kind> = []
        return elements().compactMap { element in
            guard let text = element.nonEmptyString else { return nil }
            let kind: SecretMember.Kind
            if text.hasPrefix("/") {
                guard let pointer = element.jsonPointer else { return nil }
                kind = .place(pointer)
            } else {
                kind = .name(text)
            }
            guard seen.insert(kind).inserted else {
                element.context.fault("'\(text)' is listed twice", at: element.pointer)
                return nil
            }
            return SecretMember(kind: kind, pointer: element.pointer)
        }
    }
}
