import Foundation
import HTTPRecording
import JSONSchema

package struct LoadedContract: Sendable {
    package let service: String
    package let contract: Contract?
    package let faults: [SourceFault]
}

package enum ContractLoader {
    /// - Throws: a `SourceFault` if the folder cannot be read or contains no contract.
    package static func load(folder: URL) throws(SourceFault) -> [LoadedContract] {
        let services: [String]
        do { services = try ContractFile.services(in: folder) } catch {
            throw SourceFault(
                "cannot read the contracts folder: \(reason(error)); pass --contracts DIR, or start with "
                    + "'contracts init SERVICE'",
                at: Place(file: SourceFile.displayPath(of: folder)))
        }
        guard !services.isEmpty else {
            throw SourceFault(
                "no contract here: expected SERVICE/contract.json; 'contracts init SERVICE' creates one",
                at: Place(file: SourceFile.displayPath(of: folder)))
        }
        let loaded = Locked<[Int: LoadedContract]>([:])
        DispatchQueue.concurrentPerform(iterations: services.count) { index in
            let name = services[index]
            let contract = load(file: folder.appendingPathComponent("\(name)/\(ContractFile.name)"), service: name)
            loaded.withLock { $0[index] = contract }
        }
        return loaded.withLock { loaded in services.indices.compactMap { loaded[$0] } }
    }

    /// Loads a contract file, whose service must be `service`. Misnamed contract files beside it are faults.
    package static func load(file: URL, service: String) -> LoadedContract {
        let folder = file.deletingLastPathComponent()
        let misnamed = ContractFile.faults(in: folder)
        do {
            // A link of a pull request may lead to someone else's folder.
            if SystemFiles.isInside(file.path, of: folder.deletingLastPathComponent().path) == false {
                throw StoreError.irregular("read", file.path, "reached by a link")
            }
            let loaded = load(bytes: try SystemFiles().read(file.path), file: file, service: service)
            return LoadedContract(service: service, contract: loaded.contract, faults: loaded.faults + misnamed)
        } catch let error as StoreError where error.kind == .missing && !misnamed.isEmpty {
            return LoadedContract(service: service, contract: nil, faults: misnamed)
        } catch {
            let fault = SourceFault(
                "cannot read the contract: \(reason(error))", at: Place(file: SourceFile.displayPath(of: file)))
            return LoadedContract(service: service, contract: nil, faults: [fault])
        }
    }

    /// Parses a contract as if it were in `file`, which need not exist.
    package static func load(bytes: [UInt8], file: URL, service: String) -> LoadedContract {
        let source = SourceFile(url: file, bytes: bytes)
        let json: JSON
        do { json = try JSON(parsing: bytes, options: .strict) } catch {
            return LoadedContract(
                service: service, contract: nil,
                faults: [SourceFault("not JSON: \(error.message)", at: source.place(of: error))])
        }
        let folder = SchemaFolder(url: file.deletingLastPathComponent())
        let document = SchemaDocument(root: json, uri: file) { try folder.document($0) }
        let context = ContractReading(
            url: file, source: source, document: document, compiler: document.compiler(unknownKeywords: .reject))
        let contract = Contract(reading: ContractCursor(json, context))
        var faults = context.faults
        if let contract {
            if contract.service != service {
                faults.append(
                    SourceFault(
                        "the service is '\(contract.service)', but its folder is '\(service)'",
                        at: source.place(of: "/service")))
            }
            faults += ContractLint.faults(of: contract)
        }
        return LoadedContract(service: service, contract: contract, faults: faults.distinct)
    }

    /// Returns the path of a file without links, or `nil` if it is outside the folder. An untrusted contract must not
    /// read other files.
    package static func path(of file: URL, in folder: URL) -> String? {
        let path = file.resolvingSymlinksInPath().standardizedFileURL.path
        let root = folder.resolvingSymlinksInPath().standardizedFileURL.path
        return file.isFileURL && path.hasPrefix(root + "/") ? path : nil
    }

    /// Returns the reason for a failed file access, without the path that Foundation includes.
    package static func reason(_ error: any Error) -> String {
        if let error = error as? StoreError {
            return switch error.kind {
            case .missing: "it does not exist"
            case .system(EACCES), .system(EPERM): "permission denied"
            case .system(EISDIR): "it is not a readable file (a folder?)"
            case .system(let code): String(cString: strerror(code))
            case .irregular: "it is a pipe, a device or a link, not a regular file"
            case .escapes, .locked, .leak, .journal: error.message
            }
        }
        return switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: "it does not exist"
        case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
        case .fileReadUnknown: "it is not a readable file (a folder?)"
        default: error.localizedDescription
        }
    }
}

private struct SchemaFolder: Sendable {
    let url: URL

    struct DocumentError: Error, CustomStringConvertible {
        let description: String
    }

    func document(_ document: URL) throws -> JSON {
        guard let path = ContractLoader.path(of: document, in: url) else {
            throw DocumentError(description: "'\(document)' is outside the contract's folder")
        }
        let bytes: [UInt8]
        do { bytes = try SystemFiles().read(path) } catch {
            throw DocumentError(description: ContractLoader.reason(error))
        }
        do throws(JSONSyntaxError) { return try JSON(parsing: bytes, options: .strict) } catch {
            guard ContractFile.isYAML(path) else { throw error }
            throw DocumentError(description: "it is not JSON; 'contracts convert' makes JSON of YAML")
        }
    }
}
