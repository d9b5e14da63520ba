import ContractChecking
import NotesFixture
import Testing

/// What an explanation lists is what a run tries, of members that no property reads, too.
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
        // Of what nothing reads not every change is tried.
        #expect(outcomes.contains { $0.name == "/stars is 6" } == words.isEmpty)
    }
}
