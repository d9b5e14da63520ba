import Foundation

/// A parsed `$ref`: the document and the location in it.
package struct SchemaReference: Sendable, Hashable {
    package enum Place: Sendable, Hashable {
        case pointer(JSONPointer)
        case anchor(String)
        /// Neither a percent-encoded JSON Pointer nor an anchor.
        case malformed
    }

    /// The keyword that marks an unresolved reference, with the reference as its value. Such a schema asserts nothing,
    /// whereas an empty schema allows every value.
    package static let unresolved = "x-unresolved-reference"

    /// The part before `#`: a relative or absolute URI, or empty for the same document.
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

    /// The pointer within the same document, or `nil` for another document, an anchor or malformed text.
    package var localPointer: JSONPointer? {
        guard document.isEmpty, case .pointer(let pointer) = place else { return nil }
        return pointer
    }

    package static func text(to pointer: JSONPointer) -> String {
        let text = pointer.description
        return "#" + (text.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? text)
    }
}
