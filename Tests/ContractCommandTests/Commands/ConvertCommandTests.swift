import Foundation
import Testing

@testable import ContractCommand

struct ConvertCommandTests {
    private let fixture: CommandFixture

    init() throws { fixture = try CommandFixture() }

    private func path(_ name: String) -> String { fixture.url.appendingPathComponent(name).path }

    @Test func printsEveryDocumentAsJSON() async throws {
        try fixture.write("a: &x [1, yes]\n---\n- *x\n", to: "broken.yaml")
        try fixture.write("a: &x [1, yes]\nb: *x\n---\n- 0o17\n", to: "two.yaml")
        let output = await fixture.run("convert", path("two.yaml"))
        #expect(output.code == .success)
        #expect(output.out.filter { !" \n".contains($0) } == #"{"a":[1,"yes"],"b":[1,"yes"]}[15]"#)

        // An anchor is valid only in its own document. After an error, no document is printed.
        let broken = await fixture.run("convert", path("broken.yaml"))
        #expect(broken.code == .usage)
        #expect(broken.out == "")
        #expect(broken.err.contains("broken.yaml:3:3: error: not YAML: there is no anchor '&x' before this alias"))
    }

    @Test func readsStandardInput() async {
        let output = await fixture.run(["convert", "-"], input: "text\n")
        #expect(output.code == .success)
        #expect(output.out == "\"text\"\n")
        #expect(await fixture.run(["convert", "-"], input: "# nothing\n").out == "")
        let broken = await fixture.run(["convert", "-"], input: "a: b: c")
        #expect(broken.code == .usage)
        #expect(broken.err.contains("standard input:1:4: error: not YAML: a mapping or a sequence cannot begin"))
    }

    @Test func requiresOneReadableFile() async {
        let output = await fixture.run("convert")
        #expect(output.code == .usage)
        #expect(output.err.contains("'contracts convert' takes one file ('-' is standard input)"))
        #expect(await fixture.run("convert", path("gone.yaml")).err.contains("gone.yaml: error: cannot read it"))
    }
}
