import ContractFormat

/// A contract edit that would match the behavior of the code under test. `fit` proposes it or explains why not.
package struct Adaptation: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A property reads a member of another name, verbatim or with a standard conversion.
        case map
        /// A property is computed from several members, so it is not compared.
        case computed
        /// A property of the client does not depend on any member.
        case own
        case unbound
        /// A member is not read by any property.
        case unread
        /// The initializer accepts input that the strictness requires it to reject.
        case strictness
        /// An enumeration maps every unlisted value to one case.
        case otherwise
        /// An array omits elements that the schema rejects.
        case lossy
        /// The builder adds a header field.
        case header
        /// The builder sends a value for an omitted argument.
        case assumed
        /// The binding never reads an argument.
        case unasked
        /// The binding reads an argument as a narrower type, or requires one of several credentials.
        case narrower
        /// The builder encodes a list in another style.
        case style
        /// The call throws, or recovers, under a fault without a declared outcome.
        case fault
        /// The call returns despite a fault without a declared outcome.
        case ignoredFault
    }

    package let kind: Kind
    package let edit: ContractEdit
    package let reason: String
    /// The number of occurrences within the check, and the number of opportunities.
    package let count: Int
    package let total: Int

    package init(kind: Kind, edit: ContractEdit, reason: String, count: Int = 1, total: Int = 1) {
        self.kind = kind
        self.edit = edit
        self.reason = reason
        self.count = count
        self.total = total
    }
}
