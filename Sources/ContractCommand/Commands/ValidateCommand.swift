import ContractReporting
import Foundation
import HTTPRecording
import JSONSchema

enum ValidateCommand: PlainCommand {
    enum Format: String, CaseIterable { case console, json }

    static let spec = CommandSpec(
        "validate", "validate JSON or YAML documents against a JSON Schema (2020-12)", operands: "SCHEMA INSTANCE…",
        options: [
            OptionSpec(
                "format", "FORMAT", "console (default) or json (the standard's basic output)",
                choices: Format.allCases.map(\.rawValue)),
            OptionSpec("assert-formats", "treat 'format' as an assertion"),
            OptionSpec("schemas", "FOLDER", repeats: true, "a folder of files to which the schema may also refer"),
            OptionSpec("lines", "each instance contains one document per line (the default for .jsonl and .ndjson)"),
        ])

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) async throws -> ExitCode {
        guard let path = arguments.operands.first, arguments.operands.count > 1 else {
            throw CommandError("'contracts validate' takes a schema and at least one instance ('-' is standard input)")
        }
        let format = try arguments.choice("format") ?? Format.console
        let schema = try schema(at: path, arguments, terminal)
        var code = ExitCode.success
        for instance in arguments.operands.dropFirst() {
            let bytes = try terminal.bytes(of: instance)
            let name = Terminal.name(of: instance)
            let isLines = arguments.has("lines") || instance.hasSuffix(".jsonl") || instance.hasSuffix(".ndjson")
            let documents = isLines ? ReportFile.lines(of: bytes) : [ReportFile.Line(number: 1, bytes: bytes)]
            if documents.isEmpty {
                terminal.err(
                    "\(instance): error: it has no document, so nothing was validated; expected one per line\n")
                code = .usage
            }
            for document in documents {
                let source =
                    isLines
                    ? SourceFile(path: name, bytes: document.bytes) : SourceFile(detecting: document.bytes, instance)
                let outcome = validate(source, from: document.number, schema, format, terminal)
                code = code == .usage || outcome == .success ? code : outcome
            }
        }
        return code
    }

    private static func validate(
        _ source: SourceFile, from firstLine: Int, _ schema: Schema, _ format: Format, _ terminal: Terminal
    ) -> ExitCode {
        let json: JSON
        do { json = try source.json() } catch {
            let line = firstLine + error.line - 1
            terminal.err("\(source.path):\(line):\(error.column): error: \(source.message(of: error))\n")
            return .usage
        }
        switch format {
        case .json:
            let output = schema.basicOutput(of: json)
            terminal.out(.json(output.text(.compact) + "\n"))
            return output["valid"] == .bool(true) ? .success : .findings
        case .console:
            if schema.accepts(json) {
                terminal.out("\(source.path): valid\n")
                return .success
            }
            for violation in schema.violations(of: json) {
                let place = source.place(of: violation.instancePointer)
                let line = firstLine + place.line - 1
                terminal.out(
                    "\(source.path):\(line):\(place.column): error: \(violation.message) [at '\(violation.instancePointer)', by '\(violation.schemaPointer)']\n"
                )
            }
            return .findings
        }
    }

    private static func schema(at path: String, _ arguments: ParsedArguments, _ terminal: Terminal) throws -> Schema {
        let source = SourceFile(detecting: try terminal.bytes(of: path), path)
        let json = try source.parsed()
        let url = URL(fileURLWithPath: path == "-" ? "standard-input.json" : path).standardizedFileURL
        let folders =
            [url.deletingLastPathComponent()]
            + arguments.all("schemas").map { URL(fileURLWithPath: $0, isDirectory: true) }
        do throws(SchemaError) {
            return try Schema(json, baseURI: url, formats: arguments.has("assert-formats") ? .assert : .annotate) {
                try document(at: $0, within: folders)
            }
        } catch {
            throw CommandError("\(source.place(of: error.pointer)): error: not a schema: \(error.message)")
        }
    }

    private static func document(at url: URL, within folders: [URL]) throws -> JSON {
        guard url.isFileURL else {
            throw CommandError("'\(url)' is not a file; schemas are not fetched from a network")
        }
        // Resolve links: an untrusted schema must not read files outside these folders.
        let path = url.resolvingSymlinksInPath().standardizedFileURL.path
        let isWithin = folders.contains { folder in
            let root = folder.resolvingSymlinksInPath().standardizedFileURL.path
            return path.hasPrefix(root.hasSuffix("/") ? root : root + "/")
        }
        guard isWithin else {
            throw CommandError(
                "\(SourceFile.displayPath(of: url)) is not in the schema's folder; allow references to it with '--schemas FOLDER'"
            )
        }
        return try SourceFile(detecting: try SystemFiles().read(path), url.path).json()
    }
}
