import JSONSchema

enum ConvertCommand {
    static let spec = CommandSpec(
        "convert", "print the documents of a YAML file as JSON", operands: "FILE", options: [],
        description: """
            Reads YAML 1.2 as OpenAPI documents and samples in YAML are read, and prints each document as a JSON text, one \
            after another. '-' is standard input. Plain scalars are what the core schema says: 'yes' is a text, 0x1F is 31. \
            A tag that JSON knows nothing of is left out; a collection as a key, an infinity or a key that occurs twice \
            is an error. Nothing is printed unless every document can be read.
            """,
        exitStatus: [
            ExitStatus(code: .success, meaning: "every document is printed"),
            ExitStatus(code: .usage, meaning: "wrong usage, or no YAML that JSON can say"),
        ],
        examples: ["contracts convert openapi.yaml > openapi.json", "contracts convert - < values.yaml"])

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            throw CommandError("'contracts convert' takes one file ('-' is standard input)")
        }
        let bytes = try terminal.bytes(of: path)
        let documents: [JSON]
        do throws(JSONSyntaxError) { documents = try JSON.documents(yaml: bytes) } catch {
            let name = path == "-" ? "standard input" : path
            throw CommandError("\(name):\(error.line):\(error.column): error: not YAML: \(error.message)")
        }
        guard !documents.isEmpty else { throw CommandError("\(path): error: it holds no document to convert") }
        for document in documents { terminal.out(.json(document.text(.pretty) + "\n")) }
        return .success
    }
}
