import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

enum SchemaFile {
    static func notes(of contracts: [Contract], writing: Bool) throws -> [String] {
        var notes: [String] = []
        var written: Set<String> = []
        for contract in contracts {
            guard let (place, file) = try missing(of: contract), !written.contains(file.path) else { continue }
            let path = SourceFile.displayPath(of: file)
            guard writing else {
                notes.append(
                    "\(place): '$schema' points to a missing file: \(path) does not exist; 'contracts lint --write-schema' creates it"
                )
                continue
            }
            let contracts = contract.url.deletingLastPathComponent().deletingLastPathComponent()
            let folder = file.deletingLastPathComponent().path
            guard SystemFiles.isInside(folder, of: contracts.path, orEqual: true) ?? false else {
                notes.append("\(place): '$schema' is outside the contracts, so \(path) is not written")
                continue
            }
            do {
                try Data(ContractSchema.text.utf8).write(to: file, options: .atomic)
            } catch {
                throw CommandError("\(path): error: cannot write it: \(ContractLoader.reason(error))")
            }
            written.insert(file.path)
            notes.append("wrote \(path), with which editors complete contracts")
        }
        return notes
    }

    private static func missing(of contract: Contract) throws -> (place: Place, file: URL)? {
        let json: JSON
        do { json = try contract.source.json(.standard) } catch {
            return nil  // Loading has already reported invalid JSON.
        }
        guard let text = json[ContractKeys.Service.schema]?.stringValue, !text.contains(":"),
            text.hasSuffix("contract.schema.json")
        else { return nil }
        let file = URL(fileURLWithPath: text, relativeTo: contract.url.deletingLastPathComponent()).standardizedFileURL
        if FileManager.default.fileExists(atPath: file.path) { return nil }
        return (contract.place(of: "/$schema"), file)
    }
}
