import Foundation
import Testing

@testable import ExampleClients

@Suite struct RepresentativesTests {
    private let xml = ["Content-Type": "text/xml"]

    @Test func readsLatin1() async throws {
        let body =
            Array(
                #"{"results":[{"name":"Nydia Vel"#.utf8) + [0xE1]
            + Array(
                #"zquez","party":"D","state":"NY","district":"7","phone":"","office":"","link":"http://a"}]}"#.utf8)
        let controller = RepresentativeController { _ in try Stub.reply(body) }
        #expect(try await controller.searchRepresentatives(forState: "NY").map(\.name) == ["Nydia Velázquez"])
    }

    @Test func readsUTF8IfTheServiceDeclaresIt() async throws {
        let body =
            #"{"results":[{"name":"Velázquez","party":"","state":"","district":"","phone":"","office":"","link":""}]}"#
        let controller = RepresentativeController(
            transport: Stub.transport(body, ["Content-Type": "application/json; charset=UTF-8"]))
        #expect(try await controller.searchRepresentatives(forState: "NY").map(\.name) == ["Velázquez"])
    }

    @Test func treatsNoResultsAsAnEmptyListWithAMessage() async throws {
        let controller = RepresentativeController(
            transport: Stub.transport("<result message='No Data Found' />\n", xml))
        let found = try await controller.searchRepresentatives(forState: "DC")
        #expect(found.isEmpty)
        #expect(
            RepresentativeController.summary(of: found, inState: "DC") == "No representatives were found for DC.")
    }

    @Test(arguments: ["", "<result message='No Data Fou", "<html>Error</html>", "{}", #"{"results":[{}]}"#, "[]"])
    func rejectsAnUnknownBodyAsUnreadable(body: String) async throws {
        let controller = RepresentativeController(transport: Stub.transport(body))
        await #expect(throws: RepresentativesError.unreadable) {
            try await controller.searchRepresentatives(forState: "UT")
        }
    }

    @Test func listsTheFiftyStates() throws {
        #expect(USState.all.count == 50)
        #expect(Set(USState.all.map(\.code)).count == 50)
        #expect(USState.all.first == USState(code: "AL", name: "Alabama"))
        #expect(USState.all.last == USState(code: "WY", name: "Wyoming"))
        #expect(!USState.all.contains { $0.code == "DC" })
        for state in USState.all { _ = try RepresentativesAPI.representatives(state: state.code) }
    }

    @Test(arguments: ["", "u", "ut", "UTA", "U&", "É1", "🇺🇸"])
    func refusesAnInvalidStateCode(state: String) {
        #expect(throws: RepresentativesError.invalidState) { try RepresentativesAPI.representatives(state: state) }
    }
}
