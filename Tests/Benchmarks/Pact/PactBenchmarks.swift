import Foundation
import JSONSchema
import LoopbackServer
import TestSupport

/// Times the verification of a Pact with 1,000 interactions over sockets, in a separate process, and Pact's own
/// verifier in the same run.
enum PactBenchmarks {
    private static let interactions = 1_000

    static func run() throws {
        print("pact: a Pact with \(interactions) interactions verified over sockets, whole processes, median of 3")
        let folder = try TemporaryFolder()
        try folder.write(document.text(.pretty), to: "app-shop.json")
        let file = folder.url.appendingPathComponent("app-shop.json").path
        let server = Server { request in
            let id = request.path.last.flatMap { Int($0) } ?? 0
            let body: JSON = ["id": .number(JSONNumber(id)), "name": .string("Item \(id)"), "tags": ["a", "b", "c"]]
            return .now(Response(status: 200, contentType: "application/json", body: body.bytes(.compact)))
        }
        let port = try server.start()
        defer { server.stop() }
        let ours = try median {
            try Programs.time(
                Programs.contracts, ["pact", "verify", file, "--provider", "http://127.0.0.1:\(port)"])
        }
        print("  contracts pact verify: \(rounded(ours)) s")
        guard let pact = Programs.find("pact") else {
            print("  Pact's own verifier: not run, there is no 'pact' on the PATH (pip install pact-python-cli)")
            return
        }
        // One run is enough, because it takes long.
        let theirs = try Programs.time(
            pact, ["verifier", "-f", file, "-h", "127.0.0.1", "-p", "\(port)", "--no-colour"])
        print("  Pact's own verifier: \(rounded(theirs)) s; ours takes 1/\(Int(theirs / ours)) (aim: 1/20)")
    }

    private static func median(_ body: () throws -> Double) throws -> Double {
        try [body(), body(), body()].sorted()[1]
    }

    private static func rounded(_ value: Double) -> String { String(format: "%.2f", value) }

    private static var document: JSON {
        let interactions = (0..<interactions).map { number -> JSON in
            [
                "type": "Synchronous/HTTP", "description": .string("item \(number)"),
                "request": [
                    "method": "GET", "path": .string("/items/\(number)"), "headers": ["Accept": ["application/json"]],
                ],
                "response": [
                    "status": 200, "headers": ["Content-Type": ["application/json"]],
                    "body": [
                        "content": [
                            "id": .number(JSONNumber(number)), "name": .string("Item \(number)"), "tags": ["t"],
                        ], "contentType": "application/json", "encoded": false,
                    ],
                    "matchingRules": [
                        "body": [
                            "$.id": ["combine": "AND", "matchers": [["match": "integer"]]],
                            "$.name": ["combine": "AND", "matchers": [["match": "regex", "regex": "Item \\d+"]]],
                            "$.tags": ["combine": "AND", "matchers": [["match": "type", "min": 1]]],
                        ]
                    ],
                ],
            ]
        }
        return [
            "consumer": ["name": "app"], "provider": ["name": "shop"], "interactions": .array(interactions),
            "metadata": ["pactSpecification": ["version": "4.0"]],
        ]
    }
}
