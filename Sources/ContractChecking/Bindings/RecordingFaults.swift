import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Every case and scenario has its recording, each can be read, and none is left over.
package enum RecordingFaults {
    /// Folders of recordings whose service has no contract.
    static func strays(in library: RecordingLibrary, services: [String]) -> [ContractFault] {
        library.services.filter { !services.contains($0) }.map { name in
            ContractFault(
                "no contract has the service '\(name)'; delete the folder, or add its contract"
                    + (Suggestion.nearest(to: name, among: services).map { " (did you mean '\($0)'?)" } ?? ""),
                at: Place(file: SourceFile.displayPath(of: library.folder.appendingPathComponent(name))))
        }
    }

    /// - Parameter needsAll: whether a recording that is not there is a fault.
    package static func faults(
        of contract: Contract, _ library: RecordingLibrary, needsAll: Bool = true
    ) -> [ContractFault] {
        let folder = SourceFile.displayPath(of: library.folder)
        let wanted = contract.recordings
        guard FileManager.default.fileExists(atPath: library.folder.path) else {
            // A contract of models alone records nothing.
            guard needsAll, wanted.contains(where: { !$0.isLeftOut }) else { return [] }
            return [
                ContractFault(
                    "the recordings folder does not exist; name it with --recordings DIR, or make it with 'contracts record'",
                    at: Place(file: folder))
            ]
        }
        let files = Set(library.files(of: contract.service))
        var faults: [ContractFault] = []
        library.read(ahead: wanted.map(\.file).filter(files.contains))
        for recording in wanted {
            guard files.contains(recording.file) else {
                guard needsAll, !recording.isLeftOut else { continue }
                faults.append(
                    ContractFault(
                        "there is no recording '\(recording.file)' in \(folder); make it with 'contracts record'",
                        at: contract.place(of: recording.pointer)))
                continue
            }
            if case .failure(let fault) = library.recording(recording.file) { faults.append(fault) }
        }
        faults += left(of: contract, library).map {
            ContractFault(
                "nothing in the contract replays this file; remove it with 'contracts recordings prune', or "
                    + "add what it is for",
                at: Place(file: "\(folder)/\($0)"))
        }
        return faults
    }

    /// The recordings of cases and scenarios that the contract has no more, and files of bodies that no recording names,
    /// relative to the folder, sorted.
    package static func left(of contract: Contract, _ library: RecordingLibrary) -> [String] {
        let known = Set(contract.recordings.map(\.file))
        let files = library.files(of: contract.service)
        let left = files.filter { !known.contains($0) }
        let bodies = library.bodyFiles(of: contract.service)
        let named = Set(
            known.intersection(files).flatMap { file -> [String] in
                // Nothing is known of what a recording that cannot be read refers to.
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
    /// The files of recordings that no server gave the responses of.
    package var madeUpRecordings: [String] {
        library.files(of: name).filter { file in
            guard case .success(let loaded) = library.recording(file) else { return false }
            return loaded.recording.isMadeUp
        }
    }
}
