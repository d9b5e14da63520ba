import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

package struct LoadedRecording: Sendable {
    package let recording: Recording
    package let source: SourceFile

    /// Returns a location within an entry, such as `/response/status`.
    package func place(entry: Int, _ pointer: JSONPointer = .root) -> Place {
        if let name = recording.bodyFiles[entry], pointer.tokens.starts(with: ["response", "content", "text"]) {
            return Place(file: (source.path as NSString).deletingLastPathComponent + "/" + name)
        }
        return source.place(of: JSONPointer(tokens: ["log", "entries", "\(entry)"] + pointer.tokens))
    }
}

package final class RecordingLibrary: Sendable {
    package let folder: URL
    private let loaded = Locked<[String: Result<LoadedRecording, SourceFault>]>([:])

    /// The files that an interrupted commit has yet to rename.
    private let pending: CommitJournal

    package init(folder: URL) {
        self.folder = folder
        pending = CommitJournal.completing(in: folder)
    }

    /// Returns the recording in a file relative to the folder, or its fault.
    package func recording(_ file: String) -> Result<LoadedRecording, SourceFault> {
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
        names(in: folder).sorted().filter { !$0.hasPrefix(".") && !files(of: $0).isEmpty }
    }

    /// Returns a service's recordings as paths relative to the recordings folder.
    package func files(of service: String) -> [String] {
        let names = names(in: folder.appendingPathComponent(service)).filter {
            $0.hasSuffix(".har") && !$0.hasPrefix(".")
        }
        return Set(names.map { "\(service)/\($0)" } + pending.recordings.filter { $0.hasPrefix(service + "/") })
            .sorted()
    }

    /// Returns the files that hold bodies of a service's recordings, named like `ENDPOINT.CASE.1.json`.
    func bodyFiles(of service: String) -> [String] {
        names(in: folder.appendingPathComponent(service)).filter { name in
            guard !name.hasPrefix("."), let suffix = Recording.bodySuffixes.first(where: name.hasSuffix) else {
                return false
            }
            return name.dropLast(suffix.count).split(separator: ".").last.map { Int($0) != nil } ?? false
        }.map { "\(service)/\($0)" }
    }

    private func names(in folder: URL) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
            return []  // A missing folder is reported for each service, and each recording missing from it by name.
        }
    }

    /// Whether the file exists, readable or not. The name is relative to the folder.
    package func contains(_ file: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(file).path)
            || pending.recordings.contains(file)
    }

    private func read(_ file: String) -> Result<LoadedRecording, SourceFault> {
        let url = folder.appendingPathComponent(file)
        let path = SourceFile.displayPath(of: url)
        do {
            let bytes = try pending.read(file, in: folder)
            let recording = try Recording(
                parsing: bytes, file: path, readBodyFile: pending.bodyFileReader(of: file, in: folder))
            return .success(LoadedRecording(recording: recording, source: SourceFile(path: path, bytes: bytes)))
        } catch let error as RecordingError {
            return .failure(SourceFault(error.message, at: error.place))
        } catch {
            return .failure(
                SourceFault("cannot read the recording: \(ContractLoader.reason(error))", at: Place(file: path)))
        }
    }
}

/// Checks that every case and scenario has a readable recording, and that no file is left over.
package enum RecordingFaults {
    static func recordingsWithoutContract(in library: RecordingLibrary, services: [String]) -> [SourceFault] {
        library.services.filter { !services.contains($0) }.map { name in
            SourceFault(
                "there is no contract for the service '\(name)'; delete the folder, or add its contract"
                    + (Suggestion.nearest(to: name, among: services).map { " (did you mean '\($0)'?)" } ?? ""),
                at: Place(file: SourceFile.displayPath(of: library.folder.appendingPathComponent(name))))
        }
    }

    /// - Parameter needsAll: whether a missing recording is a fault.
    package static func faults(
        of contract: Contract, _ library: RecordingLibrary, needsAll: Bool = true
    ) -> [SourceFault] {
        let folder = SourceFile.displayPath(of: library.folder)
        let wanted = contract.recordings
        guard FileManager.default.fileExists(atPath: library.folder.path) else {
            // A contract that only has models needs no recordings.
            guard needsAll, wanted.contains(where: { !$0.isDeliberatelyMissing }) else { return [] }
            return [
                SourceFault(
                    "the recordings folder does not exist; pass --recordings DIR, or create it with 'contracts record'",
                    at: Place(file: folder))
            ]
        }
        let files = Set(library.files(of: contract.service))
        library.read(ahead: wanted.map(\.file).filter(files.contains))
        let faults = wanted.compactMap { recording -> SourceFault? in
            if files.contains(recording.file) {
                if case .failure(let fault) = library.recording(recording.file) { return fault }
                return nil
            }
            guard needsAll, !recording.isDeliberatelyMissing else { return nil }
            return SourceFault(
                "there is no recording '\(recording.file)' in \(folder); create it with 'contracts record'",
                at: contract.place(of: recording.pointer))
        }
        return faults
            + orphanedFiles(of: contract, in: library).map {
                SourceFault(
                    "no case or scenario replays this file; remove it with 'contracts recordings prune', or "
                        + "add a case for it",
                    at: Place(file: "\(folder)/\($0)"))
            }
    }

    /// Returns the recordings without a case or scenario and the body files without a recording, sorted.
    package static func orphanedFiles(of contract: Contract, in library: RecordingLibrary) -> [String] {
        let known = Set(contract.recordings.map(\.file))
        let files = library.files(of: contract.service)
        let left = files.filter { !known.contains($0) }
        let bodies = library.bodyFiles(of: contract.service)
        let named = Set(
            known.intersection(files).flatMap { file -> [String] in
                // The body files of an unreadable recording are unknown, so keep all that share its name.
                guard case .success(let loaded) = library.recording(file) else {
                    let stem = file.dropLast(".har".count) + "."
                    return bodies.filter { $0.hasPrefix(stem) }
                }
                return loaded.recording.bodyFiles.values.map { "\(contract.service)/\($0)" }
            })
        return (left + bodies.filter { !named.contains($0) }).sorted()
    }
}

extension LoadedService {
    package var madeUpRecordings: [String] {
        library.files(of: name).filter { file in
            guard case .success(let loaded) = library.recording(file) else { return false }
            return loaded.recording.isMadeUp
        }
    }
}

package struct RecordingAge: Sendable, Codable {
    let limit: Double
    /// The limit as entered, such as `90d`.
    package let text: String
    package let severity: Severity
    let now: Date

    package init(limit: Double, text: String, severity: Severity = .warning, now: Date = Date()) {
        self.limit = limit
        self.text = text
        self.severity = severity
        self.now = now
    }

    /// The earliest date of a recording that is not stale.
    package var oldest: Date { now.addingTimeInterval(-limit) }

    /// Reports a service's stale and made-up recordings in contract order, except unreadable ones.
    package func findings(in service: LoadedService) -> [Finding] {
        guard let contract = service.contract else { return [] }
        let check = Check(service: service.name, kind: .contract)
        return contract.recordings.compactMap { wanted in
            guard service.library.contains(wanted.file),
                case .success(let loaded) = service.library.recording(wanted.file),
                let (made, pointer) = loaded.recording.recordingTime
            else { return nil }
            func finding(_ rule: RecordedRule, at pointer: JSONPointer, _ message: String) -> Finding {
                Finding(
                    reported: rule.id, severity: severity, message: message, expected: "at most \(text)",
                    contract: contract.place(of: wanted.pointer), recording: loaded.source.place(of: pointer),
                    repeatCommand: "",
                    fingerprint: Fingerprint.of(rule: rule.id, check: check.id, pointer: wanted.pointer))
            }
            if loaded.recording.isMadeUp {
                return finding(
                    RecordedRule.madeUp, at: "/log/_provenance/provider",
                    "the recording was made up, not recorded from the service")
            }
            let age = now.timeIntervalSince1970 - made.secondsSince1970
            guard age > limit else { return nil }
            let days = Int(age / 86_400)
            let elapsed = days == 0 ? counted(Int(age / 3600), "hour") : counted(days, "day")
            return finding(
                RecordedRule.stale, at: pointer, "the recording was made on \(made.text.prefix(10)), \(elapsed) ago")
        }
    }
}
