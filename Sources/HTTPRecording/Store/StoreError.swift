import Foundation

/// The reason why recordings could not be read or written.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the failure.
    public enum Kind: Sendable, Hashable {
        /// The path leads out of the folder of recordings.
        case escapes
        /// The file does not exist.
        case missing
        /// Another run holds the lock.
        case locked
        /// The file is not regular: a link that must not be followed, a pipe or a device.
        case irregular
        /// The journal of a commit is invalid.
        case journal
        /// A secret would have been written.
        case leak([Leak])
        /// The operating system reported this error number.
        case system(Int32)
    }

    /// The kind of the failure.
    public let kind: Kind
    /// The event, the file and the remedy.
    public let message: String

    /// The message.
    public var description: String { message }

    static func escapes(_ path: String, from folder: URL) -> StoreError {
        StoreError(kind: .escapes, message: "'\(path)' leads out of the recordings in \(folder.path).")
    }

    package static func irregular(_ action: String, _ path: String, _ kind: String) -> StoreError {
        StoreError(
            kind: .irregular, message: "Cannot \(action) \(path): it is \(kind), not a regular file.")
    }

    package static func system(_ action: String, _ path: String, _ code: Int32 = errno) -> StoreError {
        let remedy =
            switch code {
            case ENOSPC, EDQUOT: " Make room on the disk; the existing files are unchanged."
            case EACCES, EPERM, EROFS: " Make the folder writable; the existing files are unchanged."
            default: ""
            }
        return StoreError(
            kind: code == ENOENT ? .missing : .system(code),
            message: "Cannot \(action) \(path): \(String(cString: strerror(code))).\(remedy)")
    }
}
