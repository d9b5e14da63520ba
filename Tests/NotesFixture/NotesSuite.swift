import ContractChecking
import Foundation
import HTTPRecording
import TestSupport

/// A folder with the contract and the recordings of the notes service, removed when the test ends.
package final class NotesFolder: Sendable {
    private let folder: TemporaryFolder

    package var url: URL { folder.url }

    package init(contract: String = NotesContract.text) throws {
        folder = try TemporaryFolder()
        try write(contract, to: "Contracts/notes/contract.json")
        for (name, recording) in NotesRecordings.all {
            try write(String(decoding: recording.serialized(), as: UTF8.self), to: "Recordings/notes/\(name).har")
        }
    }

    package func write(_ text: String, to path: String) throws { try folder.write(text, to: path) }

    package func text(of path: String) throws -> String { try folder.text(of: path) }

    /// Changes one text in a file; fails where it is not there.
    package func replace(_ old: String, with new: String, in path: String) throws {
        let before = try text(of: path)
        guard before.contains(old) else { throw NotThere(text: old, path: path) }
        try write(before.replacingOccurrences(of: old, with: new), to: path)
    }

    package struct NotThere: Error {
        let text: String
        let path: String
    }

    package func suite(
        _ client: NotesClient = NotesClient(), note: Model = Model("Note", Note.init(json:)), call: Bool = true
    ) -> ContractSuite {
        Self.suite(in: url, client, note: note, call: call)
    }

    /// The suite over a folder that another process made.
    ///
    /// - Parameter afterFind: what the client leaves behind when it has looked for a tag.
    package static func suite(
        in url: URL, _ client: NotesClient = NotesClient(), note: Model = Model("Note", Note.init(json:)),
        call: Bool = true, afterFind: @escaping @Sendable (String) -> Void = { _ in }
    ) -> ContractSuite {
        let find: Endpoint.Builder = { try client.findRequest(tag: $0["tag"]) }
        return ContractSuite(
            contracts: url.appendingPathComponent("Contracts"), recordings: url.appendingPathComponent("Recordings")
        ) {
            Service("notes") {
                note
                if call {
                    Endpoint("find", find) { arguments, transport in
                        let tag: String = try arguments["tag"]
                        defer { afterFind(tag) }
                        return try await client.find(tag: tag, send: transport.send)
                    }
                } else {
                    Endpoint("find", find)
                }
                Endpoint("add") {
                    try client.addRequest(title: $0["title"], stars: $0["stars"], token: $0["token"])
                }
                Endpoint("remove") { try client.removeRequest(id: $0["id"]) }
            }
        }
    }
}

/// What the notes service answered once.
package enum NotesRecordings {
    package static var all: [(String, Recording)] {
        let provenance = Recording.Provenance(origin: "https://notes.example.com", provider: .local)
        return [
            ("find.two notes", [twoNotes]), ("find.no such tag", [noSuchTag]), ("add.a note", [aNote]),
            ("add and remove", [aNote, removed]),
        ].map { ($0, Recording(entries: $1, provenance: provenance)) }
    }

    package static let twoNotes = exchange(
        "GET", "/v1/notes?tag=home%20%26%20garden&limit=10", ["Accept": "application/json"], status: 200,
        ")]}'\n{\"notes\":[{\"id\":\"n1\",\"title\":\"Milk\",\"stars\":2,\"author\":\"Ada\"},{\"id\":\"n2\",\"title\":\"Tea\",\"stars\":0}]}"
    )
    package static let noSuchTag = exchange(
        "GET", "/v1/notes?limit=10&tag=none", ["Accept": "application/json"], status: 404, "{}")
    package static let aNote = exchange(
        "POST", "/v1/notes", ["Content-Type": "application/json", "X-Token": "{env:NOTES_TOKEN}"],
        sent: "{\"title\":\"Say \\\"hi\\\"\",\"stars\":3}", status: 201,
        "{\"id\":\"n3\",\"title\":\"Say \\\"hi\\\"\",\"stars\":3,\"author\":null}")
    package static let removed = exchange("DELETE", "/v1/notes/n3", [:], status: 204, "")

    private static func exchange(
        _ method: String, _ path: String, _ headers: HeaderFields, sent: String? = nil, status: Int, _ body: String
    ) -> HTTPExchange {
        HTTPExchange(
            request: RecordedRequest(
                method: method, url: "https://notes.example.com\(path)", headers: headers,
                body: sent.map { Array($0.utf8) }),
            response: RecordedResponse(
                status: status, headers: body.isEmpty ? [:] : ["Content-Type": "application/json"],
                body: Array(body.utf8)))
    }
}

extension Report {
    /// `RULE@CONTRACT LINE` of every finding, without doubles.
    package var faults: Set<String> { Set(findings.map { "\($0.rule)@\($0.contract.line)" }) }

    /// The identifiers of the checks that failed.
    package var failed: Set<String> { Set(checks.filter { $0.outcome != .passed }.map(\.check.id)) }
}
