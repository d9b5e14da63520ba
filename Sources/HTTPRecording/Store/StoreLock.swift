import Foundation
import JSONValues

/// A lock that only one run can hold. The system releases it when the process dies.
package final class StoreLock: Sendable {
    private let descriptor: Int32
    private let path: String

    convenience init(folder: String) throws {
        try self.init(path: folder + "/.lock", activity: "writing recordings in \(folder)")
    }

    /// Takes the lock of a file.
    ///
    /// - Parameter activity: the holder's activity, as in "process 7 has been …".
    /// - Throws: `StoreError`, with the holder's name if its kind is `locked`.
    package init(path: String, activity: String) throws {
        while true {
            // O_NOFOLLOW: a link in a foreign folder would cause its target to be overwritten.
            let descriptor = try SystemFiles.openRegular(path, O_RDWR | O_CREAT | O_NOFOLLOW, "lock")
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(descriptor)
                guard code == EWOULDBLOCK else { throw StoreError.system("lock", path, code) }
                throw StoreError(kind: .locked, message: Self.holder(path, activity))
            }
            // The previous holder may remove the file between opening and locking. Then the lock has no effect.
            if Self.isSameFile(descriptor, path) {
                self.descriptor = descriptor
                self.path = path
                break
            }
            close(descriptor)
        }
        let text: JSON = [
            "pid": JSON(Int(getpid())), "host": .string(ProcessInfo.processInfo.hostName),
            "since": .string(Timestamp().text),
        ]
        guard ftruncate(descriptor, 0) == 0 else { throw StoreError.system("write", path) }
        try SystemFiles.write(text.bytes(), to: descriptor, path)
    }

    deinit {
        // Unlinks while the lock is held, so that another run's file is not removed.
        unlink(path)
        close(descriptor)
    }

    private static func isSameFile(_ descriptor: Int32, _ path: String) -> Bool {
        var held = stat()
        var named = stat()
        return fstat(descriptor, &held) == 0 && lstat(path, &named) == 0 && held.st_ino == named.st_ino
            && held.st_dev == named.st_dev
    }

    private static func holder(_ path: String, _ activity: String) -> String {
        let remedy = "Wait for it to finish, or stop it."
        // The holder may be about to write or remove the file.
        guard let bytes = try? SystemFiles().read(path), let json = try? JSON(parsing: bytes),
            let pid = json["pid"]?.intValue, let host = json["host"]?.stringValue,
            let since = json["since"]?.stringValue
        else { return "Another run is \(activity). \(remedy)" }
        return "Process \(pid) on \(host) has been \(activity) since \(since). \(remedy)"
    }
}

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
