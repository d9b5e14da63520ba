import JSONSchema

/// The serialization of a list or an object in a query, a form or a header, as in OpenAPI.
package struct ParameterStyle: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        case form, simple, spaceDelimited, pipeDelimited, deepObject

        fileprivate var explodesByDefault: Bool { self == .form || self == .deepObject }
    }

    package let kind: Kind
    /// Whether each element or member becomes a separate pair.
    package let explode: Bool
    /// Whether the order of pairs with the same name matters.
    package let isOrdered: Bool

    package init(kind: Kind, explode: Bool, isOrdered: Bool = false) {
        self.kind = kind
        self.explode = explode
        self.isOrdered = isOrdered
    }

    static let ofPairs: [Kind] = [.form, .spaceDelimited, .pipeDelimited, .deepObject]
    static let ofHeaders: [Kind] = [.simple]

    package var separator: String {
        switch kind {
        case .form, .simple, .deepObject: ","
        case .spaceDelimited: " "
        case .pipeDelimited: "|"
        }
    }
}

extension ContractCursor {
    /// Whether the object describes a styled value; `value` and `style` are not JSON Schema keywords.
    var isStyled: Bool { json[ContractKeys.Styled.value] != nil || json[ContractKeys.Styled.style] != nil }

    func styled(_ name: String, among kinds: [ParameterStyle.Kind]) -> NamedExpectation? {
        guard let object = object(of: ContractKeys.Styled.self), let value = object[.value]?.templateValue else {
            return nil
        }
        var kind = kinds.first ?? .form
        if let word = object[.style] {
            guard let named: ParameterStyle.Kind = word.choice() else { return nil }
            guard kinds.contains(named) else {
                return word.wrongValue(
                    "is not a style for this value: expected \(kinds.map(\.rawValue).joined(separator: ", "))")
            }
            kind = named
        }
        var explode = kind.explodesByDefault
        if let word = object[.explode] {
            guard let given = word.json.boolValue else { return word.mismatch(expected: "true or false") }
            explode = given
            if kind == .deepObject, !given {
                return word.wrongValue("is not allowed with deepObject, which sends a pair for each property")
            }
        }
        let order: PropertyContract.Order = object[.order]?.choice() ?? .any
        return NamedExpectation(
            name: name, pointer: pointer, expectation: .value(value),
            style: ParameterStyle(kind: kind, explode: explode, isOrdered: order == .same))
    }
}
