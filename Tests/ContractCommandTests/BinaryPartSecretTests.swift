import CommandTestSupport
import ContractChecking
import Foundation
import HTTPRecording
import LoopbackServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A secret within a binary part of a multipart body, where no name identifies it. No written file may contain it.
@Suite(.serialized) struct BinaryPartSecretTests {
    private static let secret = "hunter2-S3cret"

    private final class Vault {
        let folder: TemporaryFolder
        private let server: Server
        private let origin: String

        init() throws {
            folder = try TemporaryFolder()
            server = Server { _ in Response(status: 200, contentType: "application/json", body: Array("{}".utf8)) }
            origin = "http://127.0.0.1:\(try server.start())"
            try folder.write(
                """
                { "service": "vault", "origin": "\(origin)", "endpoints": { "backup": {
                  "arguments": { "password": { "type": "string", "format": "password" } },
                  "request": { "method": "POST", "path": "/backup", "multipart": {
                    "file": { "bytes": { "prefix": "FFD8" }, "filename": true, "content": "image/jpeg" } } },
                  "responses": { "200": { "schema": { "type": "object" } } },
                  "cases": [ { "name": "one", "status": 200, "arguments": { "password": "{env:VAULT_PASSWORD}" } } ]
                } } }
                """, to: "Contracts/vault/contract.json")
        }

        deinit { server.stop() }

        /// - Parameter texts: the strings of the file for a secret, each followed by binary bytes.
        func run(_ words: String..., texts: @escaping @Sendable (String) -> [String]) async -> CommandOutput {
            let url = URL(string: "\(origin)/backup")
            @Sendable func request(_ arguments: Arguments) throws -> URLRequest {
                guard let url else { throw URLError(.badURL) }
                var request = URLRequest(url: url)
                request.httpMethod = "POST"
                request.setValue("multipart/form-data; boundary=b", forHTTPHeaderField: "Content-Type")
                let head = "Content-Disposition: form-data; name=\"file\"; filename=\"a.jpg\""
                var body = Data("--b\r\n\(head)\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
                body += Data([0xFF, 0xD8, 0, 0x25, 0x5C])
                for text in texts(try arguments["password"]) { body += Data(text.utf8) + Data([0, 0xFF, 0x80, 0xD9]) }
                request.httpBody = body + Data("\r\n--b--\r\n".utf8)
                return request
            }
            let suite = ContractSuite(
                contracts: folder.url.appendingPathComponent("Contracts"),
                recordings: folder.url.appendingPathComponent("Recordings")
            ) {
                Service("vault") {
                    Endpoint("backup", request) { arguments, transport in
                        String(decoding: try await transport.send(try request(arguments)).0, as: UTF8.self)
                    }
                }
            }
            return await .of(words, over: suite, environment: ["VAULT_PASSWORD": BinaryPartSecretTests.secret])
        }

        /// Returns the recorded request body.
        func recorded() throws -> [UInt8] {
            let store = RecordingStore(folder: folder.url.appendingPathComponent("Recordings"))
            return try #require(try store.load("vault/backup.one.har").entries.first?.request.body)
        }
    }

    @Test func redactsAndReplaysASecretInAnImage() async throws {
        let vault = try Vault()
        let recorded = await vault.run("record") { ["Artist: \($0)"] }
        #expect(recorded.code.rawValue == 0, "\(recorded.out)\(recorded.err)")
        let body = try vault.recorded()
        #expect(Data(body).range(of: Data("Artist: {env:VAULT_PASSWORD}".utf8)) != nil)
        #expect(body.contains(0xD8) && body.contains(0))
        let replayed = await vault.run("verify") { ["Artist: \($0)"] }
        #expect(replayed.code.rawValue == 0, "\(replayed.out)\(replayed.err)")
    }

    @Test(arguments: LeakMatrixTests.forms(of: secret).map(\.name))
    func writesNoFormOfASecretInAnImage(_ name: String) async throws {
        let vault = try Vault()
        let recorded = await vault.run("record") { secret in
            LeakMatrixTests.forms(of: secret).filter { $0.name == name }.map(\.text)
        }
        let exists = FileManager.default.fileExists(atPath: vault.folder.path("Recordings"))
        let files = exists ? try FileManager.default.subpathsOfDirectory(atPath: vault.folder.path("Recordings")) : []
        if recorded.code.rawValue == 0 {
            #expect(files.contains("vault/backup.one.har"))
            #expect(LeakMatrixTests.found(Self.secret, in: String(decoding: try vault.recorded(), as: UTF8.self)) == [])
        } else {
            // A body that cannot be redacted is not written, and the reason is reported.
            #expect(recorded.out.contains("VAULT_PASSWORD"), "\(recorded.out)\(recorded.err)")
            #expect(!files.contains { $0.hasSuffix(".har") })
        }
        for path in files {
            guard let data = FileManager.default.contents(atPath: vault.folder.path("Recordings/\(path)")) else {
                continue
            }
            #expect(LeakMatrixTests.found(Self.secret, in: String(decoding: data, as: UTF8.self)) == [], "\(path)")
        }
        #expect(LeakMatrixTests.found(Self.secret, in: recorded.out + recorded.err) == [])
    }
}
