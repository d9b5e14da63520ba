import ContractChecking
import ContractFormat
import Foundation
import Testing

@testable import ContractReporting

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A JUnit XML document, parsed with libxml2.
final class JUnitDocument: NSObject, XMLParserDelegate {
    final class Element {
        let name: String
        let attributes: [String: String]
        var children: [Element] = []
        var text = ""

        init(_ name: String, _ attributes: [String: String]) {
            self.name = name
            self.attributes = attributes
        }

        func all(_ name: String) -> [Element] {
            (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
        }
    }

    let root = Element("", [:])
    private var path: [Element] = []

    init(_ text: String) throws {
        super.init()
        path = [root]
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        if !parser.parse() { throw try #require(parser.parserError) }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let element = Element(name, attributes)
        path.last?.children.append(element)
        path.append(element)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        path.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { path.last?.text += string }

    /// Returns the violations of the JUnit schema of Jenkins's xUnit plugin.
    func violations(places: Bool) -> [String] {
        let counts: Set = ["tests", "failures", "errors"]
        let allowed: [String: (required: Set<String>, optional: Set<String>, children: Set<String>)] = [
            "": ([], [], ["testsuites"]),
            "testsuites": (["name"], counts.union(["time"]), ["testsuite"]),
            "testsuite": (["name", "tests"], counts.union(["skipped", "time", "timestamp"]), ["testcase"]),
            "testcase": (
                ["name", "classname", "time"], places ? ["file", "line"] : [],
                ["failure", "error", "skipped", "system-out"]
            ),
            "failure": (["message", "type"], [], []), "error": (["message", "type"], [], []),
            "skipped": (["message"], [], []), "system-out": ([], [], []),
        ]
        var violations: [String] = []
        var names: Set<[String]> = []
        func visit(_ element: Element) {
            guard let rule = allowed[element.name] else { return violations.append("unknown <\(element.name)>") }
            let keys = Set(element.attributes.keys)
            for key in rule.required.subtracting(keys) { violations.append("<\(element.name)> without \(key)") }
            for key in keys.subtracting(rule.required).subtracting(rule.optional) {
                violations.append("<\(element.name)> with \(key)")
            }
            for (key, value) in element.attributes where counts.union(["skipped", "line"]).contains(key) {
                if UInt(value) == nil { violations.append("\(key) is \(value)") }
            }
            if let time = element.attributes["time"], !time.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) {
                violations.append("time is \(time)")
            }
            for (count, child) in [("failures", "failure"), ("errors", "error"), ("tests", "testcase")] {
                let found = element.all(child).count
                if let stated = element.attributes[count], Int(stated) != found {
                    violations.append("\(count) is \(stated), there are \(found)")
                }
            }
            if element.name == "testcase" {
                let name = [element.attributes["classname"] ?? "", element.attributes["name"] ?? ""]
                if !names.insert(name).inserted { violations.append("two cases are \(name)") }
                if element.children.count > 2 { violations.append("too much in \(name)") }
            }
            for child in element.children {
                if !rule.children.contains(child.name) { violations.append("<\(child.name)> in <\(element.name)>") }
                visit(child)
            }
        }
        visit(root)
        return violations
    }
}

struct JUnitTests {
    @Test(arguments: try GoldenCase.all(), [true, false]) func satisfiesTheSchema(_ golden: GoldenCase, _ places: Bool)
        throws
    {
        let report = try golden.report()
        let text = report.rendered(as: places ? .junit : .junitStrict, in: golden.context())
        let document = try JUnitDocument(text)
        #expect(document.violations(places: places) == [])
        #expect(document.root.all("testcase").count == report.checks.count)
        #expect(document.root.all("failure").count == report.count(.failed))
        #expect(document.root.all("error").count == report.count(.error))
        #expect(document.root.all("skipped").count == report.count(.skipped))
    }

    @Test(arguments: Hostile.texts) func satisfiesTheSchemaWithUntrustedText(_ text: String) throws {
        let xml = Hostile.report(text).rendered(as: .junit, in: ReportContext { _ in text })
        let document = try JUnitDocument(xml)
        #expect(document.violations(places: true) == [])
        #expect(!xml.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::") })
        let message = try #require(document.root.all("failure").first?.attributes["message"])
        #expect(message.hasPrefix(text.bounded(to: 2000).visible(keepingLines: true)))
    }

    @Test func repeatsTheMessageAndListsEveryFindingInAFailure() throws {
        let findings = [
            sampleFinding(severity: .warning, message: "less", fingerprint: "1"),
            sampleFinding(message: "worst", fingerprint: "2"),
        ]
        let xml = Report(checks: [sampleResult("b", .failed, findings: findings)], seconds: 0).rendered(as: .junit)
        let failure = try #require(try JUnitDocument(xml).root.all("failure").first)
        #expect(failure.attributes["message"] == "worst (and 1 more finding)")
        #expect(failure.attributes["type"] == "response.schema")
        #expect(failure.text.hasPrefix("worst (and 1 more finding)\n"))
        #expect(failure.text.contains("error: worst") && failure.text.contains("warning: less"))
    }

    @Test func doesNotFailACaseWithAWarning() throws {
        let result = sampleResult("b", .passed, findings: [sampleFinding(severity: .warning)])
        let root = try JUnitDocument(Report(checks: [result], seconds: 0).rendered(as: .junit)).root
        #expect(root.all("failure").isEmpty)
        #expect(root.all("system-out").first?.text.contains("warning: the name is missing") == true)
    }

    @Test func reportsFailuresWithoutFindings() throws {
        let report = Report(checks: [sampleResult("b", .failed), sampleResult("c", .error)], seconds: 0)
        let root = try JUnitDocument(report.rendered(as: .junit)).root
        #expect(root.all("failure").first?.attributes["message"] == "failed without a finding: no reason was given")
        #expect(root.all("error").first?.attributes["message"] == "no reason was given")
    }

    @Test func numbersRepeatedNames() throws {
        let report = Report(checks: ["b", "b (2)", "b", "b"].map { sampleResult($0) }, seconds: 0)
        let names = try JUnitDocument(report.rendered(as: .junit)).root.all("testcase").map { $0.attributes["name"] }
        #expect(names == ["response/b", "response/b (2)", "response/b (3)", "response/b (4)"])
    }

    @Test func keepsLineBreaksInAttributes() throws {
        let finding = sampleFinding(message: "one\n\ttwo \"three\" <four>")
        let xml = Report(checks: [sampleResult("b", .failed, findings: [finding])], seconds: 0).rendered(as: .junit)
        #expect(
            try JUnitDocument(xml).root.all("failure").first?.attributes["message"] == "one\n\ttwo \"three\" <four>")
    }
}
