import ContractCommand
import Foundation
import Testing

/// The command line of somebody without bindings, in a folder of its own.
final class CommandLineRun {
    private struct Unbound: ContractCommand {
        static let suite = ContractSuite(
            contracts: URL(fileURLWithPath: "/nowhere"), recordings: URL(fileURLWithPath: "/nowhere")
        ) {}
    }

    let folder: URL

    init(copying contracts: URL? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("authoring-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if let contracts, FileManager.default.fileExists(atPath: contracts.path) {
            try FileManager.default.copyItem(at: contracts, to: folder.appendingPathComponent("Contracts"))
        }
    }

    func remove() {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") }
    }

    /// Runs a command; what it prints has paths relative to the folder.
    func run(_ words: [String], input: String = "") async -> (code: Int32, out: String, err: String) {
        let out = Collected()
        let err = Collected()
        let terminal = Terminal(
            out: { out.add($0) }, err: { err.add($0) }, readInput: { Data(input.utf8) }, environment: [:],
            isOutTerminal: false, isErrTerminal: false, width: nil, isProcess: false)
        let folders = [
            "--contracts", folder.appendingPathComponent("Contracts").path, "--recordings",
            folder.appendingPathComponent("Recordings").path,
        ]
        let code = await Unbound.run([words[0]] + folders + words.dropFirst(), terminal: terminal)
        return (code.rawValue, relative(out.text), relative(err.text))
    }

    private func relative(_ text: String) -> String {
        text.split(separator: folder.path + "/", omittingEmptySubsequences: false).joined()
    }

    /// The text of a file; `nil` where there is none.
    func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: folder.appendingPathComponent(path).path).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Every file below the folder.
    var files: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
                var isFolder: ObjCBool = false
                let place = folder.appendingPathComponent(path).path
                return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) && !isFolder.boolValue
            }.sorted()
        }
    }
}

/// Text that is written piece by piece, from any task.
private final class Collected: @unchecked Sendable {
    // Safe to share: `pieces` is touched only while `lock` is held.
    private let lock = NSLock()
    private var pieces = ""

    func add(_ text: String) { lock.withLock { pieces += text } }

    var text: String { lock.withLock { pieces } }
}
