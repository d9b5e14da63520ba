import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A recording with its text, so that findings can point into it.
package final class LoadedRecording: Sendable {
    package let recording: Recording
    package let source: SourceFile

    init(recording: Recording, source: SourceFile) {
        self.recording = recording
        self.source = source
    }

    /// The place of something within an entry, such as `/response/status`.
    package func place(entry: Int, _ pointer: JSONPointer = JSONPointer(tokens: [])) -> Place {
        if let name = recording.bodyFiles[entry], pointer.tokens.starts(with: ["response", "content", "text"]) {
            return Place(file: (source.path as NSString).deletingLastPathComponent + "/" + name)
        }
        return source.place(of: JSONPointer(tokens: ["log", "entries", "\(entry)"] + pointer.tokens))
    }
}

/// The recordings of a suite, each read once.
package final class RecordingLibrary: Sendable {
    package let folder: URL
    private let loaded = Locked<[String: Result<LoadedRecording, ContractFault>]>([:])

    /// The files that a killed commit has still to rename.
    private let pending: PendingCommit

    package init(folder: URL) {
        self.folder = folder
        pending = PendingCommit.settled(in: folder)
    }

    /// The recording in a file named relative to the folder, or what is wrong with it.
    package func recording(_ file: String) -> Result<LoadedRecording, ContractFault> {
        if let known = loaded.withLock({ $0[file] }) { return known }
        let result = read(file)
        loaded.withLock { $0[file] = result }
        return result
    }

    /// Reads several recordings at once, for those who then ask for each.
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

    /// The folders of services that hold recordings.
    package var services: [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter {
                !$0.hasPrefix(".") && !files(of: $0).isEmpty
            }
        } catch {
            return []  // A missing folder is reported for each service.
        }
    }

    /// The files below a service's folder, relative to the recordings folder.
    package func files(of service: String) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(service).path)
        } catch {
            return []  // A folder that is not there has no files; each missing recording is reported by name.
        }
        let files = names.filter { $0.hasSuffix(".har") && !$0.hasPrefix(".") }.map { "\(service)/\($0)" }
        return Set(files + pending.targets.filter { $0.hasPrefix(service + "/") }).sorted()
    }

    /// The files below a service's folder that hold bodies of recordings, by their names: `ENDPOINT.CASE.1.json`.
    func bodyFiles(of service: String) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(service).path)
        } catch {
            return []  // A folder that is not there has no files.
        }
        return names.filter { name in
            guard !name.hasPrefix("."), let suffix = Recording.bodySuffixes.first(where: name.hasSuffix) else {
                return false
            }
            return name.dropLast(suffix.count).split(separator: ".").last.map { Int($0) != nil } ?? false
        }.map { "\(service)/\($0)" }
    }

    /// Whether there is a file of this name relative to the folder, readable or not.
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
                parsing: bytes, file: path, companion: pending.companions(of: file, in: folder))
            return .success(LoadedRecording(recording: recording, source: SourceFile(path: path, bytes: bytes)))
        } catch let error as RecordingError {
            return .failure(ContractFault(error.message, at: error.place))
        } catch {
            return .failure(
                ContractFault("cannot read the recording: \(ContractLoader.reason(error))", at: Place(file: path)))
        }
    }
}
