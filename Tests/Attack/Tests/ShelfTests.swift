import AttackFixture
import Foundation
import HTTPRecording
import TestSupport
import Testing

@testable import ContractCommand

/// The flaws of the shelf client and its loans, through the built executable: defaults, omitted or reordered strings,
/// dates and time zones, amounts, coordinates, lists, UUIDs, enumerations and GraphQL requests.
@Suite(.timeLimit(.minutes(5)))
struct ShelfTests {
    private static let findings: [Shelf: String] = [
        .assumesAnotherSize: "[model.wrong-value]", .leavesOutAField: "[replay.unplayed]",
        .hidesLabels: "[model.wrong-value]", .makesUpAMoment: "[model.wrong-value]",
        .writesTheDayOfItsZone: "[request.query]", .hidesTheNoteOfOneState: "[model.wrong-value]",
        .readsTheBeginningOfAState: "[model.wrong-value]", .refusesTheLongestList: "[request.refused]",
        .sortsLabels: "[model.wrong-value]", .refusesDebts: "[model.false-reject]",
        .takesAThirdCoordinate: "[model.false-accept]", .losesAHundredth: "[request.query]",
        .turnsBooksRound: "[client.returns]", .keepsWhatCameBefore: "[faults.returned]",
        .takesANoticeWithoutText: "[model.false-accept]", .refusesAnUnknownTopic: "[model.false-reject]",
        .takesTheBeginningOfAMoment: "[model.false-accept]", .losesAFraction: "[request.query]",
        .movesAnHour: "[request.body]", .readsAnEmptyLoan: "[faults.returned]",
        .roundsTheMinutes: "[client.wrong-error]", .refusesAnUnknownKind: "[model.false-reject]",
        .roundsAShare: "[model.wrong-value]",
    ]

    /// Flaws with two findings: at a tag and its property, or at a list and its element.
    private static let ofTwoPlaces: Set<Shelf> = [.takesANoticeWithoutText, .refusesAnUnknownTopic]

    @Test(arguments: Shelf.allCases, [[], ["--isolation", "none"]])
    func reportsEachFlawWithItsRule(client: Shelf, mode: [String]) async throws {
        let folder = try TemporaryFolder()
        let json: HeaderFields = ["Content-Type": "application/json"]
        let exchanges = ["books", "prices"].map { field in
            HTTPExchange(
                request: RecordedRequest(
                    method: "POST", url: "https://shelf.example.com/graphql", headers: json,
                    body: Array(Shelf.body(field).utf8)),
                response: RecordedResponse(status: 200, headers: json, body: Array("{}".utf8)))
        }
        let visits = ["", "?on=2026-03-01"].map { query in
            HTTPExchange(
                request: RecordedRequest(method: "GET", url: "https://shelf.example.com/visits" + query),
                response: RecordedResponse(status: 200, headers: json, body: Array("{}".utf8)))
        }
        let books = HTTPExchange(
            request: RecordedRequest(method: "GET", url: "https://shelf.example.com/books"),
            response: RecordedResponse(
                status: 200, headers: json, body: Array(#"[{"title":"Emma"},{"title":"Ivanhoe"}]"#.utf8)))
        let recordings = [
            "books.all": [books], "fill.both": exchanges, "visits.all": [visits[0]], "visits.of a day": [visits[1]],
        ].merging(Shelf.loanExchanges) { $1 }
        try folder.write(Shelf.contract, recordings, of: "shelf")
        // A time zone for workers. Code in this process keeps its own.
        let zone = mode.isEmpty ? [:] : ["TZ": "Pacific/Apia"]
        let environment = zone.merging(["SHELF": client.rawValue]) { $1 }
        let run = try await Attack.run(["verify"] + mode, in: folder.url, environment, within: 90)
        #expect(run.end == .exit(client == .sound ? 0 : 1), "\(run)")
        let found = run.text.split(separator: "\n").filter { $0.contains(": error: ") }
        let rules = found.compactMap { $0.split(separator: " ").last.map(String.init) }
        let places = Self.ofTwoPlaces.contains(client) ? 2 : 1
        #expect(rules == Self.findings[client].map { Array(repeating: $0, count: places) } ?? [], "\(run)")
        #expect(
            run.text.contains("POST https://shelf.example.com/graphql (query Find)") == (client == .leavesOutAField))
        // The property occurs at two places of a post but is reported once.
        #expect(run.text.ranges(of: "isFollowed'").count == 1, "\(run)")
    }
}
