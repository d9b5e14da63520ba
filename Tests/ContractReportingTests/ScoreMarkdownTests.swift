import Testing

@testable import ContractReporting

struct ScoreMarkdownTests {
    @Test func limitsTheTableAndCountsOnlyListsThatExist() {
        let complete = Score(area: .strictness, reached: 1, total: 1, gaps: [])
        let incomplete = Score(area: .survival, reached: 0, total: 1, gaps: [Score.Gap(text: "gap", place: nil)])
        // Each underscore takes 5 bytes, so 200 rows would take more than 97,000 bytes.
        let services = (100..<300).map { number in
            ServiceScore(
                service: "\(number)" + String(repeating: "_", count: 97),
                scores: number == 100 ? [complete, incomplete] : [complete], obstacles: [])
        }
        let text = ScoreMarkdown.text(of: services, before: nil, changes: nil)
        #expect(text.utf8.count < 60_000)
        #expect(text.hasSuffix("- gap\n\n</details>\n"))
        #expect(!text.contains("did not fit here"))
    }
}
