import Foundation

/// The file operations of safe writes. A test supplies its own, which ends the process at one of them.
package protocol FileSystem: Sendable {
    func read(_ path: String) throws -> [UInt8]
    /// Creates a file that must not exist yet, and flushes it to disk.
    func create(_ path: String, _ bytes: [UInt8]) throws
    func rename(_ from: String, to path: String) throws
    func remove(_ path: String) throws
    /// Creates a folder and its missing parents. Returns the created folders, outermost first.
    func makeFolder(_ path: String) throws -> [String]
    /// Makes renames and new files in a folder survive a power failure.
    func syncFolder(_ path: String) throws
}

package struct SystemFiles: FileSystem {
    package init() {}

    /// Reads a regular file of a project. Pipes are rejected, because they may never end.
    ///
    /// A symbolic link may lead only to a file below its own folder, as in a Kubernetes volume. A link in a pull request
    /// could lead to someone else's file.
    package func read(_ path: String) throws -> [UInt8] {
        if Self.isLink(path), Self.isInside(path, of: Self.folder(of: path)) == false {
            throw StoreError.irregular("read", path, "a symbolic link")
        }
        return try Self.readAnywhere(path)
    }

    private static func readAnywhere(_ path: String) throws -> [UInt8] {
        let descriptor = try openRegular(path, O_RDONLY, "read")
        defer { close(descriptor) }
        return try bytes(of: descriptor, try size(of: descriptor, "read", path), path)
    }

    /// Reads a command's file argument: a regular file, standard input or a process substitution (`<(…)`).
    package static func readOperand(_ path: String) throws -> [UInt8] {
        guard let descriptor = descriptor(named: path) else { return try readAnywhere(path) }
        return try bytes(of: descriptor, 0, path)
    }

    /// Opens a regular file for appending.
    package static func openToAppend(_ path: String) throws -> Int32 {
        try openRegular(try followingLinks(path), O_RDWR | O_CREAT | O_APPEND, "open")
    }

    /// Returns the open descriptor that a path stands for: `/dev/stdin`, `/dev/stderr`, `/dev/fd/3`.
    package static func descriptor(named path: String) -> Int32? {
        switch path {
        case "/dev/stdin": STDIN_FILENO
        case "/dev/stdout": STDOUT_FILENO
        case "/dev/stderr": STDERR_FILENO
        default:
            ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix).flatMap { Int32(path.dropFirst($0.count)) }
        }
    }

    /// Opens a regular file. Pipes and devices are rejected, because opening them may block.
    static func openRegular(_ path: String, _ flags: Int32, _ action: String) throws -> Int32 {
        let descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o644)
        guard descriptor >= 0 else { throw openError(action, path) }
        do { _ = try size(of: descriptor, action, path) } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func openError(_ action: String, _ path: String) -> StoreError {
        switch errno {
        case ELOOP: .irregular(action, path, "a symbolic link")
        case ENXIO: .irregular(action, path, "a pipe, a socket or a device")
        default: .system(action, path)
        }
    }

    private static func size(of descriptor: Int32, _ action: String, _ path: String) throws -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StoreError.system(action, path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int(status.st_size)
        case S_IFDIR: throw StoreError.system(action, path, EISDIR)
        case S_IFIFO: throw StoreError.irregular(action, path, "a pipe")
        default: throw StoreError.irregular(action, path, "a device or a socket")
        }
    }

    private static func bytes(of descriptor: Int32, _ size: Int, _ path: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let room = max(size - bytes.count, 65_536)
            let part = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                let read = Self.retryingInterrupts { Foundation.read(descriptor, buffer.baseAddress, room) }
                guard read >= 0 else { throw StoreError.system("read", path) }
                count = read
            }
            if part.isEmpty { return bytes }
            if bytes.isEmpty { bytes = part } else { bytes += part }
        }
    }

    package func create(_ path: String, _ bytes: [UInt8]) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw StoreError.system("create", path) }
        defer { close(descriptor) }
        try Self.write(bytes, to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw StoreError.system("flush", path) }
    }

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
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.system("open", path) }
        defer { close(descriptor) }
        // Some file systems cannot flush a folder, and need not.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw StoreError.system("flush", path) }
    }

    package func makeFolder(_ path: String) throws -> [String] {
        if mkdir(path, 0o755) == 0 { return [path] }
        let code = errno
        if code == EEXIST { return [] }
        guard code == ENOENT else { throw StoreError.system("create the folder", path, code) }
        let parent = (path as NSString).deletingLastPathComponent
        guard parent != path, !parent.isEmpty else { throw StoreError.system("create the folder", path, code) }
        let made = try makeFolder(parent)
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw StoreError.system("create the folder", path) }
        return made + [path]
    }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns the path to which symbolic links lead, even if no file exists there yet.
    ///
    /// - Throws: a `StoreError` if a link leads out of its folder. A link in a pull request could lead to someone else's
    ///   file.
    package static func followingLinks(_ path: String) throws -> String {
        var file = path
        // Linux follows at most 40 links.
        for _ in 0..<40 where isLink(file) {
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: file)
            file = target.hasPrefix("/") ? target : folder(of: file) + "/" + target
        }
        guard file == path || isInside(folder(of: file), of: folder(of: path), orEqual: true) == true else {
            throw StoreError.irregular("write", path, "a symbolic link that leads out of its folder")
        }
        return file
    }

    private static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// Returns whether a file is below a folder after resolving symbolic links; `nil` if either does not exist.
    package static func isInside(_ path: String, of folder: String, orEqual: Bool = false) -> Bool? {
        guard let file = resolved(path), let root = resolved(folder) else { return nil }
        return file.hasPrefix(root + "/") || orEqual && file == root
    }

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
