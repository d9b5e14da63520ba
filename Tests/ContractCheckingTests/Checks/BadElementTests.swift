import ContractChecking
import Foundation
import HTTPRecording
import JSONSchema
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Faults that place one bad element in each array of models of a response in turn.
struct BadElementTests {
    private struct Item: Decodable { let id: Int }
    private struct Lists: Sendable { let pinned: [Item], others: [Item] }
    private struct Unreadable: Error {}

    private static let contract = """
        {"service":"lists","origin":"https://lists.example","models":{"Item":{"schema":{"type":"object",
        "required":["id"],"properties":{"id":{"type":"integer"}}}}},"endpoints":{"all":{
        "request":{"method":"GET","path":"/all"},"responses":{"200":{"content":"application/json",
        "schema":{"type":"object","required":["pinned","others"],"properties":{
        "pinned":{"type":"array","items":{"$ref":"#/models/Item/schema"}},
        "others":{"type":"array","items":{"$ref":"#/models/Item/schema"}}}},
        "models":{"/pinned/*":"Item","/others/*":"Item"}}},
        "cases":[{"name":"both","status":200}],"faults":{"badElement":"Unreadable"}}}}
        """
    private static let recording = """
        {"log":{"version":"1.2","creator":{"name":"test","version":"1"},"entries":[{
        "startedDateTime":"2026-11-20T12:00:00.000Z","time":1,"request":{"method":"GET",
        "url":"https://lists.example/all","httpVersion":"HTTP/1.1","cookies":[],"headers":[],"queryString":[],
        "headersSize":-1,"bodySize":0},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1",
        "cookies":[],"headers":[{"name":"Content-Type","value":"application/json"}],"content":{"size":46,
        "mimeType":"application/json","text":"{\\"pinned\\":[{\\"id\\":1}],\\"others\\":[{\\"id\\":2},{\\"id\\":3}]}"},
        "redirectURL":"","headersSize":-1,"bodySize":46},"cache":{},"timings":{"send":0,"wait":1,"receive":0}}]}}
        """

    private func findings(
        _ read: @escaping @Sendable ([[String: Any]], _ isPinned: Bool) throws -> [Item]
    ) async throws -> [Finding] {
        let folder = try TemporaryFolder()
        try folder.write(Self.contract, to: "Contracts/lists/contract.json")
        try folder.write(Self.recording, to: "Recordings/lists/all.both.har")
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("lists") {
                Model("Item", decoding: Item.self)
                Endpoint("all") { _ in
                    guard let url = URL(string: "https://lists.example/all") else { throw Unreadable() }
                    return URLRequest(url: url)
                } call: { _, transport in
                    guard let url = URL(string: "https://lists.example/all") else { throw Unreadable() }
                    let (data, _) = try await transport.send(URLRequest(url: url))
                    let json = try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]]
                    guard let json, let pinned = json["pinned"], let others = json["others"] else { throw Unreadable() }
                    return Lists(pinned: try read(pinned, true), others: try read(others, false))
                }
            }
        }
        let report = await suite.verify(Options(only: ["lists/faults/all/badElement"]))
        return report.findings
    }

    private static func strictly(_ objects: [[String: Any]]) throws -> [Item] {
        try objects.map { object in
            guard let id = object["id"] as? Int else { throw Unreadable() }
            return Item(id: id)
        }
    }

    private static func lossily(_ objects: [[String: Any]]) -> [Item] {
        objects.compactMap { ($0["id"] as? Int).map(Item.init) }
    }

    @Test func acceptsACallThatRefusesABadElementOfEveryArray() async throws {
        #expect(try await findings { objects, _ in try Self.strictly(objects) }.map(\.message) == [])
    }

    private static let returns = "the call returns, but must throw Unreadable"

    @Test func findsACallThatDropsABadElementOfAnyArray() async throws {
        let later = try await findings { objects, isPinned in
            isPinned ? try Self.strictly(objects) : Self.lossily(objects)
        }
        #expect(later.map(\.rule) == ["faults.returned"])
        #expect(later.map(\.message) == ["with a bad element in '/others' \(Self.returns)"])
        let first = try await findings { objects, isPinned in
            if isPinned { return Self.lossily(objects) }
            return try Self.strictly(objects)
        }
        #expect(first.map(\.message) == ["with a bad element in '/pinned' \(Self.returns)"])
    }
}
