import JSONSchema

/// Why a file is no usable HAR.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where the fault is.
    public let place: Place
    /// What was expected and what was found.
    public let message: String

    /// `file:line:column: message (at pointer)`.
    public var description: String {
        let pointer = place.pointer.description
        return "\(place): \(message)" + (pointer.isEmpty ? "" : " (at \(pointer))")
    }
}
