import ContractFormat

/// A change by which the contract would say what the code under test does. `fit` proposes it, or says why it does not.
package struct Adaptation: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A property shows a member of another name, as it is or by a standard conversion.
        case map
        /// A property is computed of members, so that nothing compares it.
        case computed
        /// A property of the client's own follows no member.
        case own
        /// No code is bound to a model.
        case unbound
        /// No property shows a member.
        case unread
        /// The initializer takes what the strictness asks it to refuse.
        case strictness
        /// An enumeration shows one case for every value that the schema does not list.
        case otherwise
        /// An array leaves out elements that the schema does not accept.
        case lossy
        /// The builder adds a header.
        case header
        /// The builder sends a value for an argument that the call leaves out.
        case assumed
        /// The binding never asks for an argument.
        case unasked
        /// The binding reads an argument as a type that holds fewer values than the schema, or asks for one of several
        /// credentials.
        case narrower
        /// The builder writes a list in another style.
        case style
        /// The call ends in an error, or recovers, under a fault of which the contract says nothing yet.
        case fault
        /// The call returns although it met such a fault.
        case ignoredFault
    }

    package let kind: Kind
    package let edit: ContractEdit
    package let reason: String
    /// The number of times that the code does so within its check, and the number of times that it could.
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
