import ContractChecking
import Foundation
import Testing

@testable import ContractReporting

/// Golden cases: each rendering in a case's folder is compared with the current output.
///
/// To add a case, add a folder with a `report.json`. `UPDATE_GOLDEN=1` writes the renderings, to be reviewed before the
/// commit.
struct GoldenTests {
    static let renderings: [(name: String, render: @Sendable (Report, GoldenCase) -> String)] = [
        ("console.txt", { $0.rendered(as: .console, in: $1.context()) }),
        ("console-40.txt", { $0.rendered(as: .console, in: $1.context(width: 40)) }),
        ("console-200.txt", { $0.rendered(as: .console, in: $1.context(width: 200)) }),
        ("console-color.txt", { $0.rendered(as: .console, in: $1.context(width: 80, color: true)) }),
        ("report.jsonl", { $0.rendered(as: .jsonl, in: $1.context()) }),
        ("junit.xml", { $0.rendered(as: .junit, in: $1.context()) }),
        ("junit-strict.xml", { $0.rendered(as: .junitStrict, in: $1.context()) }),
        ("github.txt", { $0.rendered(as: .github, in: $1.context()) }),
        ("report.sarif", { $0.rendered(as: .sarif, in: $1.context()) }),
        ("report.prom", { $0.rendered(as: .prometheus, in: $1.context()) }),
        ("github-summary.md", { report, _ in report.gitHubSummary() }),
    ]

    @Test(arguments: try GoldenCase.all()) func matchesTheApprovedRenderings(_ golden: GoldenCase) throws {
        let report = try golden.report()
        for (name, render) in Self.renderings {
            let file = golden.folder.appendingPathComponent(name)
            let text = render(report, golden)
            if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" { try Data(text.utf8).write(to: file) }
            let approved = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            let isApproved = text.utf8.elementsEqual(approved.utf8)
            #expect(isApproved, "\(golden)/\(name) is now:\n\(text)")
        }
    }

    @Test(arguments: try GoldenCase.all()) func roundTripsTheJSONReport(_ golden: GoldenCase) throws {
        let text = try golden.report().rendered(as: .json)
        #expect(Array(text.utf8) == Array(try golden.data()))
    }

    @Test func findsTheGoldenCases() throws {
        #expect(try GoldenCase.all().map(\.name).contains("hostile"))
    }
}
