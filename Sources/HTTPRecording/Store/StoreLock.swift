import Foundation
import JSONValues

/// A lock that only one run can hold. The system releases it when the process dies.
package final class StoreLock: Sendable {
    private let descriptor: Int32
    private let path: String

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
        guard let bytes = try? SystemFiles().read(path), let json = JSON(ifValid: bytes),
            let pid = json["pid"]?.intValue, let host = json["host"]?.stringValue,
            let since = json["since"]?.stringValue
        else { return "Another run is \(activity). \(remedy)" }
        return "Process \(pid) on \(host) has been \(activity) since \(since). \(remedy)"
    }
}
