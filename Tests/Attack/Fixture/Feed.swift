import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of notes, sound or with one flaw that no recorded response reveals.
package enum Feed: String, CaseIterable, Sendable {
    case sound, dropsTheLast, keepsTen, sorts, losesDigits, trimsTheKind, readsNumbersFromTexts

    package static let contract = """
        { "service": "feed", "origin": "https://feed.example.com",
          "models": {
            "Note": { "strictness": "exact", "schema": { "type": "object", "required": ["id", "kind"], "properties": {
              "id": { "type": "integer", "format": "int64" }, "kind": { "enum": ["open", "done"] } } } },
            "Page": { "schema": { "type": "object", "required": ["notes"], "properties": {
              "notes": { "type": "array", "items": { "$ref": "#/models/Note/schema" } } } } } },
          "endpoints": {
            "page": { "request": { "method": "GET", "path": "/page" },
              "responses": { "200": { "content": "application/json", "schema": { "$ref": "#/models/Page/schema" },
                "models": { "": "Page" } } },
              "cases": [{ "name": "first", "status": 200 }] },
            "archive": { "request": { "method": "GET", "path": "/archive" },
              "responses": { "200": { "content": "application/json",
                "schema": { "type": "array", "items": { "$ref": "#/models/Note/schema" } } } },
              "cases": [{ "name": "all", "status": 200 }] } } }
        """

    /// The rules that the flaw violates.
    package var rules: Set<String> {
        switch self {
        case .sound: []
        case .dropsTheLast, .keepsTen, .sorts: ["client.returns"]
        // A Double also accepts fractions.
        case .losesDigits: ["model.wrong-value", "model.false-accept"]
        case .trimsTheKind, .readsNumbersFromTexts: ["model.false-accept"]
        }
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("feed") {
                self == .losesDigits
                    ? Model("Note", decoding: RoundedNote.self) : Model("Note", decoding: Note.self, decoder: decoder)
                Model("Page", decoding: Page.self, decoder: decoder)
                Endpoint("page") { _ in
                    try Self.request("/page")
                } call: { _, transport in
                    let notes = try await load(Page.self, "/page", transport).notes
                    return self == .dropsTheLast ? notes.dropLast() : notes
                }
                Endpoint("archive") { _ in
                    try Self.request("/archive")
                } call: { _, transport in
                    let notes = try await load([Note].self, "/archive", transport)
                    if self == .keepsTen { return Array(notes.prefix(10)) }
                    return self == .sorts ? notes.sorted { $0.id < $1.id } : notes
                }
            }
        }
    }

    private static func request(_ path: String) throws -> URLRequest {
        guard let url = URL(string: "https://feed.example.com\(path)") else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }

    private func load<Value: Decodable>(
        _: Value.Type, _ path: String, _ transport: any Transport
    ) async throws -> Value {
        try decoder().decode(Value.self, from: try await transport.send(try Self.request(path)).0)
    }

    @Sendable private func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        if let key = Note.flaw { decoder.userInfo[key] = self }
        return decoder
    }
}

private enum Kind: String, Decodable { case open, done }

private struct RoundedNote: Decodable {
    let id: Double
    let kind: Kind
}

private struct Page: Decodable, Sendable { let notes: [Note] }

private struct Note: Decodable, Sendable {
    let id: Int64
    let kind: Kind

    static let flaw = CodingUserInfoKey(rawValue: "flaw")

    private enum Key: CodingKey { case id, kind }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let flaw = Self.flaw.flatMap { decoder.userInfo[$0] as? Feed }
        let text = flaw == .readsNumbersFromTexts ? try? values.decode(String.self, forKey: .id) : nil
        id = try text.flatMap { Int64($0) } ?? values.decode(Int64.self, forKey: .id)
        var word = try values.decode(String.self, forKey: .kind)
        if flaw == .trimsTheKind { word = word.trimmingCharacters(in: .whitespaces) }
        guard let kind = Kind(rawValue: word) else {
            throw DecodingError.dataCorruptedError(forKey: .kind, in: values, debugDescription: word)
        }
        self.kind = kind
    }
}
