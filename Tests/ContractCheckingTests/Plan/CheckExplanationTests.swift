import ContractChecking
import NotesFixture
import Testing

/// Probes listed by an explanation, including those of members that no property reads.
struct CheckExplanationTests {
    @Test(arguments: ["", #""unread": ["/stars"],"#])
    func listsTheProbesOfTheRun(words: String) async throws {
        let folder = try NotesFolder()
        try folder.replace(
            #""examples": [ { "id": "n1""#, with: #"\#(words) "examples": [ { "id": "n1""#,
            in: "Contracts/notes/contract.json")
        let suite = folder.suite()
        let check = try #require(suite.checks.first { $0.id == "notes/model/Note" })
        let explanation = try #require(CheckExplanation(of: check, in: suite.loaded.value))
        let outcomes = await suite.verify(check).outcomes
        #expect(explanation.probes.map(\.name) == outcomes.map(\.name))
        // Unread members get fewer probes.
        #expect(outcomes.contains { $0.name == "/stars is 6" } == words.isEmpty)
    }
}
