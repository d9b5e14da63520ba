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
        [.longerPage, .errorBody, .otherStatus, .headerCase, .redirect].contains(self)
    }

    /// Whether the change removes data that can no longer be shown.
    package var removesData: Bool { [.memberGone, .valueNull, .emptyList].contains(self) }

    package var changesJSONType: Bool { [.numberAsText, .textAsNumber, .listForObject].contains(self) }

    /// The change as a verb phrase after a place: `/kind has a value that the enumeration does not list`.
    package var phrase: String {
        switch self {
        case .unknownEnumValue: "has a value that the enumeration does not list"
        case .newMember: "has a new member"
        case .memberGone: "is missing"
        case .valueNull: "is null"
        case .fraction: "has a fraction"
        case .numberAsText: "is a number written as a string"
        case .textAsNumber: "is a number instead of a string"
        case .longerText: "is a longer string"
        case .emptyList: "is an empty list"
        case .listForObject: "is a list that contains the object"
        case .otherOrder: "has its elements in a different order"
        case .newVariant: "is of a new variant"
        case .dateDigits: "has more fractional-second digits"
        case .dateOffset: "has a different offset from UTC"
        case .longerPage: "has many more elements"
        case .errorBody: "has a different body"
        case .otherStatus: "has a different status of the same class"
        case .headerCase: "has its header names in a different letter case"
        case .redirect: "arrives through a redirect"
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
                return element.wrongValue("applies to a whole response: promise it in the endpoint, not in the model")
            }
            return SurvivalPromise(change: change, pointer: element.pointer)
        }
    }
}
