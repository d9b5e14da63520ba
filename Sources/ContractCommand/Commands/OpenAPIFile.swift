import ContractFormat
import ContractOpenAPI
import Foundation
import HTTPRecording
import JSONSchema

enum OpenAPIFile {
    static func document(at path: String, _ terminal: Terminal) throws(CommandError) -> OpenAPIDocument {
        let file = path == "-" ? "standard input" : SourceFile.displayPath(of: URL(fileURLWithPath: path))
        let document: OpenAPIDocument
        do throws(OpenAPIFault) {
            document = try OpenAPIDocument(parsing: try bytes(of: path, file, terminal), file: file)
        } catch {
            throw CommandError("\(error.place): error: \(error.message)")
        }
        let shown = 10
        for fault in document.faults.prefix(shown) {
            terminal.err("\(fault.place): warning: \(fault.message); it is left out\n")
        }
        if document.faults.count > shown {
            terminal.err("contracts: \(document.faults.count - shown) more parts of \(file) are left out\n")
        }
        return document
    }

    private static func bytes(of path: String, _ file: String, _ terminal: Terminal) throws(OpenAPIFault) -> [UInt8] {
        do {
            let size = path == "-" ? 0 : try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            guard size <= OpenAPIDocument.largestFile else {
                throw OpenAPIFault(
                    .unsupported, "the file has \(size) bytes, but at most \(OpenAPIDocument.largestFile) are read",
                    at: Place(file: file))
            }
            return try terminal.operand(path)
        } catch let fault as OpenAPIFault {
            throw fault
        } catch {
            throw OpenAPIFault(.invalid, "cannot read it: \(ContractLoader.reason(error))", at: Place(file: file))
        }
    }
}
