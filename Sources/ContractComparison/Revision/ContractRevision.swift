import ContractFormat
import Foundation

/// The contracts and recordings of a project at one time: a folder of the working tree, or a revision that was extracted.
package struct ContractRevision: Sendable {
    /// What the revision is called in messages, such as `main`.
    package let name: String
    /// The folder with a folder for each service; it need not exist.
    package let contracts: URL
    /// The folder with the recordings of each service; `nil` compares none.
    package let recordings: URL?
    /// How paths of the revision are shown.
    package let label: PathLabel

    package init(name: String, contracts: URL, recordings: URL?, label: PathLabel = PathLabel()) {
        self.name = name
        self.contracts = contracts
        self.recordings = recordings
        self.label = label
    }

    /// The services that have a contract, in the order of names.
    var services: [String] {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: contracts.path) } catch {
            return []  // A revision from before the contracts has none.
        }
        return names.sorted().filter { FileManager.default.fileExists(atPath: file(of: $0).path) }
    }

    func file(of service: String) -> URL { contracts.appendingPathComponent("\(service)/\(Location.contract)") }

    func load(_ service: String) -> ServiceSide {
        ServiceSide(loaded: ContractLoader.load(file: file(of: service), service: service), in: self)
    }

    /// Everything that is wrong with the contracts.
    package var faults: [ContractFault] {
        services.flatMap { load($0).faults }
    }
}

/// Shows the files below a folder as though they stood elsewhere: those of an extracted revision as `main:Contracts/…`.
package struct PathLabel: Sendable {
    private let folder: String
    private let shown: String

    /// Shows paths as they are.
    package init() { (folder, shown) = ("", "") }

    /// Shows the folder as this text, which ends as a prefix of paths does.
    package init(folder: URL, shown: String) {
        self.folder = SourceFile.displayPath(of: folder) + "/"
        self.shown = shown
    }

    /// The path that is shown for a file.
    package func shown(_ path: String) -> String {
        !folder.isEmpty && path.hasPrefix(folder) ? shown + path.dropFirst(folder.count) : path
    }

    /// The file behind a path that was shown; `nil` where it is none of this folder.
    package func file(_ path: String) -> String? {
        !shown.isEmpty && path.hasPrefix(shown) ? folder + path.dropFirst(shown.count) : nil
    }

    func shown(_ place: Place) -> Place {
        Place(file: shown(place.file), line: place.line, column: place.column, pointer: place.pointer)
    }
}
