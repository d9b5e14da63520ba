import JSONSchema

/// A change that providers make without notice, by its stable name in contracts and reports.
package enum ProviderChange: String, Sendable, Hashable, CaseIterable {
    case unknownEnumValue = "unknown-enum-value"
    case newMember = "new-member"
    /// An optional member is missing.
    case memberGone = "member-gone"
    /// A member that was never null is null.
    case valueNull = "value-null"
    case fraction
    case numberAsText = "number-as-text"
    case textAsNumber = "text-as-number"
    case longerText = "longer-text"
    case emptyList = "empty-list"
    case listForObject = "list-for-object"
    case otherOrder = "other-order"
    case newVariant = "new-variant"
    case dateDigits = "date-digits"
    case dateOffset = "date-offset"
    case longerPage = "longer-page"
    case errorBody = "error-body"
    case otherStatus = "other-status"
    case headerCase = "header-case"
    case redirect

    /// Whether the change affects a whole response, which only a client call sees.
    package var affectsWholeResponse: Bool {
        switch self {
        case .longerPage, .errorBody, .otherStatus, .headerCase, .redirect: true
        case .unknownEnumValue, .newMember, .memberGone, .valueNull, .fraction, .numberAsText, .textAsNumber,
            .longerText, .emptyList, .listForObject, .otherOrder, .newVariant, .dateDigits, .dateOffset:
            false
        }
    }

    /// Whether the change removes data that can no longer be shown.
    package var removesData: Bool {
        switch self {
        case .memberGone, .valueNull, .emptyList: true
        case .unknownEnumValue, .newMember, .fraction, .numberAsText, .textAsNumber, .longerText, .listForObject,
            .otherOrder, .newVariant, .dateDigits, .dateOffset, .longerPage, .errorBody, .otherStatus, .headerCase,
            .redirect:
            false
        }
    }

    package var changesJSONType: Bool { [.numberAsText, .textAsNumber, .listForObject].contains(self) }

    /// The change as a verb phrase after a place: `/kind has a value that the enumeration does not name`.
    package var phrase: String {
        switch self {
        case .unknownEnumValue: "has a value that the enumeration does not name"
        case .newMember: "has a new member"
        case .memberGone: "is missing"
        case .valueNull: "is null"
        case .fraction: "has a fraction"
        case .numberAsText: "is a number written as text"
        case .textAsNumber: "is a number instead of its text"
        case .longerText: "is a longer text"
        case .emptyList: "is an empty list"
        case .listForObject: "is a list with the object in it"
        case .otherOrder: "has its elements in another order"
        case .newVariant: "is of a new variant"
        case .dateDigits: "has more digits of a second"
        case .dateOffset: "has another offset from UTC"
        case .longerPage: "has many more elements"
        case .errorBody: "has another body"
        case .otherStatus: "has another status of the same class"
        case .headerCase: "has its headers in another letter case"
        case .redirect: "comes by a redirect"
        }
    }
}

package struct SurvivalPromise: Sendable {
    package let change: ProviderChange
    package let pointer: JSONPointer
}

extension ContractCursor {
    func survivalPromises(ofCall: Bool) -> [SurvivalPromise] {
        elements().compactMap { element in
            guard let change: ProviderChange = element.choice() else { return nil }
            guard ofCall || !change.affectsWholeResponse else {
                return element.wrongValue("happens to a whole answer: the endpoint promises it, not the model")
            }
            return SurvivalPromise(change: change, pointer: element.pointer)
        }
    }
}
