import Foundation
import HTTPRecording
import JSONSchema

/// A locked file of health state, which is replaced atomically.
package final class StateFile: Sendable {
    package let path: String
    private let lock: StoreLock
    private let files: any FileSystem

    package convenience init(path: String) throws { try self.init(path: path, files: SystemFiles()) }

    init(path: String, files: any FileSystem) throws {
        // Resolve the link so that saving does not replace it.
        let url = URL(fileURLWithPath: try SystemFiles.followingLinks(URL(fileURLWithPath: path).path))
        self.path = url.path
        self.files = files
        _ = try files.makeFolder(url.deletingLastPathComponent().path)
        lock = try StoreLock(path: url.path + ".lock", activity: "running health checks with the state \(path)")
        try files.remove(temporary)
    }

    /// - Returns: the state, and a notice if a damaged file was moved aside.
    package func load() throws -> (state: HealthState, notice: String?) {
        let bytes: [UInt8]
        do { bytes = try files.read(path) } catch let error as StoreError where error.kind == .missing {
            return (HealthState(), nil)
        }
        let source = SourceFile(url: URL(fileURLWithPath: path), bytes: bytes)
        do {
            return (try HealthState(json: try JSON(parsing: bytes), path: path, source: source), nil)
        } catch let fault as StateFault {
            if case .newer = fault { throw fault }
            return try startAnew(because: fault.description)
        } catch let error as JSONSyntaxError {
            return try startAnew(because: "\(source.place(of: error)): \(error.message)")
        }
    }

    package func save(_ state: HealthState) throws {
        try files.remove(temporary)
        var written = AtomicFiles(files)
        try written.stage(state.json.bytes(.compact), at: path, through: temporary)
        try written.commit()
    }

    private var temporary: String { path + ".tmp" }

    private func startAnew(because reason: String) throws -> (HealthState, String?) {
        var aside = path + ".damaged"
        var number = 1
        while FileManager.default.fileExists(atPath: aside) {
            number += 1
            aside = "\(path).damaged-\(number)"
        }
        try files.rename(path, to: aside)
        return (
            HealthState(),
            "the state file \(path) is damaged (\(reason)); it is kept as \(aside), and a new state was started"
        )
    }
}
