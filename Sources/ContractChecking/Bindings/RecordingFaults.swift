import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Checks that every case and scenario has a readable recording, and that no file is left over.
package enum RecordingFaults {
    static func recordingsWithoutContract(in library: RecordingLibrary, services: [String]) -> [ContractFault] {
        library.services.filter { !services.contains($0) }.map { name in
            ContractFault(
                "there is no contract for the service '\(name)'; delete the folder, or add its contract"
                    + (Suggestion.nearest(to: name, among: services).map { " (did you mean '\($0)'?)" } ?? ""),
                at: Place(file: SourceFile.displayPath(of: library.folder.appendingPathComponent(name))))
        }
    }

    /// - Parameter needsAll: whether a missing recording is a fault.
    package static func faults(
        of contract: Contract, _ library: RecordingLibrary, needsAll: Bool = true
    ) -> [ContractFault] {
        let folder = SourceFile.displayPath(of: library.folder)
        let wanted = contract.recordings
        guard FileManager.default.fileExists(atPath: library.folder.path) else {
            // A contract that only has models needs no recordings.
            guard needsAll, wanted.contains(where: { !$0.isDeliberatelyMissing }) else { return [] }
            return [
                ContractFault(
                    "the recordings folder does not exist; pass --recordings DIR, or create it with 'contracts record'",
                    at: Place(file: folder))
            ]
        }
        let files = Set(library.files(of: contract.service))
        var faults: [ContractFault] = []
        library.read(ahead: wanted.map(\.file).filter(files.contains))
        for recording in wanted {
            guard files.contains(recording.file) else {
                guard needsAll, !recording.isDeliberatelyMissing else { continue }
                faults.append(
                    ContractFault(
                        "there is no recording '\(recording.file)' in \(folder); create it with 'contracts record'",
                        at: contract.place(of: recording.pointer)))
                continue
            }
            if case .failure(let fault) = library.recording(recording.file) { faults.append(fault) }
        }
        faults += orphanedFiles(of: contract, in: library).map {
            ContractFault(
                "no case or scenario replays this file; remove it with 'contracts recordings prune', or "
                    + "add a case for it",
                at: Place(file: "\(folder)/\($0)"))
        }
        return faults
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
