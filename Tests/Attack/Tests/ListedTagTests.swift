import AttackFixture
import Foundation
import HTTPRecording
import TestSupport
import Testing

@testable import ContractCommand

/// Lists in requests and secrets in errors, through the built executable. Each flaw leads to one finding that names it.
@Suite(.timeLimit(.minutes(5)))
struct ListedTagTests {
    private static let findings: [ListedTags: String] = [
        .sortsTheBody: "the body differs at '/tags': its elements are in a different order [request.body]",
        .dropsOfTheBody: "the body differs at '/tags': it has 2 elements, not 3 [request.body]",
        .repeatsAPart: "the part 'tag' occurs 4 times, not 3 times; too many: 3 bytes [request.body]",
        .dropsAPart: "the part 'tag' occurs 2 times, not 3 times; missing: \"ice\" [request.body]",
        .endsLinesWithLF:
            "the multipart body cannot be read: a boundary line begins or ends with LF instead of CR LF "
            + "[request.body]",
        .showsItsToken: "the error of the call, or its payload, contains the secret 'token' [client.secret-leak]",
    ]

    @Test(arguments: ListedTags.allCases, [[], ["--isolation", "none"]])
    func reportsEachFlawOnce(client: ListedTags, mode: [String]) async throws {
        let folder = try TemporaryFolder()
        try folder.write(ListedTags.contract, to: "Contracts/tags/contract.json")
        try folder.write(try recording("PUT", #"{"tags":["sea","ice","fog"]}"#), to: "Recordings/tags/save.some.har")
        let parts = ["sea", "ice", "fog"].map {
            "--b\r\nContent-Disposition: form-data; name=\"tag\"\r\n\r\n\($0)\r\n"
        }
        try folder.write(
            try recording("POST", parts.joined() + "--b--\r\n", "multipart/form-data; boundary=b"),
            to: "Recordings/tags/upload.some.har")
        try folder.write(try recording("GET", nil), to: "Recordings/tags/list.all.har")
        let run = try await Attack.run(["verify"] + mode, in: folder.url, ["TAGS": client.rawValue], within: 90)
        #expect(run.end == .exit(client == .sound ? 0 : 1), "\(run)")
        let found = run.text.split(separator: "\n").compactMap { $0.split(separator: ": error: ").dropFirst().last }
        #expect(found.map(String.init) == Self.findings[client].map { [$0] } ?? [], "\(run)")
    }

    private func recording(
        _ method: String, _ sent: String?, _ type: String = "application/json"
    ) throws -> String {
        let headers: HeaderFields = sent == nil ? ["Authorization": "{header:Authorization}"] : ["Content-Type": type]
        let exchange = HTTPExchange(
            request: RecordedRequest(
                method: method, url: "https://tags.example.com/tags", headers: headers,
                body: sent.map { Array($0.utf8) }),
            response: sent == nil
                ? RecordedResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array("[]".utf8))
                : RecordedResponse(status: 204, headers: [:], body: []))
        let recording = Recording(
            entries: [exchange],
            provenance: Recording.Provenance(origin: "https://tags.example.com", provider: .local))
        return String(decoding: recording.serialized(), as: UTF8.self)
    }
}
