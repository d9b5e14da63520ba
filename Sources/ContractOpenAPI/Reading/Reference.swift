import Foundation
import JSONSchema

/// Where a `$ref` leads.
enum Reference {
    case within(JSONPointer)
    /// Another document, or a name within it.
    case elsewhere
    case malformed

    init(_ text: String) {
        guard text.hasPrefix("#") else {
            self = text.isEmpty ? .malformed : .elsewhere
            return
        }
        guard let fragment = text.dropFirst().removingPercentEncoding else {
            self = .malformed
            return
        }
        do { self = .within(try JSONPointer(fragment)) } catch { self = .malformed }
    }
}
