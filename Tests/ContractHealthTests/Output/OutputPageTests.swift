import ContractReporting
import Foundation
import Testing

@testable import ContractHealth

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct HealthPageTests {
    private func count(_ text: String, in page: String) -> Int { page.components(separatedBy: text).count - 1 }

    @Test func expandsOnlyEndpointsInTrouble() {
        let page = OutputSamples.round.rendered(as: .html)
        #expect(count("<details class=\"endpoint ", in: page) == 6)
        // Degraded, unreachable and unsupported endpoints are open. The last one is in maintenance and stays closed.
        #expect(count("\" open>\n<summary><span class=\"sign", in: page) == 3)
        #expect(page.contains("<title>1 of 5 endpoints unreachable</title>"))
        #expect(page.contains("<dt>available in 7 d</dt><dd>99.90 %</dd><dd class=\"rounds\">2014 of 2016 rounds</dd>"))
        #expect(page.contains("passed after 1 retry"))
        #expect(page.contains("<span class=\"unseen\">: was skipped</span>"))
    }

    @Test func hasNoScriptsOrExternalResources() {
        let page = OutputSamples.round.rendered(as: .html)
        #expect(!page.contains("<script") && !page.contains("script-src") && !page.contains("url("))
        for attribute in page.matches(of: /\s(?:src|href|action|srcset)="([^"]*)"/) {
            #expect(attribute.1.hasPrefix("#") || attribute.1.hasPrefix("data:"), "\(attribute.1)")
        }
    }

    @Test(arguments: OutputSamples.hostileTexts) func escapesUntrustedText(_ text: String) {
        let page = OutputSamples.hostile(text).rendered(as: .html)
        #expect(!page.contains("<script") && !page.contains("<img"))
        #expect(!page.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{0}" })
    }

    @Test func showsARoundWithoutEndpointsAsUnsupported() {
        let page = HealthRound(started: OutputSamples.date, seconds: 0, endpoints: []).rendered(as: .html)
        #expect(page.contains("<header class=\"masthead unsupported\">"))
        #expect(page.contains("Nothing was checked"))
    }
}

struct SparklineTests {
    @Test func breaksTheLineAtAMissingLatency() {
        let samples = OutputSamples.samples([
            (.healthy, 1), (.healthy, 0.5), (.unreachable, nil), (.degraded, 2),
        ])
        // Four rounds, 40 units each: the line from (20, 13) to (60, 18.5), and a dot at (140, 2).
        #expect(
            Sparkline.text(of: samples)
                == "<svg class=\"spark\" viewBox=\"0 0 160 36\" role=\"img\" "
                + "aria-label=\"4 rounds, 500 ms to 2.00 s, 1 without a response\">"
                + "<polyline points=\"20.0,13.0 60.0,18.5\"/><polyline points=\"140.0,2.0 140.0,2.0\"/>"
                + "<rect class=\"healthy\" x=\"0.0\" y=\"30\" width=\"39.0\" height=\"6\"/>"
                + "<rect class=\"healthy\" x=\"40.0\" y=\"30\" width=\"39.0\" height=\"6\"/>"
                + "<rect class=\"unreachable\" x=\"80.0\" y=\"30\" width=\"39.0\" height=\"6\"/>"
                + "<rect class=\"degraded\" x=\"120.0\" y=\"30\" width=\"39.0\" height=\"6\"/></svg>")
    }

    @Test func showsTheLatestSixtyRounds() {
        let text = Sparkline.text(of: OutputSamples.samples((0..<200).map { (.healthy, Double($0)) }))
        #expect(text.components(separatedBy: "<rect").count == 61)
        #expect(text.contains("60 rounds, 2 min 20 s to 3 min 19 s"))
        #expect(Sparkline.text(of: []).isEmpty)
    }
}

struct HealthBadgeTests {
    @Test(arguments: [
        (OutputSamples.round, "contracts: 1 of 5 unreachable"),
        (HealthRound(started: OutputSamples.date, seconds: 0, endpoints: []), "contracts: nothing checked"),
    ])
    func isAnImageWithTheVerdict(_ round: HealthRound, _ title: String) {
        let text = round.rendered(as: .badge)
        #expect(XMLParser(data: Data(text.utf8)).parse())
        #expect(text.contains("<title>\(title)</title>"))
    }
}

/// Writes sample output for `Tests/browser/check.py` and `Tests/readers/check.py` to the folder in `REPORT_SAMPLES`.
@Test(.enabled(if: ProcessInfo.processInfo.environment["REPORT_SAMPLES"] != nil))
func writesSamplesOfHealth() throws {
    let folder = URL(fileURLWithPath: try #require(ProcessInfo.processInfo.environment["REPORT_SAMPLES"]))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let rounds =
        [
            ("health", OutputSamples.round),
            ("health-empty", HealthRound(started: OutputSamples.date, seconds: 0, endpoints: [])),
        ] + OutputSamples.hostileTexts.enumerated().map { ("health-hostile-\($0)", OutputSamples.hostile($1)) }
    for (name, round) in rounds {
        for format in HealthFormat.allCases {
            let text = round.rendered(as: format, in: ReportContext(tool: "contracts 1.0.0"))
            try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).\(format.rawValue)"))
        }
        try FileManager.default.moveItem(
            at: folder.appendingPathComponent("\(name).badge"), to: folder.appendingPathComponent("\(name).svg"))
    }
}
