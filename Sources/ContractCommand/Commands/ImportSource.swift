import ContractAuthoring
import ContractFormat
import ContractPact
import Foundation
import HTTPRecording
import JSONSchema

enum ImportSource {
    case har(Recording)
    case curl(words: [String], omissions: [Omission])
    case samples(model: String, [(place: String, json: JSON)])
    case fixtures([(place: String, name: String, json: JSON)])
    case openAPI(SourceFile)
    case pact(PactDocument)

    private static let limit = 200_000_000

    static func read(_ operands: [String], _ arguments: ParsedArguments, _ terminal: Terminal) throws -> ImportSource {
        guard let first = operands.first else {
            throw CommandError(
                "'contracts import' takes a source: a HAR, an OpenAPI document, JSON samples with '--model NAME', JSON fixtures "
                    + "named after models, '-' for standard input, or a curl command in quotes")
        }
        if let model = arguments["model"] {
            return .samples(
                model: model, try operands.map { (Terminal.name(of: $0), try json(try source($0, terminal))) })
        }
        // The shell has already split an unquoted command: contracts import -- curl -H …
        if first == "curl" { return .curl(words: Array(operands.dropFirst()), omissions: []) }
        if operands.count > 1 { return .fixtures(try operands.map { try fixture($0, try source($0, terminal)) }) }
        if CurlImport.recognises(first) { return try curl(first) }
        return try detected(try source(first, terminal), first)
    }

    private static func fixture(
        _ operand: String, _ source: SourceFile
    ) throws -> (place: String, name: String, json: JSON) {
        let json = try json(source)
        guard ["openapi", "swagger", "log"].allSatisfy({ json[$0] == nil }) else {
            throw CommandError(
                "\(source.path): import a HAR or an OpenAPI document by itself; several files must be fixtures")
        }
        return (source.path, URL(fileURLWithPath: operand).deletingPathExtension().lastPathComponent, json)
    }

    private static func detected(_ source: SourceFile, _ operand: String) throws -> ImportSource {
        let (file, bytes) = (source.path, source.bytes)
        let start = String(decoding: bytes.prefix(4_096), as: UTF8.self)
        if CurlImport.recognises(start) { return try curl(String(decoding: bytes, as: UTF8.self)) }
        if start.contains("\"log\""), start.drop(while: { " \t\r\n\u{FEFF}".contains($0) }).hasPrefix("{") {
            return .har(try Recording(parsing: bytes, operand: file))
        }
        let json = try json(source)
        if json["openapi"] != nil || json["swagger"] != nil { return .openAPI(source) }
        if json["consumer"] != nil, json["provider"] != nil {
            return .pact(try PactDocument(SourceFile(path: file, bytes: bytes)))
        }
        if json["log"]?["entries"] != nil { return .har(try Recording(parsing: bytes, operand: file)) }
        if operand.hasSuffix(".json") { return .fixtures([try fixture(operand, source)]) }
        throw CommandError(
            "\(file): neither a HAR (\"log\"), nor an OpenAPI document (\"openapi\"), nor a Pact (\"consumer\"); for samples of a model add '--model NAME'"
        )
    }

    private static func curl(_ text: String) throws -> ImportSource {
        let (words, omissions) = try CurlImport.words(of: text)
        return .curl(words: words, omissions: omissions)
    }

    private static func json(_ source: SourceFile) throws -> JSON {
        try source.parsed(JSONParsingOptions(allowsByteOrderMark: true))
    }

    private static func source(_ operand: String, _ terminal: Terminal) throws -> SourceFile {
        SourceFile(detecting: try bytes(of: operand, terminal), operand)
    }

    static func bytes(of operand: String, _ terminal: Terminal) throws -> [UInt8] {
        try terminal.bytes(of: operand, limit: limit, hint: "; export fewer requests, or without their content")
    }

    /// - Parameter contracts: returns the existing contract of a service.
    func draft(_ options: ImportOptions, _ contracts: (String) -> Contract?) throws -> ImportedDraft {
        switch self {
        case .har(let recording): return try RecordingDraftImport.run(recording, options)
        case .curl(let words, let omissions):
            var imported = try CurlImport.draft(words, options)
            imported.draft.omissions = omissions + imported.draft.omissions
            return imported
        case .samples(let model, let samples):
            return try SampleImport.draft(model: model, of: samples, options.ofOnlyService)
        case .fixtures(let fixtures):
            let options = options.ofOnlyService
            return try FixtureImport.run(fixtures, options.service.flatMap(contracts), options)
        case .pact(let pact): return try PactImport.run(pact, options)
        case .openAPI(let source):
            let file = SourceFile.displayPath(of: URL(fileURLWithPath: source.path))
            return try OpenAPIImport.draft(of: source.bytes, file: file, options)
        }
    }
}

extension ImportOptions {
    fileprivate var ofOnlyService: ImportOptions {
        modified(self) { if $0.service == nil, $0.known.count == 1 { $0.service = $0.known[0].service } }
    }
}
