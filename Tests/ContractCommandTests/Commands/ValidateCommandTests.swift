import Foundation
import JSONSchema
import Testing

@testable import ContractCommand

struct ValidateCommandTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        try fixture.write(#"{"type": "object", "properties": {"n": {"type": "integer"}}}"#, to: "schema.json")
        try fixture.write(#"{"n": 1}"#, to: "good.json")
        try fixture.write("{\n  \"n\": \"x\"\n}", to: "bad.json")
    }

    private func path(_ name: String) -> String { fixture.url.appendingPathComponent(name).path }

    @Test func acceptsAValidDocument() async {
        let output = await fixture.run("validate", path("schema.json"), path("good.json"))
        #expect(output.code == .success)
        #expect(output.out == "\(path("good.json")): valid\n")
    }

    @Test func reportsThePositionOfAViolation() async {
        let output = await fixture.run("validate", path("schema.json"), path("good.json"), path("bad.json"))
        #expect(output.code == .findings)
        #expect(output.out.contains("bad.json:2:8: error: expected integer, found"))
    }

    @Test func readsStandardInputAndLines() async {
        let output = await fixture.run(
            ["validate", path("schema.json"), "--lines", "-"], input: "{\"n\":1}\n\n{\"n\":null}\n")
        #expect(output.code == .findings)
        #expect(output.out.contains("standard input:3:6: error:"))
    }

    @Test func reportsPositionsInYAML() async throws {
        try fixture.write("type: object\nproperties:\n  n: {type: integer}\n", to: "schema.yaml")
        try fixture.write("# A number\nn: 0x1F\n", to: "good.yml")
        try fixture.write("m: 1\nn:   'x'\n", to: "bad.yaml")
        try fixture.write("n: [\n", to: "broken.yaml")
        let output = await fixture.run("validate", path("schema.yaml"), path("good.yml"), path("bad.yaml"))
        #expect(output.code == .findings)
        #expect(output.out.hasPrefix("\(path("good.yml")): valid\n"))
        #expect(output.out.contains("bad.yaml:2:6: error: expected integer, found"))

        let input = await fixture.run(["validate", path("schema.json"), "-"], input: "n: .5\n")
        #expect(input.code == .findings)
        #expect(input.out.contains("standard input:1:4: error: expected integer"))

        let broken = await fixture.run("validate", path("schema.json"), path("broken.yaml"))
        #expect(broken.code == .usage)
        #expect(broken.err.contains("broken.yaml:2:1: error: not YAML: expected \"]\""))
    }

    /// An untrusted schema must not cause reads outside its folder, not even through a symbolic link.
    @Test func followsReferencesOnlyWithinAllowedFolders() async throws {
        try fixture.write(#"{"type": "string"}"#, to: "outside/text.json")
        try fixture.write(#"{"type": "integer"}"#, to: "schemas/parts/number.json")
        try fixture.write(#"{"$ref": "parts/number.json"}"#, to: "schemas/inside.json")
        try fixture.write(#"{"$ref": "../outside/text.json"}"#, to: "schemas/leaving.json")
        try fixture.write(#"{"$ref": "link.json"}"#, to: "schemas/linked.json")
        try FileManager.default.createSymbolicLink(
            atPath: path("schemas/link.json"), withDestinationPath: path("outside/text.json"))
        try fixture.write("1", to: "one.json")
        let inside = await fixture.run("validate", path("schemas/inside.json"), path("one.json"))
        #expect(inside.code == .success)
        for name in ["leaving", "linked"] {
            let words = ["validate", path("schemas/\(name).json"), path("one.json")]
            let refused = await fixture.run(words)
            #expect(refused.code == .usage)
            #expect(
                refused.err.contains("is not in the schema's folder; allow references to it with '--schemas FOLDER'"))
            let allowed = await fixture.run(words + ["--schemas", path("outside")])
            #expect(allowed.code == .findings, "\(allowed.err)")
        }
    }

    @Test func listsAThousandViolationsAndCountsTheRest() async throws {
        try fixture.write(#"{"items": {"type": "integer"}}"#, to: "list.json")
        try fixture.write("[" + Array(repeating: "\"x\"", count: 3000).joined(separator: ",") + "]", to: "texts.json")
        let output = await fixture.run("validate", path("list.json"), path("texts.json"))
        #expect(output.code == .findings)
        let lines = output.out.split(separator: "\n")
        #expect(lines.count == 1001)
        #expect(lines.last?.contains("2000 more violations are left out") == true)
    }

    @Test func reportsInvalidJSONInvalidSchemasAndMissingFiles() async throws {
        try fixture.write("{", to: "broken.json")
        let broken = await fixture.run("validate", path("schema.json"), path("broken.json"))
        #expect(broken.code == .usage)
        #expect(broken.err.contains("broken.json:1:2: error: not JSON"))

        try fixture.write(#"{"type": "objekt"}"#, to: "no-schema.json")
        let schema = await fixture.run("validate", path("no-schema.json"), path("good.json"))
        #expect(schema.code == .usage)
        #expect(schema.err.contains("no-schema.json:1:10: error: not a schema"))

        let missing = await fixture.run("validate", path("gone.json"), path("good.json"))
        #expect(missing.code == .usage)
        #expect(missing.err.contains("gone.json: error: cannot read it"))
    }

    @Test func printsTheBasicOutputOfTheStandard() async throws {
        let output = await fixture.run("validate", "--format", "json", path("schema.json"), path("bad.json"))
        let json = try JSON(parsing: output.out)
        #expect(json["valid"] == false)
        #expect(json[pointer: "/errors/0/instanceLocation"] != nil)
    }
}
