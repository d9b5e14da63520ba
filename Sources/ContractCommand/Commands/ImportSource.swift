import ContractAuthoring
import ContractFormat
import ContractPact
import Foundation
import HTTPRecording
import JSONSchema
import YAMLValues

enum ImportSource {
    case har(Recording)
    case curl(words: [String], omissions: [Omission])
    case samples(model: String, [(place: String, json: JSON)])
    case fixtures([(place: String, name: String, json: JSON)])
    case openAPI(SourceFile)
    case pact(PactDocument)

    struct Outcome {
        var imported: ImportedDraft
        var exchanges: Recording?
        var fixtures: FixtureImport.Outcome?
    }

    static let limit = 200_000_000

    static func read(_ operands: [String], _ arguments: ParsedArguments, _ terminal: Terminal) throws -> ImportSource {
        guard let first = operands.first else {
            throw CommandError(
                "'contracts import' takes a source: a HAR, an OpenAPI document, JSON samples with '--model NAME', JSON fixtures "
                    + "named after models, '-' for standard input, or a curl command in quotes")
        }
        if let model = arguments["model"] {
            return .samples(
                model: model,
                try operands.map { operand in
                    let bytes = try bytes(of: operand, terminal)
                    let source = SourceFile(path: operand, bytes: bytes, syntax: TextSyntax(of: bytes, named: operand))
                    return (name(of: operand), try json(source, operand))
                })
        }
        // The shell has already split an unquoted command: contracts import -- curl -H …
        if first == "curl" { return .curl(words: Array(operands.dropFirst()), omissions: []) }
        if operands.count > 1 { return .fixtures(try operands.map { try fixture($0, try bytes(of: $0, terminal)) }) }
        if CurlImport.recognises(first) { return try curl(first) }
        return try detected(by: try bytes(of: first, terminal), first)
    }

    private static func fixture(
        _ operand: String, _ bytes: [UInt8]
    ) throws -> (place: String, name: String, json: JSON) {
        let source = SourceFile(path: operand, bytes: bytes, syntax: TextSyntax(of: bytes, named: operand))
        let json = try json(source, operand)
        guard ["openapi", "swagger", "log"].allSatisfy({ json[$0] == nil }) else {
            throw CommandError(
                "\(name(of: operand)): import a HAR or an OpenAPI document by itself; several files must be fixtures")
        }
        let name = URL(fileURLWithPath: operand).deletingPathExtension().lastPathComponent
        return (self.name(of: operand), name, json)
    }

    private static func detected(by bytes: [UInt8], _ operand: String) throws -> ImportSource {
        let start = String(decoding: bytes.prefix(4_096), as: UTF8.self)
        if CurlImport.recognises(start) { return try curl(String(decoding: bytes, as: UTF8.self)) }
        let file = name(of: operand)
        if start.contains("\"log\""), start.drop(while: { " \t\r\n\u{FEFF}".contains($0) }).hasPrefix("{") {
            return .har(try Recording(parsing: bytes, operand: file))
        }
        let source = SourceFile(
            url: URL(fileURLWithPath: file), bytes: bytes, syntax: TextSyntax(of: bytes, named: file))
        let json = try json(source, operand)
        if json["openapi"] != nil || json["swagger"] != nil { return .openAPI(source) }
        if json["consumer"] != nil, json["provider"] != nil {
            let source = SourceFile(path: file, bytes: bytes)
            do throws(PactFault) { return .pact(try PactDocument(source)) } catch { throw CommandError("\(error)") }
        }
        if json["log"]?["entries"] != nil { return .har(try Recording(parsing: bytes, operand: file)) }
        if operand.hasSuffix(".json") { return .fixtures([try fixture(operand, bytes)]) }
        throw CommandError(
            "\(file): neither a HAR (\"log\"), nor an OpenAPI document (\"openapi\"), nor a Pact (\"consumer\"); for samples of a model add '--model NAME'"
        )
    }

    private static func curl(_ text: String) throws -> ImportSource {
        let (words, omissions) = try CurlImport.words(of: text)
        return .curl(words: words, omissions: omissions)
    }

    /// Returns the name of an operand for messages, without the secret parts of a URL.
    static func name(of operand: String) -> String {
        operand.contains("://") ? RedactedURL.text(operand) : Terminal.name(of: operand)
    }

    private static func json(_ source: SourceFile, _ operand: String) throws(CommandError) -> JSON {
        do {
            return try source.json(JSONParsingOptions(allowsByteOrderMark: true))
        } catch {
            throw CommandError("\(name(of: operand)):\(error.line):\(error.column): \(source.message(of: error))")
        }
    }

    static func bytes(of operand: String, _ terminal: Terminal) throws(CommandError) -> [UInt8] {
        do {
            // A pipe has no size and is checked after reading.
            if operand != "-" {
                try check(FileManager.default.attributesOfItem(atPath: operand)[.size] as? Int ?? 0, operand)
            }
            let bytes = try terminal.operand(operand)
            try check(bytes.count, operand)
            return bytes
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError("\(name(of: operand)): error: cannot read it: \(ContractLoader.reason(error))")
        }
    }

    private static func check(_ size: Int, _ operand: String) throws(CommandError) {
        guard size <= limit else {
            throw CommandError(
                "\(name(of: operand)) has \(size) bytes, but at most \(limit) are read; export fewer requests, or without "
                    + "their content")
        }
    }

    /// - Parameter contracts: returns the existing contract of a service.
    func draft(_ options: ImportOptions, _ contracts: (String) -> Contract?) throws -> Outcome {
        switch self {
        case .har(let recording):
            let outcome = try RecordingDraftImport.run(recording, options)
            return Outcome(imported: outcome.imported, exchanges: outcome.exchanges)
        case .curl(let words, let omissions):
            var imported = try CurlImport.draft(words, options)
            imported.draft.omissions = omissions + imported.draft.omissions
            return Outcome(imported: imported)
        case .samples(let model, let samples):
            return Outcome(imported: try SampleImport.draft(model: model, of: samples, options.ofOnlyService))
        case .fixtures(let fixtures):
            let options = options.ofOnlyService
            let contract = options.service.flatMap(contracts)
            let outcome = try FixtureImport.run(fixtures, contract, options)
            return Outcome(imported: outcome.imported, fixtures: outcome)
        case .pact(let pact):
            let outcome = try PactImport.run(pact, options)
            return Outcome(imported: outcome.imported, exchanges: outcome.exchanges)
        case .openAPI(let source):
            return Outcome(imported: try OpenAPIImport.draft(of: source.bytes, file: source.path, options))
        }
    }
}

extension ImportOptions {
    fileprivate var ofOnlyService: ImportOptions {
        var options = self
        if options.service == nil, options.known.count == 1 { options.service = options.known[0].service }
        return options
    }
}
