import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

package final class LoadedRecording: Sendable {
    package let recording: Recording
    package let source: SourceFile

    init(recording: Recording, source: SourceFile) {
        self.recording = recording
        self.source = source
    }

    /// Returns a location within an entry, such as `/response/status`.
    package func place(entry: Int, _ pointer: JSONPointer = JSONPointer(tokens: [])) -> Place {
        if let name = recording.bodyFiles[entry], pointer.tokens.starts(with: ["response", "content", "text"]) {
            return Place(file: (source.path as NSString).deletingLastPathComponent + "/" + name)
        }
        return source.place(of: JSONPointer(tokens: ["log", "entries", "\(entry)"] + pointer.tokens))
    }
}

package final class RecordingLibrary: Sendable {
    package let folder: URL
    private let loaded = Locked<[String: Result<LoadedRecording, ContractFault>]>([:])

    /// The files that an interrupted commit has yet to rename.
    private let pending: PendingCommit

    package init(folder: URL) {
        self.folder = folder
        pending = PendingCommit.completing(in: folder)
    }

    /// Returns the recording in a file relative to the folder, or its fault.
    package func recording(_ file: String) -> Result<LoadedRecording, ContractFault> {
        if let known = loaded.withLock({ $0[file] }) { return known }
        let result = read(file)
        loaded.withLock { $0[file] = result }
        return result
    }

    /// Parses several recordings in parallel, so that later requests find them in the cache.
    func read(ahead files: [String]) {
        let missing = loaded.withLock { loaded in Set(files).filter { loaded[$0] == nil } }.sorted()
        if missing.isEmpty { return }
        let width = ProcessInfo.processInfo.activeProcessorCount
        DispatchQueue.concurrentPerform(iterations: width) { part in
            let mine = stride(from: part, to: missing.count, by: width).map { missing[$0] }
            let read = mine.map { ($0, self.read($0)) }
            loaded.withLock { $0.merge(read) { known, _ in known } }
        }
    }

    package var services: [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter {
                !$0.hasPrefix(".") && !files(of: $0).isEmpty
            }
        } catch {
            return []  // A missing folder is reported for each service.
        }
    }

    /// Returns a service's recordings as paths relative to the recordings folder.
    package func files(of service: String) -> [String] {
        let names = fileNames(in: service).filter { $0.hasSuffix(".har") && !$0.hasPrefix(".") }
        return Set(names.map { "\(service)/\($0)" } + pending.targets.filter { $0.hasPrefix(service + "/") }).sorted()
    }

    /// Returns the files that hold bodies of a service's recordings, named like `ENDPOINT.CASE.1.json`.
    func bodyFiles(of service: String) -> [String] {
        fileNames(in: service).filter { name in
            guard !name.hasPrefix("."), let suffix = Recording.bodySuffixes.first(where: name.hasSuffix) else {
                return false
            }
            return name.dropLast(suffix.count).split(separator: ".").last.map { Int($0) != nil } ?? false
        }.map { "\(service)/\($0)" }
    }

    private func fileNames(in service: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(service).path)
        } catch {
            return []  // Each recording missing from a missing folder is reported by name.
        }
    }

    /// Whether the file exists, readable or not. The name is relative to the folder.
    package func contains(_ file: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(file).path)
            || pending.targets.contains(file)
    }

    private func read(_ file: String) -> Result<LoadedRecording, ContractFault> {
        let url = folder.appendingPathComponent(file)
        let path = SourceFile.displayPath(of: url)
        do {
            let bytes = try pending.read(file, in: folder)
            let recording = try Recording(
                parsing: bytes, file: path, readBodyFile: pending.bodyFileReader(of: file, in: folder))
            return .success(LoadedRecording(recording: recording, source: SourceFile(path: path, bytes: bytes)))
        } catch let error as RecordingError {
            return .failure(ContractFault(error.message, at: error.place))
        } catch {
            return .failure(
                ContractFault("cannot read the recording: \(ContractLoader.reason(error))", at: Place(file: path)))
        }
    }
}
