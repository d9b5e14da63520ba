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

    @Test func isGreenAfterTheImport() async throws {
        let output = await imported()
        #expect(output.code == .success, "\(output)")
        #expect(!output.out.contains("not recorded"), "\(output)")
        #expect(try folder.files.filter { $0.hasSuffix(".har") }.count == 9)
        let verify = await run("verify")
        #expect(verify.code == .success, "\(verify)")
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

    /// Over HTTP/1.1 and by another client, with headers in another order and spelling.
    @Test func recordingAnewChangesNothing() async throws {
        _ = await imported()
        let har = try Data(contentsOf: Self.source("herbarium.har"))
        let exchanges = try Recording(parsing: Array(har), file: "").entries
        var options = Options(mode: .record)
        options.environment = [
            "HERBARIUM_TOKEN": "hb_9fK2mQ7xT4vL8pR3wZ6c", "HERBARIUM_PASSWORD": "correct horse",
            "HERBARIUM_PASSWORD2": "battery staple",
        ]
        options.allowsUnsafeMethods = true
        options.servers.transport = HerbariumServer(exchanges: exchanges)
        let report = await suite.verify(options)
        #expect(report.findings.map(\.message) == [])
        #expect(report.recordings.map(\.kind).filter { $0 != .unchanged } == [], "\(report.recordings)")
        #expect(report.recordings.count == 9)
    }

    /// The service of the HAR.
    private struct HerbariumServer: Transport {
        let exchanges: [HTTPExchange]

        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            let sent = RecordedRequest(request)
            let isMultipart = MediaType(sent.headers["Content-Type"] ?? "").isMultipart
            let exchange = exchanges.first { exchange in
                let known = exchange.request
                return known.method == sent.method && known.url == sent.url
                    && (isMultipart || JSONBody(known.body) == JSONBody(sent.body))
            }
            guard let url = request.url, let answer = exchange?.response else { throw URLError(.badServerResponse) }
            var headers: HeaderFields = [
                "Server": "nginx/1.27", "Date": "Sat, 03 Oct 2026 09:00:00 GMT", "Vary": "Origin",
            ]
            if let type = answer.headers["Content-Type"] { headers["Content-Type"] = type }
            headers["Server"] = answer.headers["Server"]
            let response = RecordedResponse(status: answer.status, headers: headers, body: answer.body)
            guard let head = response.urlResponse(url: url) else { throw URLError(.badServerResponse) }
            return (Data(answer.body), head)
        }

        private struct JSONBody: Equatable {
            let json: JSON?

            init(_ bytes: [UInt8]?) { json = bytes.flatMap { try? JSON(parsing: $0) } }
        }
    }
}
