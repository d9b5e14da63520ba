import ContractFormat
import Foundation
import JSONSchema

@testable import ContractAuthoring

/// A published OpenAPI document. The documents lie beside the package and are not part of it.
struct PublishedDocument: Sendable, CustomStringConvertible {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/documents").standardizedFileURL

    /// The documents, sorted by name. If the folder is missing, prints a note and is empty.
    static let all: [PublishedDocument] = {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
            print("documents: not run, there is no folder \(folder.path)")
            return []
        }
        return names.sorted().map { PublishedDocument(file: folder.appending(path: $0)) }
    }()

    /// The documents to compile and verify, set by `DOCUMENTS`; `nil` for none.
    static let wanted: Selection? = ProcessInfo.processInfo.environment["DOCUMENTS"].map { names in
        names == "1" ? .all : .named(names.split(separator: ",").map(String.init))
    }

    enum Selection {
        case all
        case named([String])

        func takes(_ document: PublishedDocument) -> Bool {
            switch self {
            case .all: true
            case .named(let names): names.contains(document.service)
            }
        }
    }

    let file: URL

    /// The name of the imported service, for example `adyen-checkout70`.
    var service: String { file.deletingPathExtension().lastPathComponent }

    var description: String { service }

    var isYAML: Bool { file.pathExtension == "yaml" }

    /// Returns the draft of the whole document or of the named operations.
    func draft(only names: [String] = []) throws -> ContractDraft {
        var options = ImportOptions()
        options.service = service
        options.only = names
        let bytes = [UInt8](try Data(contentsOf: file))
        do {
            return try OpenAPIImport.draft(of: bytes, file: file.lastPathComponent, options).draft
        } catch let error as AuthoringError where error.description.contains("names no server") {
            options.origin = "https://\(service).example"
            return try OpenAPIImport.draft(of: bytes, file: file.lastPathComponent, options).draft
        }
    }

    /// Returns the names of some endpoints, preferring those whose body has optional members.
    static func sample(of draft: ContractDraft, count: Int) -> [String] {
        func optionalMembers(_ endpoint: EndpointDraft) -> Int {
            guard case .object(let members)? = endpoint.request.body[.body] else { return 0 }
            let document = SchemaDocument(root: [
                "models": .object(JSONObject(draft.models.map { ($0.name, ["schema": $0.schema]) })),
                "$defs": .object(draft.definitions), "arguments": .object(endpoint.arguments),
            ])
            return members.values.compactMap(\.stringValue).count { template in
                document.accepts(
                    .null, at: JSONPointer(tokens: ["arguments", String(template.dropFirst().dropLast())])) ?? false
            }
        }
        let rated = draft.endpoints.enumerated().map { (index: $0, name: $1.name, rate: min(optionalMembers($1), 12)) }
        let best = rated.sorted { ($1.rate, $0.index) < ($0.rate, $1.index) }.prefix(count)
        return best.sorted { $0.index < $1.index }.map(\.name)
    }
}

/// A program with the scaffolded client and bindings of a service. Without a command it records responses made up from
/// the contract, and then verifies.
struct ScaffoldedProgram {
    let contract: Contract
    let scaffold: ClientScaffold
    /// The bodies that replace the ones made up from schemas, by endpoint.
    var bodies: [String: String] = [:]

    /// Writes the sources and responses into a folder that has the contract in `Contracts`.
    func write(to folder: URL) throws {
        try Data(scaffold.source.utf8).write(to: folder.appending(path: "Client.swift"))
        let bindings = scaffold.bindings.replacing(
            "import ContractTesting", with: "import ContractChecking\nimport HTTPRecording")
        try Data(bindings.utf8).write(to: folder.appending(path: "Bindings.swift"))
        try Data(answers.bytes()).write(to: folder.appending(path: "answers.json"))
        let service = Naming.lowerCamel(contract.service)
        try Data(Self.main.replacing("SERVICE", with: service).utf8).write(to: folder.appending(path: "main.swift"))
    }

    /// The response to the case of each endpoint, and the environment variables that calls read.
    private var answers: JSON {
        var variables: JSONObject = [:]
        let answers = contract.endpoints.compactMap { endpoint -> JSON? in
            guard scaffold.endpoints.contains(endpoint.name), let request = endpoint.request,
                let example = endpoint.cases.first,
                case .value(.literal(let status))? = example.outcome.status?.expectation
            else { return nil }
            for argument in example.arguments {
                guard case .template(let template) = argument.value,
                    case .environment(let name)? = template.placeholders.first
                else { continue }
                variables[name] = .string("Zq7\(name.lowercased())x9")
            }
            let response = endpoint.response(status: status.intValue ?? 200, variant: example.outcome.response)
            let texts = request.path.parts.map { if case .text(let text) = $0 { text } else { "{" } }
            return [
                "method": .string(request.method), "path": .string(texts.joined()), "status": status,
                "headers": .object(Self.headers(of: response)),
                "body": .string(bodies[endpoint.name] ?? Self.body(of: response)),
                "arguments": .array(request.query.map { .string($0.name) }),
            ]
        }
        return ["answers": .array(answers), "variables": .object(variables), "origin": .string(contract.origin)]
    }

    private static func headers(of response: ResponseContract?) -> JSONObject {
        var headers: JSONObject = [:]
        if let content = response?.content { headers["Content-Type"] = .string(content.description) }
        for header in response?.headers ?? [] {
            if case .schema(let schema) = header.expectation, let value = sample(of: schema) {
                headers[header.name] = value
            }
        }
        return headers
    }

    private static func body(of response: ResponseContract?) -> String {
        guard case .json(let schema)? = response?.body, let value = sample(of: schema) else { return "" }
        return value.text(.compact)
    }

    private static func sample(of schema: EmbeddedSchema) -> JSON? {
        SchemaSampler(prefersText: true).values(of: [schema.view]).first { schema.schema.accepts($0) }
    }

    private static let main = #"""
        import ContractChecking
        import ContractCommand
        import Foundation
        import HTTPRecording

        #if canImport(FoundationNetworking)
            import FoundationNetworking
        #endif

        struct Script: Decodable {
            struct Answer: Decodable {
                let method, path: String
                let status: Int
                let headers: [String: String]
                let body: String
            }

            let answers: [Answer]
            let variables: [String: String]
            let origin: String
        }

        struct Answers: Transport {
            let script: Script

            func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
                guard let url = request.url, let components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
                    throw URLError(.badURL)
                }
                let segments = components.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false)
                let fitting = script.answers.filter { answer in
                    let parts = answer.path.split(separator: "/", omittingEmptySubsequences: false)
                    return answer.method == request.httpMethod && parts.count == segments.count
                        && zip(parts, segments).allSatisfy { $0.contains("{") || $0 == ($1.removingPercentEncoding ?? "") }
                }
                guard let answer = fitting.min(by: { $0.path.split(separator: "{").count < $1.path.split(separator: "{").count }),
                    let response = HTTPURLResponse(
                        url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.headers)
                else { throw URLError(.resourceUnavailable) }
                return (Data(answer.body.utf8), response)
            }
        }

        struct Program: ContractCommand {
            static var suite: ContractSuite {
                ContractSuite(
                    contracts: URL(fileURLWithPath: "Contracts"), recordings: URL(fileURLWithPath: "Recordings")
                ) { SERVICE }
            }
        }

        if CommandLine.arguments.count != 2 { await Program.main() }
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        let script = try JSONDecoder().decode(
            Script.self, from: Data(contentsOf: folder.appendingPathComponent("answers.json")))
        let suite = ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) { SERVICE }

        func tell(_ report: Report, _ mode: String) {
            var passed = 0
            for check in report.checks {
                if check.outcome == .passed { passed += 1 }
                for finding in check.findings {
                    print(mode, finding.severity, check.check.id, "[\(finding.rule)]", finding.message, "| expected:", finding.expected ?? "", "| found:", finding.found ?? "")
                }
                if check.outcome != .passed { print(mode, "\(check.outcome)", check.check.id, check.reason ?? "") }
            }
            print(mode, "passed", passed, "of", report.checks.count, "probes", report.checks.reduce(0) { $0 + $1.probes })
        }

        var record = Options(mode: .record)
        record.servers.transport = Answers(script: script)
        record.environment = script.variables
        record.recording.allowsCI = true
        record.allowsUnsafeMethods = true
        record.servers.limits.retries = 0
        tell(await suite.verify(record), "record")
        var replay = Options(mode: .replay)
        replay.environment = [:]
        let again = ContractSuite(contracts: suite.contracts, recordings: suite.recordings) { SERVICE }
        tell(await again.verify(replay), "replay")
        """#
}
