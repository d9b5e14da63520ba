import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Responses of another shape, and comparisons of a result with a whole response or a member of its elements.
struct OtherShapeTests {
    private struct Unreadable: Error {}

    private static func fixture(_ members: String, _ response: HTTPExchange) -> CallFixture {
        CallFixture(
            endpoint: #""request": { "method": "GET", "path": "/notes" }, \#(members)"#,
            recordings: ["call.one": [response]])
    }

    private static func report(
        _ fixture: CallFixture, _ only: [String], _ read: @escaping @Sendable (Data) throws -> any Sendable
    ) async throws -> [String] {
        let report = try await fixture.report(
            only,
            Endpoint("call") { _ in
                try notesRequest("/notes")
            } call: { _, transport in
                try read(try await transport.send(try notesRequest("/notes")).0)
            })
        return report.findings.map { "\($0.rule): \($0.message)" }
    }

    @Test(arguments: [#"{"count":2}"#, "[1,2]", #")]}'\#n{"count":2}"#])
    func findsACallThatAcceptsJSONOfAnotherShape(body: String) async throws {
        let fixture = Self.fixture(
            """
            "responses": { "200": { "content": "application/json", "prefix": "\(body.hasPrefix(")") ? ")]}'\\n" : "")",
            "schema": {} } }, "cases": [{ "name": "one", "status": 200 }], "faults": { "otherShape": "Unreadable" }
            """, CallFixture.exchange("GET", "/notes", body))
        @Sendable func object(_ data: Data) throws -> Any {
            try JSONSerialization.jsonObject(with: data.starts(with: Data(")".utf8)) ? data.dropFirst(5) : data)
        }
        let isList = body.hasPrefix("[")
        let sound = try await Self.report(fixture, ["faults/call/*"]) { data in
            let json = try object(data)
            guard isList ? json is [Int] : (json as? [String: Any])?["count"] is Int else { throw Unreadable() }
            return 1
        }
        #expect(sound == [])
        let faulty = try await Self.report(fixture, ["faults/call/*"]) { data in
            _ = try object(data)
            return 1
        }
        #expect(
            faulty == [
                "faults.returned: with JSON of a different shape the call returns, but must throw Unreadable"
            ])
    }

    @Test func findsACallThatAcceptsAnEmptyObject() async throws {
        func fixture(_ body: String) -> CallFixture {
            Self.fixture(
                """
                "responses": { "200": { "content": "application/json", "schema": { "required": ["notes"] } } },
                "cases": [{ "name": "one", "status": 200 }], "faults": { "emptyObject": "Unreadable" }
                """, CallFixture.exchange("GET", "/notes", body))
        }
        @Sendable func notes(_ data: Data) throws -> [Any]? {
            (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["notes"] as? [Any]
        }
        let full = fixture(#"{"notes":[1]}"#)
        let sound = try await Self.report(full, ["faults/call/*"]) { data in
            guard let notes = try notes(data) else { throw Unreadable() }
            return notes.count
        }
        #expect(sound == [])
        let faulty = try await Self.report(full, ["faults/call/*"]) { try notes($0)?.count ?? 0 }
        #expect(
            faulty == [
                "faults.returned: with an empty object the call returns, but must throw Unreadable"
            ])
    }

    /// In place of an image, JSON arrives.
    @Test func findsACallThatTakesJSONForAnImage() async throws {
        let fixture = Self.fixture(
            """
            "responses": { "200": { "content": "image/png", "bytes": { "minLength": 1 } } },
            "cases": [{ "name": "one", "status": 200 }],
            "faults": { "emptyObject": "Unreadable", "otherShape": "Unreadable" }
            """, CallFixture.exchange("GET", "/notes", answering: ["Content-Type": "image/png"], "PNG!"))
        let sound = try await Self.report(fixture, ["faults/call/*"]) { data in
            guard data.starts(with: "PNG".utf8) else { throw Unreadable() }
            return data.count
        }
        #expect(sound == [])
        let faulty = try await Self.report(fixture, ["faults/call/*"]) { $0.count }
        #expect(
            faulty == [
                "faults.returned: with an empty object the call returns, but must throw Unreadable",
                "faults.returned: with JSON of a different shape the call returns, but must throw Unreadable",
            ])
    }

    @Test func comparesReturnedDataWithAWholeBinaryResponse() async throws {
        let fixture = Self.fixture(
            """
            "responses": { "200": { "content": "image/png", "bytes": { "minLength": 1 } } },
            "cases": [{ "name": "one", "status": 200, "returns": { "response": "body:" } }]
            """, CallFixture.exchange("GET", "/notes", answering: ["Content-Type": "image/png"], "PNG!"))
        #expect(try await Self.report(fixture, ["client/call/*"]) { $0 } == [])
        let cut = try await Self.report(fixture, ["client/call/*"]) { $0.dropLast() }
        #expect(cut.count == 1)
        #expect(cut.first?.hasPrefix("client.returns") == true, "\(cut)")
    }

    @Test func comparesReturnedValuesWithAMemberOfEachElement() async throws {
        let fixture = Self.fixture(
            """
            "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
            "cases": [{ "name": "one", "status": 200, "returns": { "response": "body:/notes/*/id" } }]
            """, CallFixture.exchange("GET", "/notes", #"{"notes":[{"id":"7"},{"id":"8"}]}"#))
        @Sendable func ids(_ data: Data) throws -> [String] {
            let json = try JSONSerialization.jsonObject(with: data) as? [String: [[String: String]]]
            return (json?["notes"] ?? []).compactMap { $0["id"] }
        }
        #expect(try await Self.report(fixture, ["client/call/*"]) { try ids($0) } == [])
        #expect(try await Self.report(fixture, ["client/call/*"]) { try ids($0).compactMap { Int($0) } } == [])
        #expect(try await Self.report(fixture, ["client/call/*"]) { try ids($0).reversed() as [String] }.count == 1)
    }
}
