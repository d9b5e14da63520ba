import ContractOpenAPI
import Foundation

enum OpenAPIFile {
    static func document(at path: String, _ terminal: Terminal) throws -> OpenAPIDocument {
        let file = path == "-" ? "standard input" : SourceFile.displayPath(of: URL(fileURLWithPath: path))
        let bytes = try terminal.bytes(of: path, limit: OpenAPIDocument.largestFile)
        let document = try OpenAPIDocument(parsing: bytes, file: file)
        let shown = 10
        for fault in document.faults.prefix(shown) {
            terminal.err("\(fault.place): warning: \(fault.message); it is left out\n")
        }
        if document.faults.count > shown {
            terminal.err("contracts: \(document.faults.count - shown) more parts of \(file) are left out\n")
        }
        return document
    }
}
