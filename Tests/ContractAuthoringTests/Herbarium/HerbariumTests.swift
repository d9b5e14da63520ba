import CommandTestSupport
import ContractChecking
import ContractCommand
import Foundation
import HTTPRecording
import JSONSchema
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The way of somebody with a HAR and a client: import, bind, verify. No line of the contract is edited.
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

    /// All is green but the two errors: a HAR does not tell what the client throws.
    @Test func isGreenAfterTheImport() async throws {
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

    /// A HAR does not tell what the client throws, so that the two errors stay without a recording.
    @Test func makesUpARecordingForEveryCallThatReturns() async throws {
        _ = await imported()
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Recordings"))
        let record = await run("record", "--made-up")
        #expect(try folder.files.filter { $0.hasSuffix(".har") }.count == 7, "\(record)")
        #expect(record.out.contains("17 checks passed, 2 failed"), "\(record)")
    }

    @Test func agreesWithTheDocumentOfTheService() async throws {
        _ = await imported()
        let against = await run("against", Self.source("herbarium.json").path)
        #expect(against.code == .success, "\(against)")
        #expect(against.out.contains("7 endpoints: 7 covered, 0 not covered, 0 contradicted"), "\(against)")
        #expect(!against.out.contains("warning") && !against.out.contains("error"), "\(against)")
    }
}
