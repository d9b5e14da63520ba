#if os(macOS) || os(Linux)
    import CommandTestSupport
    import ExchangesFixture
    import Foundation
    import JSONSchema
    import LoopbackServer
    import TestSupport
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The workshop as a Pact, verified with its provider, whose states supply the tokens.
    @Suite struct WorkshopPactTests {
        /// Returns a server that responds to every state with the workshop's tokens.
        private static func states() -> Server {
            Server { _ in
                let values = JSON.object(JSONObject(WorkshopServer.environment.map { ($0.key, .string($0.value)) }))
                return Response(status: 200, contentType: "application/json", body: values.bytes())
            }
        }

        private func export(_ folder: TemporaryFolder) async throws -> JSON {
            let output = await CommandOutput.of(
                ["pact", "export", "--consumer", "app", "--output", folder.url.path], over: Workshop.suite())
            #expect(output.code == .success, "\(output.err)")
            return try JSON(parsing: try folder.text(of: "app-workshop.json"))
        }

        @Test func asksTheProviderForTokens() async throws {
            let pact = try await export(try TemporaryFolder())
            let account = try #require(
                pact["interactions"]?.arrayValue?.first { $0["description"] == "account: signed in" })
            #expect(
                account["request"]?["generators"]?["header"]?["Authorization"]
                    == ["type": "ProviderState", "expression": "Bearer ${WORKSHOP_TOKEN}"])
            #expect(
                account["providerStates"]
                    == [["name": "the credentials are valid", "params": ["values": ["WORKSHOP_TOKEN"]]]])
            #expect(!pact.text().contains("steady-"))
        }

        @Test func passesWithTheProvider() async throws {
            let folder = try TemporaryFolder()
            let count = try await export(folder)["interactions"]?.arrayValue?.count ?? 0
            let provider = WorkshopServer()
            let origin = try provider.start()
            let states = Self.states()
            let port = try states.start()
            defer {
                states.stop()
                provider.stop()
            }
            // The first ticket request must be retried, so this one uses it up.
            _ = try await URLSession.shared.data(from: try #require(URL(string: "\(origin)/v1/tickets/7")))
            let file = folder.url.appendingPathComponent("app-workshop.json").path
            let output = await CommandOutput.of(
                ["pact", "verify", file, "--provider", origin, "--states", "http://127.0.0.1:\(port)/"],
                over: Workshop.suite())
            #expect(output.code == .success, "\(output.out)\(output.err)")
            #expect(output.out.contains("\(count) passed, 0 failed"))
            let alone = await CommandOutput.of(["pact", "verify", file, "--provider", origin], over: Workshop.suite())
            #expect(alone.code == .findings)
        }
    }
#endif
