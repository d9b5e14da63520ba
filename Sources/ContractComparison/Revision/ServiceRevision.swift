import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

final class ServiceRevision: Sendable {
    let name: String
    let contract: Contract?
    let faults: [SourceFault]
    let files: RevisionFiles
    private let documents = Locked<[String: Document?]>([:])

    private struct Document: Sendable {
        let schemas: SchemaDocument
        let source: SourceFile

        var json: JSON { schemas.root }

        init(_ json: JSON, _ source: SourceFile) {
            schemas = SchemaDocument(root: json)
            self.source = source
        }
    }

    init(reading name: String, in files: RevisionFiles) {
        let loaded = ContractLoader.load(file: files.file(of: name), service: name)
        self.name = name
        contract = loaded.contract
        faults = loaded.faults.map(files.label.shown)
        self.files = files
    }

    /// Creates a revision without a file. The contract is not checked, and its values have no lines.
    init(name: String, json: JSON, in files: RevisionFiles) {
        self.name = name
        contract = nil
        faults = []
        self.files = files
        let file = files.file(of: name)
        let document = Document(json, SourceFile(url: file, bytes: []))
        documents.withLock { $0[Location.contract] = document }
    }

    var root: LocatedValue {
        let json = document(Location.contract)?.json ?? .object([:])
        return LocatedValue(location: Location(document: Location.contract, pointer: .root), value: json)
    }

    var models: LocatedValue? { root[ContractKeys.Service.models] }

    func place(of location: Location) -> Place {
        let recording = location.recording.flatMap { files.recordings?.appendingPathComponent($0) }
        if recording == nil, let source = document(location.document)?.source {
            return files.label.shown(source.place(of: location.pointer))
        }
        let file = recording ?? folder.appendingPathComponent(location.document)
        return Place(file: files.label.shown(SourceFile.displayPath(of: file)))
    }

    func view(at location: Location) -> SchemaView? { document(location.document)?.schemas.view(at: location.pointer) }

    func json(of document: String) -> JSON? { self.document(document)?.json }

    enum Target {
        case found(LocatedValue)
        /// A target that only the schema compiler can resolve, such as an `$id`, or a missing document.
        case opaque(document: String?)
    }

    func target(of reference: String, at location: Location) -> Target {
        let reference = SchemaReference(reference)
        guard reference.place != .malformed,
            let name = Self.resolved(reference.document, beside: location.document), let document = document(name)
        else { return .opaque(document: nil) }
        guard let pointer = document.schemas.pointer(of: reference.place), let value = document.json[pointer: pointer]
        else { return .opaque(document: name) }
        return .found(LocatedValue(location: Location(document: name, pointer: pointer), value: value))
    }

    /// Returns the path relative to the service's folder, or `nil` for a URL or a path outside the folder.
    private static func resolved(_ reference: String, beside document: String) -> String? {
        if reference.isEmpty { return document }
        let folder = "/service/"
        let url = URL(string: reference, relativeTo: URL(fileURLWithPath: folder + document))?.absoluteURL
            .standardizedFileURL
        guard let url, url.isFileURL, url.path.hasPrefix(folder) else { return nil }
        return String(url.path.dropFirst(folder.count))
    }

    private var folder: URL { files.file(of: name).deletingLastPathComponent() }

    private func document(_ path: String) -> Document? {
        if let known = documents.withLock({ $0[path] }) { return known }
        let document = read(path)
        documents.withLock { $0[path] = .some(document) }
        return document
    }

    private func read(_ path: String) -> Document? {
        let file = folder.appendingPathComponent(path)
        guard ContractLoader.path(of: file, in: folder) != nil else { return nil }
        do {
            let source = SourceFile(url: file, bytes: try SystemFiles().read(file.path))
            return Document(try source.json(), source)
        } catch {
            return nil  // Loading the contract has already reported this fault with its place.
        }
    }
}
