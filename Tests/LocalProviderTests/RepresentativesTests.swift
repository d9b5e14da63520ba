import Foundation
import LocalProvider
import Testing

@Suite struct RepresentativesTests {
    private let provider = LocalProvider()

    @Test func listsAStateInJSON() throws {
        let port = try provider.start()
        defer { provider.stop() }
        let reply = try ask(port, "GET", "/getall_reps_bystate.php?state=VT&output=json")
        #expect(reply.status == 200)
        #expect(reply.header("Content-Type") == "application/json")
        #expect(
            reply.text.contains("\"name\":\"Peter Welch\"") && reply.text.contains("\"phone\":\"(202) 225-4115\""))
    }
}
