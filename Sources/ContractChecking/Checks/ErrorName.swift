import Foundation

/// The name and the text of a thrown error, as a contract writes them.
enum ErrorName {
    /// The case name of an enum, payload left out; of another error the name of its type.
    static func of(_ error: any Error) -> String {
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return "\(type(of: error))" }
        return mirror.children.first?.label ?? "\(error)"
    }

    /// The text that a user reads.
    static func message(_ error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? error.localizedDescription
    }
}
