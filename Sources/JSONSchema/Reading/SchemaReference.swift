import Foundation

/// The text of a `$ref`, taken apart: the document that it names, and the place in there.
package struct SchemaReference: Sendable, Hashable {
    package enum Place: Sendable, Hashable {
        case pointer(JSONPointer)
        /// The schema that gives itself this name with `$anchor`.
        case anchor(String)
        /// No percent-encoded JSON Pointer and no name.
        case malformed
    }

    /// The keyword by which a schema says that a reference could not be followed; its value is the reference.
    ///
    /// A schema with it says nothing of a value, where one that is empty says that every value is allowed.
    package static let unresolved = "x-unresolved-reference"

    /// The part before `#`: a relative or absolute URI, empty for the document itself.
    package let document: String
    package let place: Place

    package init(_ text: String) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        document = parts.first.map(String.init) ?? ""
        guard let fragment = (parts.count == 2 ? String(parts[1]) : "").removingPercentEncoding else {
            place = .malformed
            return
        }
        guard fragment.isEmpty || fragment.hasPrefix("/") else {
            place = .anchor(fragment)
            return
        }
        do { place = .pointer(try JSONPointer(fragment)) } catch { place = .malformed }
    }

    /// The place in the document itself; `nil` for another document, a name, or what is malformed.
    package var localPointer: JSONPointer? {
        guard document.isEmpty, case .pointer(let pointer) = place else { return nil }
        return pointer
    }

    /// The text of a reference to a place in the document itself.
    package static func text(to pointer: JSONPointer) -> String {
        let text = pointer.description
        return "#" + (text.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? text)
    }
}
