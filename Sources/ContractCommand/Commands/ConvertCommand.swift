import JSONSchema
import YAMLValues

enum ConvertCommand: PlainCommand {
    static let spec = CommandSpec(
        "convert", "print the documents of a YAML file as JSON", operands: "FILE", options: [])

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) async throws -> ExitCode {
        let path = try arguments.operand("'contracts convert' takes one file ('-' is standard input)")
        let bytes = try terminal.bytes(of: path)
        let documents: [JSON]
        do throws(JSONSyntaxError) { documents = try JSON.documents(yaml: bytes) } catch {
            throw CommandError(
                "\(Terminal.name(of: path)):\(error.line):\(error.column): error: not YAML: \(error.message)")
        }
        guard !documents.isEmpty else { throw CommandError("\(path): error: it contains no document to convert") }
        for document in documents { terminal.out(.json(document.text(.pretty) + "\n")) }
        return .success
    }
}
