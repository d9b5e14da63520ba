import ContractFormat
import Foundation
import JSONSchema

/// The contracts and recordings of a working tree or an extracted revision, loaded once on first access.
package struct ContractRevision: Sendable {
    package let name: String
    package var label: PathLabel { files.label }

    let files: RevisionFiles
    private let loaded: Lazy<[ServiceRevision]>

    /// - Parameter recordings: the folder with each service's recordings, or `nil` to ignore recordings.
    package init(name: String, contracts: URL, recordings: URL?, label: PathLabel = PathLabel()) {
        self.name = name
        let files = RevisionFiles(contracts: contracts, recordings: recordings, label: label)
        self.files = files
        loaded = Lazy { files.services.map { ServiceRevision(reading: $0, in: files) } }
    }

    var services: [ServiceRevision] { loaded.value }

    package var accepted: AcceptedFindings {
        AcceptedFindings(folder: files.contracts, shown: files.label.shown)
    }

    package var contractsFolder: URL { files.contracts }

    package var faults: [SourceFault] { services.flatMap(\.faults) }
}

struct RevisionFiles: Sendable {
    let contracts: URL
    let recordings: URL?
    let label: PathLabel

    var services: [String] {
        do { return try ContractFile.services(in: contracts) } catch {
            return []  // The revision predates the contracts.
        }
    }

    func file(of service: String) -> URL { contracts.appendingPathComponent("\(service)/\(Location.contract)") }
}

/// Replaces a folder in displayed paths, such as an extracted revision's with `main:Contracts/…`.
package struct PathLabel: Sendable {
    private let folder: String
    private let shown: String

    package init() { (folder, shown) = ("", "") }

    /// - Parameter shown: the replacement for the folder, including its trailing separator.
    package init(folder: URL, shown: String) {
        self.folder = SourceFile.displayPath(of: folder) + "/"
        self.shown = shown
    }

    package func shown(_ path: String) -> String {
        !folder.isEmpty && path.hasPrefix(folder) ? shown + path.dropFirst(folder.count) : path
    }

    package func file(_ path: String) -> String? {
        !shown.isEmpty && path.hasPrefix(shown) ? folder + path.dropFirst(shown.count) : nil
    }

    func shown(_ fault: SourceFault) -> SourceFault {
        let message =
            folder.isEmpty
            ? fault.message : fault.message.replacing("file://" + folder, with: shown).replacing(folder, with: shown)
        return SourceFault(message, at: shown(fault.place))
    }

    func shown(_ place: Place) -> Place {
        Place(file: shown(place.file), line: place.line, column: place.column, pointer: place.pointer)
    }
}
