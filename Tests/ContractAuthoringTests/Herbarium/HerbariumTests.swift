import CommandTestSupport
import ContractChecking
import ContractCommand
import Foundation
import HTTPRecording
import JSONSchema
import LoopbackServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Import, binding and verification of a client from a HAR file, without edits of the contract.
struct HerbariumTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func source(_ name: String) -> URL {
        ImportCaseTests.folder.appendingPathComponent("har-herbarium/\(name)")
    }

    private var suite: ContractSuite {
        ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("herbarium") {
                Model("Login", decoding: HerbariumClient.Login.self)
                Model("Plant", decoding: HerbariumClient.Plant.self, decoder: { HerbariumClient.decoder })
                Model("PlantItem", decoding: HerbariumClient.PlantItem.self)
                Model("Photo", decoding: HerbariumClient.Photo.self)
                Endpoint("login") { arguments, transport in
                    try await HerbariumClient(send: transport.send)
                        .login(email: arguments["email"], password: arguments["password"])
                }
                Endpoint("plants") { arguments, transport in
                    try await HerbariumClient(send: transport.send, token: arguments["token"])
                        .plants(page: arguments["page"])
                }
                Endpoint("plant") { arguments, transport in
                    try await HerbariumClient(send: transport.send, token: arguments["token"])
                        .plant(id: arguments["id"])
                }
                Endpoint("createPlant") { arguments, transport in
                    try await HerbariumClient(send: transport.send, token: arguments["token"])
                        .addPlant(name: arguments["name"], species: arguments["species"])
                }
                Endpoint("updatePlant") { arguments, transport in
                    try await HerbariumClient(send: transport.send, token: arguments["token"])
                        .change(id: arguments["id"], notes: arguments["notes"])
                }
                Endpoint("createPlantPhoto") { arguments, transport in
                    try await HerbariumClient(send: transport.send, token: arguments["token"])
                        .addPhoto(id: arguments["id"], caption: arguments["caption"], photo: arguments["photo"])
                }
                Endpoint("deletePlant") { arguments, transport in
                    try await HerbariumClient(send: transport.send, token: arguments["token"])
                        .deletePlant(id: arguments["id"])
                }
            }
        }
    }

    private func run(_ words: String...) async -> CommandOutput { await .of(words, over: suite) }

    private func imported() async -> CommandOutput {
        await run("import", Self.source("herbarium.har").path, "--service", "herbarium")
    }

    /// Only the two errors fail, because a HAR file does not contain what the client throws.
    @Test func reportsOnlyThrownErrorsAfterTheImport() async throws {
        let output = await imported()
        #expect(output.code == .success, "\(output)")
        #expect(!output.out.contains("not recorded"), "\(output)")
        #expect(try folder.files.filter { $0.hasSuffix(".har") }.count == 9)
        let verify = await run("verify")
        let findings = verify.out.split(separator: "\n").filter { $0.contains("error: ") }
        #expect(findings.count == 2 && findings.allSatisfy { $0.hasSuffix("[client.threw]") }, "\(verify)")
        let lint = await run("lint")
        #expect(lint.code == .success, "\(lint)")
    }

    /// The two errors stay without recordings, because a HAR file does not contain what the client throws.
    @Test func makesUpARecordingForEveryCallThatReturns() async throws {
        _ = await imported()
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Recordings"))
        let record = await run("record", "--made-up")
        #expect(try folder.files.filter { $0.hasSuffix(".har") }.count == 7, "\(record)")
        #expect(record.out.contains("17 checks passed, 2 failed"), "\(record)")
    }

    @Test func coversTheOpenAPIDocumentOfTheService() async throws {
        _ = await imported()
        let against = await run("against", Self.source("herbarium.json").path)
        #expect(against.code == .success, "\(against)")
        #expect(against.out.contains("7 endpoints: 7 covered, 0 not covered, 0 contradicted"), "\(against)")
        #expect(!against.out.contains("warning") && !against.out.contains("error"), "\(against)")
    }

    // MARK: - Recording anew

    /// Records from a server that returns the HAR's responses, and returns the changed files.
    private func changedFiles(
        afterRecordingFrom answer: @escaping @Sendable (Response) -> Response = { $0 }
    ) async throws -> [String] {
        _ = await imported()
        let har = try Recording(parsing: [UInt8](Data(contentsOf: Self.source("herbarium.har"))), file: "herbarium.har")
        let server = Server { request in
            let isWrong = request.body.contains("battery staple".utf8)
            let entry = har.entries.first { entry in
                entry.request.method == request.method.rawValue
                    && entry.request.url == "https://api.herbarium.example\(request.target)"
                    && (entry.response.status == 401) == isWrong
            }
            guard let entry else { return .page(404) }
            return answer(
                Response(
                    status: entry.response.status, contentType: entry.response.headers["Content-Type"],
                    headers: [("Server", "nginx"), ("Vary", "Origin")], body: entry.response.body))
        }
        defer { server.stop() }
        let before = try contents()
        let record = await CommandOutput.of(
            [
                "record", "--allow-ci", "--yes", "--origin",
                "https://api.herbarium.example=http://127.0.0.1:\(try server.start())",
            ], over: suite,
            environment: [
                "HERBARIUM_TOKEN": "hb_9fK2mQ7xT4vL8pR3wZ6c", "HERBARIUM_PASSWORD": "correct horse",
                "HERBARIUM_PASSWORD2": "battery staple",
            ])
        #expect(!record.out.contains("response.status"), "\(record)")
        let after = try contents()
        #expect(after.keys.sorted() == before.keys.sorted())
        return after.keys.filter { before[$0] != after[$0] }.sorted()
    }

    private func contents() throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: try folder.files.filter { $0.hasSuffix(".har") }.map { ($0, try folder.text(of: $0)) }
        )
    }

    private static let login = "Recordings/herbarium/login.status 200.har"

    /// The import stores the login's token under its variable's name; a run stores a stand-in.
    @Test func rerecordingChangesOnlyTheIssuedToken() async throws {
        #expect(try await changedFiles() == [Self.login])
    }

    @Test func rerecordingAChangedResponseChangesItsFile() async throws {
        let changed = try await changedFiles { response in
            guard String(decoding: response.body, as: UTF8.self).contains("640") else { return response }
            var other = response
            other.body = Array(#"{"url":"https://img.herbarium.example/17/1.png","width":800,"height":480}"#.utf8)
            return other
        }
        #expect(changed == ["Recordings/herbarium/createPlantPhoto.id 17, caption New leaf.har", Self.login])
    }
}
