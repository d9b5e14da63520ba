import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls that read the media type of JSON, which may have a parameter without effect.
struct MediaTypeTests {
    enum Habit: CaseIterable { case ignoresIt, comparesTheEssence, comparesTheWhole }

    private enum Failure: Error { case noJSON }

    /// - Parameter headers: the headers that the contract requires, as a member with a trailing comma.
    private func findings(_ habit: Habit, headers: String = "") async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/notes" },
                "responses": { "200": { \(headers) "schema": { "type": "array" } } },
                "cases": [ { "name": "all", "status": 200, "returns": { "const": 2 } } ]
                """, recordings: ["call.all": [CallFixture.exchange("GET", "/notes", "[1,2]")]])
        let call = Endpoint("call") { _ in
            try notesRequest("/notes")
        } call: { _, transport -> Int in
            let (data, response) = try await transport.send(try notesRequest("/notes"))
            let type = response.value(forHTTPHeaderField: "Content-Type") ?? ""
            let compared = habit == .comparesTheEssence ? String(type.prefix { $0 != ";" }) : type
            if habit != .ignoresIt, compared != "application/json" { throw Failure.noJSON }
            return try JSONDecoder().decode([Int].self, from: data).count
        }
        return try await fixture.report(["client/*"], call).findings.map { "\($0.rule): \($0.message)" }
    }

    @Test(arguments: Habit.allCases)
    func reportsACallThatComparesTheWholeMediaType(habit: Habit) async throws {
        let fault =
            "client.threw: the call throws Failure.noJSON, but must return; the media type of the response has the "
            + "parameter 'charset=utf-8'"
        #expect(try await findings(habit) == (habit == .comparesTheWhole ? [fault] : []))
    }

    @Test func acceptsAnExactMediaTypeThatTheContractRequires() async throws {
        let headers = #""headers": { "Content-Type": "application/json" },"#
        #expect(try await findings(.comparesTheWhole, headers: headers) == [])
        let content = #""content": "application/json","#
        #expect(try await findings(.comparesTheWhole, headers: content).count == 1)
    }
}
