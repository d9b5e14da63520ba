#if os(macOS) || os(Linux)
    import ContractServing
    import Foundation
    import HTTPRecording
    import NotesFixture
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// A server inside the test process.
    struct ServeHandleTests {
        @Test func reportsTheFindingsOfAnUnknownPath() async throws {
            let folder = try NotesFolder()
            let server = try ServeHandle(folder.suite(), services: ["notes"])
            defer { server.stop() }
            #expect(server.url.absoluteString.hasPrefix("http://127.0.0.1:"))
            let (data, response) = try await LiveTransport().send(
                URLRequest(url: server.url.appendingPathComponent("nowhere")))
            #expect(response.statusCode == 404)
            #expect(String(decoding: data, as: UTF8.self).contains("request.path"))
            #expect(server.requestCount == 1)
            #expect(server.findings.count == 1)
            #expect(server.findings[0].hasPrefix("GET /nowhere: no endpoint of the contracts accepts GET /nowhere"))
            #expect(server.findings[0].hasSuffix("[request.path]"))
        }

        @Test func rejectsAnUnknownServiceAndFault() throws {
            let folder = try NotesFolder()
            let suite = folder.suite()
            #expect(throws: ServeHandle.Failure.self) { try ServeHandle(suite, services: ["note"]) }
            do { _ = try ServeHandle(suite, services: ["note"]) } catch {
                #expect("\(error)" == "the suite has no service 'note'; did you mean 'notes'?")
            }
            #expect(throws: ServeHandle.Failure.self) { try ServeHandle(suite, fault: "slwBody") }
        }
    }
#endif
