import ContractFormat
import Foundation
import JSONSchema

/// The first contract of a service. It contains one example model, to be replaced by hand.
package enum NewService {
    package static func draft(service: String, origin: String) -> ContractDraft {
        ContractDraft(
            service: service, summary: "The API of \(service): describe it in a sentence",
            origin: origin, strictness: nil,
            models: [
                ModelDraft(
                    name: "Item", summary: "An example: replace it with a model of your own",
                    schema: [
                        "type": "object", "required": ["id", "name"],
                        "properties": [
                            "id": ["type": "string", "minLength": 1], "name": ["type": "string"],
                            "note": ["type": ["string", "null"]],
                        ],
                    ],
                    examples: [
                        ["id": "1", "name": "first", "note": "may be null or missing"], ["id": "2", "name": "second"],
                    ])
            ])
    }

    /// Creates the folder for a service's recordings, with a file so that version control keeps it.
    ///
    /// - Throws: `AuthoringError` if the folder cannot be created, or contains recordings although it must be empty.
    package static func makeFolder(_ folder: URL, mustBeEmpty: Bool) throws(AuthoringError) {
        let path = SourceFile.displayPath(of: folder)
        var names: [String] = []
        do {
            if FileManager.default.fileExists(atPath: folder.path) {
                names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            } else {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data().write(to: folder.appendingPathComponent(".gitkeep"))
            }
        } catch {
            throw AuthoringError("cannot create the folder \(path): \(ContractLoader.reason(error))")
        }
        guard !mustBeEmpty || names.allSatisfy({ $0.hasPrefix(".") }) else {
            throw AuthoringError("\(path) already contains recordings; nothing was written")
        }
    }
}
