import ContractAuthoring
import ContractFormat
import Foundation
import JSONSchema
import Testing

@Suite struct InitTests {
    @Test func writesAValidContractAndARecordingsFolder() async throws {
        let run = try CommandLineRun()
        let outcome = await run.run(["init", "shop", "--origin", "HTTPS://API.Shop.example/"])
        #expect(outcome.code == .success)
        #expect(
            outcome.out == """
                wrote Contracts/shop/contract.json
                recordings go to Recordings/shop

                Replace 'Item' with a model of your own; this command prints a Swift type for a model of the contract:

                  contracts scaffold shop/Item

                Bind it in your suite:

                Service("shop") {
                    Model("Item", Item.init(json:))  // or decoding: Item.self
                }

                """)
        #expect(
            try run.files == [
                "Contracts/contract.schema.json", "Contracts/shop/contract.json", "Recordings/shop/.gitkeep",
            ])
        #expect(
            run.text("Contracts/shop/contract.json") == """
                {
                  "$schema": "../contract.schema.json",
                  "service": "shop",
                  "summary": "The API of shop: describe it in a sentence",
                  "origin": "https://api.shop.example",
                  "models": {
                    "Item": {
                      "summary": "An example: replace it with a model of your own",
                      "schema": {
                        "type": "object",
                        "required": ["id", "name"],
                        "properties": {
                          "id": { "type": "string", "minLength": 1 },
                          "name": { "type": "string" },
                          "note": { "type": ["string", "null"] }
                        }
                      },
                      "examples": [{ "id": "1", "name": "first", "note": "may be null or missing" }, { "id": "2", "name": "second" }]
                    }
                  }
                }

                """)
        let lint = await run.run(["lint"])
        #expect(lint.code == .success)
        #expect(lint.out == "note: no code is bound to 'shop' yet\n1 contract and 0 recordings: no fault\n")
    }

    /// The schema file beside the contracts matches the package's, and imported contracts conform to it.
    @Test func writesASchemaThatImportedContractsSatisfy() async throws {
        let run = try CommandLineRun()
        _ = await run.run(["init", "shop"])
        let original = Workshop.package.appendingPathComponent("Contracts/contract.schema.json")
        let text = String(decoding: try Data(contentsOf: original), as: UTF8.self)
        #expect(run.text("Contracts/contract.schema.json") == text, "'make schemas' copies the schema to Contracts")
        let schema = try Schema(try JSON(parsing: try Data(contentsOf: original)), formats: .assert)
        for name in try #require(ImportCaseTests.names) {
            let expected = ImportCaseTests.folder.appendingPathComponent("\(name)/expected/Contracts")
            for service in try FileManager.default.contentsOfDirectory(atPath: expected.path) {
                let file = expected.appendingPathComponent("\(service)/contract.json")
                let violations = schema.violations(of: try JSON(parsing: try Data(contentsOf: file)))
                #expect(violations.map(\.message) == [], "\(name)")
            }
        }
    }

    @Test func overwritesNothing() async throws {
        let run = try CommandLineRun()
        _ = await run.run(["init", "shop"])
        let files = try run.files
        let texts = files.map { run.text($0) }
        let again = await run.run(["init", "shop", "--origin", "https://other.example"])
        #expect(again.code == .usage)
        #expect(again.err.contains("Contracts/shop/contract.json already exists"))
        let other = await run.run(["init", "SHOP"])
        #expect(other.code == .usage)
        #expect(other.err.contains("there is a service 'shop', which differs only in letter case"))
        #expect(try run.files == files)
        #expect(files.map { run.text($0) } == texts)
    }

    @Test func rejectsAFolderWithRecordings() async throws {
        let run = try CommandLineRun()
        let recordings = run.folder.url.appendingPathComponent("Recordings/shop")
        try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: recordings.appendingPathComponent("a.b.har"))
        let outcome = await run.run(["init", "shop"])
        #expect(outcome.code == .usage)
        #expect(outcome.err.contains("Recordings/shop already contains recordings; nothing was written"))
        #expect(try run.files == ["Recordings/shop/a.b.har"])
    }

    @Test(arguments: ["class", "a.b_c", "🎉", "größe", "on-the-map"])
    func acceptsUnusualServiceNames(_ name: String) async throws {
        let run = try CommandLineRun()
        #expect(await run.run(["init", name]).code == .success)
        #expect(await run.run(["lint"]).code == .success)
        #expect(await run.run(["scaffold", "\(name)/Item"]).code == .success)
    }
}
