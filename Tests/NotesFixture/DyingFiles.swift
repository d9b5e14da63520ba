import Foundation
import HTTPRecording

/// The files of the system, until the process is killed by a real kill -9 at one of the operations; what is being
/// created then is half written.
package final class DyingFiles: FileSystem, @unchecked Sendable {
    // Safe to share: `operations` is touched under `lock` only.
    private let lock = NSLock()
    private let files = SystemFiles()
    private let fatal: Int
    private var operations = 0

    /// - Parameter fatal: the operation that is not survived, counted from 0; by default all are.
    package init(dyingAt fatal: Int = .max) { self.fatal = fatal }

    /// How many operations there were.
    package var count: Int { lock.withLock { operations } }

    private func survives() -> Bool {
        lock.withLock {
            operations += 1
            return operations <= fatal
        }
    }

    private func die() { kill(getpid(), SIGKILL) }

    package func read(_ path: String) throws -> [UInt8] {
        if !survives() { die() }
        return try files.read(path)
    }

    package func create(_ path: String, _ bytes: [UInt8]) throws {
        if !survives() {
            try files.create(path, Array(bytes.prefix(bytes.count / 2)))
            die()
        }
        try files.create(path, bytes)
    }

    package func rename(_ from: String, to path: String) throws {
        if !survives() { die() }
        try files.rename(from, to: path)
    }

    package func remove(_ path: String) throws {
        if !survives() { die() }
        try files.remove(path)
    }

    package func makeFolder(_ path: String) throws -> [String] {
        if !survives() { die() }
        return try files.makeFolder(path)
    }

    package func syncFolder(_ path: String) throws {
        if !survives() { die() }
        try files.syncFolder(path)
    }
}
