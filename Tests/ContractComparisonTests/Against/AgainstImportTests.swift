import ContractAuthoring
import ContractChecking
import ContractFormat
import ContractOpenAPI
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractComparison

/// The comparison of a document with the contract imported from it, which must not contradict it.
struct AgainstImportTests {
    private static let documents = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../shared/documents").standardizedFileURL

    private static var published: [String] {
        // If the folder is missing, nothing is compared; PublishedDocumentTests prints a note.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: documents.path)) ?? []
        return names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".yaml") }.sorted()
    }

    /// Whether large documents are compared too. They take up to 15 s each in a debug build.
    private static let triesAll = ProcessInfo.processInfo.environment["DOCUMENTS"] == "1"

    private func outcome(of bytes: [UInt8], named file: String) throws -> ContractsAgainst.Result {
        let folder = try TemporaryFolder()
        var options = ImportOptions()
        options.service = "svc"
        options.origin = "https://api.example.com"
        let imported = try OpenAPIImport.draft(of: bytes, file: file, options)
        let writer = ContractWriter(contracts: folder.url)
        try writer.write(try writer.plan(imported.draft))
        let loaded = try ContractLoader.load(folder: folder.url)
        #expect(loaded.flatMap(\.faults).map(\.description) == [])
        let document = try OpenAPIDocument(parsing: bytes, file: file)
        return ContractsAgainst(document: document, contracts: loaded.compactMap(\.contract)).compared()
    }

    private func reported(_ document: String) throws -> [String] {
        try outcome(of: Array(document.utf8), named: "openapi.json").report.findings
            .filter { $0.severity != .info && $0.rule != "against.origin" }.map { "\($0.rule): \($0.message)" }
    }

    private func document(_ schema: String, _ more: String = "") -> String {
        """
        {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"post": {"operationId": "a",
        "requestBody": {"required": true, "content": {"application/json": {"schema": \(schema)}}},
        "responses": {"200": {"description": "", "content": {"application/json": {"schema": \(schema)}}}}}}}\(more)}
        """
    }

    @Test(arguments: [
        #"{"type": "object", "properties": {"note": {"type": "string"}}}"#,
        #"{"properties": {"list": {"type": "array", "items": {"properties": {"a": {"type": "string"}}}}}}"#,
        #"{"type": "object", "required": ["id"], "properties": {"a": {"type": "string"}}}"#,
        #"{"type": "object", "properties": {"kind": {"oneOf": [{"type": "object", "properties": {"x": {}}}, {"type": "object", "properties": {"y": {}}}]}}}"#,
        #"{"type": "object", "minProperties": 1, "properties": {"a": {"type": "string"}}}"#,
        #"{"type": "object", "properties": {"password": {"type": "string", "format": "password", "maxLength": 5}}}"#,
        #"{"allOf": [{"type": "object", "properties": {"c": {"type": "string"}}}, {"properties": {"c": {"enum": ["red"]}}}]}"#,
        #"{"type": "object", "required": ["u"], "properties": {"u": {"type": "string", "format": "uuid", "maxLength": 2}}}"#,
    ])
    func findsNoContradictionInAnImportedContract(_ schema: String) throws {
        #expect(try reported(document(schema)) == [])
    }

    @Test func distinguishesOperationsByPathFragment() throws {
        func operation(_ id: String, _ query: String) -> String {
            """
            {"get": {"operationId": "\(id)", "parameters": [{"name": "\(query)", "in": "query", "schema": {"type": "string"}}],
            "responses": {"200": {"description": ""}}}}
            """
        }
        let text = """
            {"openapi": "3.0.3", "info": {"title": "t", "version": "1"},
            "paths": {"/a/{id}": \(operation("one", "x")), "/a/{id}#other": \(operation("two", "y"))}}
            """
        #expect(try reported(text) == [])
    }

    /// An invalid schema is the document's fault and only a warning.
    @Test(arguments: [
        #"{"type": "object", "properties": {"a": {"type": "string", "pattern": "[a-"}}}"#,
        #"{"type": "object", "properties": {"a": {"items": [{"type": "object"}, {"type": "string"}]}}}"#,
    ])
    func reportsAnInvalidKeywordAsAWarning(_ schema: String) throws {
        let outcome = try outcome(of: Array(document(schema).utf8), named: "openapi.json")
        #expect(outcome.entries.map(\.coverage) == [.covered])
        #expect(outcome.report.findings.filter { $0.severity != .info }.map(\.rule).distinct == ["against.schema"])
        #expect(outcome.report.findings.allSatisfy { $0.severity != .error })
        #expect(outcome.report.passed)
    }

    /// The contract is not imported: it requires a member that the document does not promise.
    @Test func reportsAMemberThatTheDocumentDoesNotRequire() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            {"service": "svc", "origin": "https://api.example.com", "endpoints": {"a": {
            "request": {"method": "POST", "path": "/a", "headers": {"Content-Type": "application/json"},
            "body": {"note": "x"}},
            "responses": {"200": {"content": "application/json", "schema": {"type": "object", "required": ["note"],
            "properties": {"note": {"type": "string"}}}}},
            "cases": [{"name": "one", "status": 200}]}}}
            """, to: "svc/contract.json")
        let bytes = Array(document(#"{"type": "object", "properties": {"note": {"type": "string"}}}"#).utf8)
        let contracts = try ContractLoader.load(folder: folder.url).compactMap(\.contract)
        let outcome = ContractsAgainst(
            document: try OpenAPIDocument(parsing: bytes, file: "openapi.json"), contracts: contracts
        ).compared()
        #expect(outcome.report.findings.filter { $0.severity == .error }.map(\.rule) == ["against.response"])
    }

    @Test(arguments: published) func publishedDocumentsSatisfyTheirImportedContracts(_ name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.documents.appendingPathComponent(name)))
        guard Self.triesAll || bytes.count < 400_000 else {
            print("documents: \(name): not run without DOCUMENTS=1")
            return
        }
        let outcome = try outcome(of: bytes, named: name)
        let reported = outcome.report.findings.filter { $0.severity != .info && $0.rule != "against.origin" }
        #expect(reported.map { "\($0.repeatCommand): \($0.message)" } == [])
    }
}
