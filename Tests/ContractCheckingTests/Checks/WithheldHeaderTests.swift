import ContractChecking
import Foundation
import NotesFixture
import Testing

/// The placeholder that a recording contains instead of the value of `Authorization`.
struct WithheldHeaderTests {
    private static let recording = "Recordings/notes/add.a note.har"
    private let folder: NotesFolder

    /// Changes the notes service to a bearer token instead of a custom header field.
    init() throws {
        folder = try NotesFolder()
        try folder.replace(
            #""X-Token": "{token}""#, with: #""Authorization": "Bearer {token}""#, in: "Contracts/notes/contract.json")
        for file in [Self.recording, "Recordings/notes/add and remove.har"] {
            try folder.replace("X-Token", with: "Authorization", in: file)
            try folder.replace("{env:NOTES_TOKEN}", with: "{header:Authorization}", in: file)
        }
    }

    private var suite: ContractSuite {
        let client = NotesClient()
        return ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("notes") {
                Model("Note", Note.init(json:))
                Endpoint("find", { try client.findRequest(tag: $0["tag"]) }) { arguments, transport in
                    try await client.find(tag: arguments["tag"], send: transport.send)
                }
                Endpoint("add") { arguments in
                    let token: String = try arguments["token"]
                    var request = try client.addRequest(
                        title: arguments["title"], stars: arguments["stars"], token: token)
                    request.setValue(nil, forHTTPHeaderField: "X-Token")
                    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
                    return request
                }
                Endpoint("remove") { try client.removeRequest(id: $0["id"]) }
            }
        }
    }

    @Test func acceptsThePlaceholderOfAWithheldHeader() async {
        let report = await suite.verify(Options(mode: .replay))
        #expect(report.findings == [])
        #expect(report.passed)
    }

    @Test func findsAnotherValueOfAWithheldHeader() async throws {
        try folder.replace("{header:Authorization}", with: "{header:Authorisation}", in: Self.recording)
        let report = await suite.verify(Options(mode: .replay))
        #expect(report.failed == ["notes/response/add/a note"])
        #expect(report.findings.map(\.rule) == ["recording.request"])
    }
}
