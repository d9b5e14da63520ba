import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import Testing

@testable import ContractReporting

struct HTMLTests {
    @Test func loadsNoExternalResources() throws {
        let golden = GoldenCase("failures")
        let page = try golden.report().rendered(as: .html, in: golden.context())
        for attribute in page.matches(of: /\s(?:src|href|action|srcset)="([^"]*)"/) {
            #expect(attribute.1.hasPrefix("#") || attribute.1.hasPrefix("data:"), "\(attribute.1)")
        }
        #expect(!page.contains("@import") && !page.contains("url("))
    }

    @Test func allowsOnlyItsOwnStyleAndScript() throws {
        let page = Report(checks: [sampleResult()], seconds: 0).rendered(as: .html)
        let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
        #expect(policy.hasPrefix("default-src 'none'; "))
        #expect(!policy.contains("unsafe"))
        for (directive, tag) in [("style", "style"), ("script", "script")] {
            let inside = try #require(page.firstMatch(of: try Regex("<\(tag)>([\\s\\S]*?)</\(tag)>")))
            let text = try #require(inside.output[1].substring)
            let hash = Data(SHA256.hash(Array(text.utf8))).base64EncodedString()
            #expect(policy.contains("\(directive)-src 'sha256-\(hash)'"))
        }
    }

    @Test(arguments: Hostile.texts) func escapesUntrustedText(_ text: String) {
        let page = Hostile.report(text).rendered(as: .html, in: ReportContext { _ in text })
        #expect(page.components(separatedBy: "<script").count == 2)
        #expect(!page.contains("<img") && !page.contains("<!["))
        #expect(
            !page.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{0}" || $0 == "\u{FFFE}" })
        #expect(!page.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::") })
    }

    @Test func boundsAMegabyteOfText() {
        let text = String(repeating: "0123456789\n", count: 100_000)
        let finding = sampleFinding(message: text, expected: text, found: text)
        let report = Report(checks: [sampleResult("b", .failed, findings: [finding])], seconds: 0)
        #expect(report.rendered(as: .html).utf8.count < 50_000)
    }

    @Test(arguments: [
        ("[\"a\", 1]", "[\"a\", 2]", "[\"a\", <mark>1</mark>]", "[\"a\", <mark>2</mark>]"),
        ("4.0026", "4.00", "4.00<mark>26</mark>", "4.00"), ("same", "same", "same", "same"),
        ("a string", "12", "a string", "12"), ("", "x", "", "x"), ("aaa", "aa", "aa<mark>a</mark>", "aa"),
        ("<b>", "<i>", "&lt;<mark>b</mark>&gt;", "&lt;<mark>i</mark>&gt;"),
    ])
    func marksDifferences(_ expected: String, _ found: String, _ first: String, _ second: String) {
        let marked = HTMLDifference.marked(expected, found)
        #expect(marked.expected == first)
        #expect(marked.found == second)
    }

    @Test func givesEachCheckItsOwnAnchor() {
        let names = ["a b", "a%20b", "a+b", "é", "e\u{301}", "a\"b", "a/b"]
        let page = Report(checks: names.map { sampleResult($0) }, seconds: 0).rendered(as: .html)
        let anchors = page.matches(of: /\sid="(a\/response\/[^"]*)"/).map { String($0.1) }
        #expect(
            anchors == [
                "a/response/a%20b", "a/response/a%2520b", "a/response/a%2Bb", "a/response/%C3%A9",
                "a/response/e%CC%81", "a/response/a%22b", "a/response/a/b",
            ])
    }
}

/// The examples of FIPS 180-4, and the lengths at which padding adds a block (checked with `sha256sum`).
@Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (String(repeating: "a", count: 1000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
])
func computesSHA256(_ text: String, _ expected: String) {
    let hash = SHA256.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hash == expected)
}

struct HTMLRequestDifferencesTests {
    private func page(_ rules: String...) -> String {
        let findings = rules.enumerated().map { index, rule in
            sampleFinding(
                rule: rule, message: "difference \(index)", expected: "a=1&b=2", found: "a=1&b=<3>",
                fingerprint: "\(index)")
        }
        return Report(checks: [sampleResult("b", .failed, findings: findings)], seconds: 0).rendered(as: .html)
    }

    @Test func showsTheDifferencesOfOneRequestInOneTable() {
        let page = page("request.query", "recording.request", "response.schema", "request.body")
        #expect(page.components(separatedBy: "<article").count == 3)
        #expect(page.contains("the request differs in 3 places"))
        #expect(page.contains("<pre class=\"value\">a=1&amp;b=<mark>2</mark></pre>"))
        #expect(page.contains("<pre class=\"value\">a=1&amp;b=<mark>&lt;3&gt;</mark></pre>"))
    }

    @Test func showsNoTableForASingleDifference() {
        #expect(!page("request.query", "response.schema").contains("<table class=\"differences\">"))
    }
}
