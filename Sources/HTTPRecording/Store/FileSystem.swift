import Foundation

/// The operations on files that writing safely needs. A test passes in its own, which ends the process at one of them.
package protocol FileSystem: Sendable {
    func read(_ path: String) throws -> [UInt8]
    /// Creates a file that must not exist yet and flushes it to the disk.
    func create(_ path: String, _ bytes: [UInt8]) throws
    func rename(_ from: String, to path: String) throws
    /// Removes a file, where there is one.
    func remove(_ path: String) throws
    /// Makes a folder and those above it; returns the ones that were made, outermost first.
    func makeFolder(_ path: String) throws -> [String]
    /// Makes renames and new files in a folder survive a power failure.
    func syncFolder(_ path: String) throws
}

/// The files of the system, with errors that name the file.
package struct SystemFiles: FileSystem {
    package init() {}

    package func read(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.system("read", path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Self.retryingInterrupts { Foundation.read(descriptor, &buffer, buffer.count) }
            guard count >= 0 else { throw StoreError.system("read", path) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    package func create(_ path: String, _ bytes: [UInt8]) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw StoreError.system("create", path) }
        defer { close(descriptor) }
        try Self.write(bytes, to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw StoreError.system("flush", path) }
    }

    /// Writes all of the bytes to an open file.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { buffer in
                retryingInterrupts { Foundation.write(descriptor, buffer.baseAddress, buffer.count) }
            }
            guard count >= 0 else { throw StoreError.system("write", path) }
            rest = rest.dropFirst(count)
        }
    }

    package func rename(_ from: String, to path: String) throws {
        guard Foundation.rename(from, path) == 0 else { throw StoreError.system("replace", path) }
    }

    package func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw StoreError.system("remove", path) }
    }

    package func syncFolder(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.system("open", path) }
        defer { close(descriptor) }
        // Some file systems cannot flush a folder, and need not.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw StoreError.system("flush", path) }
    }

    package func makeFolder(_ path: String) throws -> [String] {
        if mkdir(path, 0o755) == 0 { return [path] }
        let code = errno
        if code == EEXIST { return [] }
        guard code == ENOENT else { throw StoreError.system("make the folder", path, code) }
        let parent = (path as NSString).deletingLastPathComponent
        guard parent != path, !parent.isEmpty else { throw StoreError.system("make the folder", path, code) }
        let made = try makeFolder(parent)
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw StoreError.system("make the folder", path) }
        return made + [path]
    }

    /// The path without symbolic links; `nil` where it does not exist.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func retryingInterrupts(_ call: () -> Int) -> Int {
        while true {
            let count = call()
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
