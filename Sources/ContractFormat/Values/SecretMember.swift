import JSONSchema

/// A member that holds a credential, which recordings and reports replace by a stand-in.
package struct SecretMember: Sendable {
    package enum Kind: Sendable, Hashable {
        /// A place in JSON bodies, with `*` for every member or element.
        case place(JSONPointer)
        /// A member at any depth, a form field, a query item or a header field.
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
