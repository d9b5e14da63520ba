import Foundation

enum Descriptors {
    static func connection() throws(CommandError) -> (own: Int32, other: Int32) {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #elseif canImport(Musl)
            let stream = SOCK_STREAM | SOCK_CLOEXEC
        #else
            let stream = SOCK_STREAM
        #endif
        return try pair("a connection to a process") { socketpair(AF_UNIX, stream, 0, $0) }
    }

    static func pipe() throws(CommandError) -> (read: Int32, write: Int32) {
        try pair("a pipe") { Foundation.pipe($0) }
    }

    /// The open descriptors other than the standard streams; empty if the system itself keeps them from children.
    static var inheritable: [Int32] {
        #if canImport(Darwin)
            return []
        #else
            do {
                return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
                    .filter { $0 > STDERR_FILENO }
            } catch { return [] }
        #endif
    }

    static func keepAllFromOthers() { keepFromOthers(inheritable) }

    private static func keepFromOthers(_ ends: [Int32]) {
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    private static func pair(
        _ what: String, _ make: (UnsafeMutablePointer<Int32>) -> Int32
    ) throws(CommandError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard make(&ends) == 0 else {
            throw CommandError("cannot make \(what): \(String(cString: strerror(errno)))", code: .notEvaluated)
        }
        keepFromOthers(ends)
        return (ends[0], ends[1])
    }

    /// Waits until at least one descriptor is readable or at its end, and returns for each whether it is.
    static func readable(_ descriptors: [Int32], within milliseconds: Int32) -> [Bool] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = poll(&entries, nfds_t(entries.count), milliseconds)
        return entries.map { count > 0 && $0.revents != 0 }
    }

    /// Waits until the other end of a connection is closed, even if it has unread data.
    static func waitForEnd(of descriptor: Int32) {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        while entry.revents == 0 { _ = poll(&entry, 1, -1) }
    }

    /// Reads at most one chunk, waiting for data. Returns an empty array at the end.
    static func read(_ descriptor: Int32) -> [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { chunk in
            while true {
                let count = Foundation.read(descriptor, chunk.baseAddress, chunk.count)
                if count < 0, errno == EINTR { continue }
                // Code under test may have made the shared descriptor non-blocking.
                if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
                    _ = readable([descriptor], within: -1)
                    continue
                }
                return count > 0 ? Array(chunk[..<count]) : []
            }
        }
    }
}
