import ContractChecking
import JSONSchema

package enum ScoreArea: String, Sendable, CaseIterable {
    /// The share of schema constraints that models enforce.
    case strictness
    /// The share of provider changes that models and client calls survive.
    case survival
    /// The share of the contract that checks verify.
    case strength
}

package struct Score: Sendable, Hashable {
    package struct Gap: Sendable, Hashable {
        package let text: String
        package let place: Place?
    }

    package let area: ScoreArea
    package let reached: Int
    package let total: Int
    package let gaps: [Gap]

    /// The percentage, rounded down so that only a complete score has 100.
    package var percent: Int { total == 0 ? 100 : reached * 100 / total }

    package var words: String {
        switch area {
        case .strictness: "strict in \(reached) of \(total) constraints (\(percent) %)"
        case .strength: "tests \(reached) of \(total) promises of the contract (\(percent) %)"
        case .survival: "survives \(reached) of \(total) changes (\(percent) %)"
        }
    }
}

package struct ServiceScore: Sendable, Hashable {
    package let service: String
    package let scores: [Score]
    package let obstacles: [String]

    package subscript(area: ScoreArea) -> Score? { scores.first { $0.area == area } }

    package static func services(of report: Report) -> [ServiceScore] {
        ServiceTally.services(of: report).map { tally in
            ServiceScore(
                service: tally.service, scores: ScoreArea.allCases.compactMap { Score($0, of: tally.results) },
                obstacles: tally.results.filter { $0.outcome == .error || $0.outcome == .skipped }.map {
                    "\($0.check.id): \($0.reason ?? $0.outcome.words)"
                })
        }
    }
}

extension Score {
    fileprivate init?(_ area: ScoreArea, of results: [CheckResult]) {
        self.area = area
        switch area {
        case .strictness:
            let scores = results.compactMap { result in result.score.map { (result.check, $0) } }
            guard !scores.isEmpty else { return nil }
            reached = scores.reduce(0) { $0 + $1.1.enforced }
            total = scores.reduce(0) { $0 + $1.1.total }
            gaps = scores.flatMap { check, score in
                score.missing.map { Gap(text: "\(check.id): accepts \($0)", place: nil) }
                    + score.left.map { Gap(text: "\(check.id): its strictness permits \($0)", place: nil) }
            }
        case .strength:
            let strengths = results.compactMap(\.strength)
            guard !strengths.isEmpty else { return nil }
            reached = strengths.reduce(0) { $0 + $1.count(.noticed) }
            total = strengths.reduce(0) { $0 + $1.total }
            gaps = strengths.flatMap(\.mutants).filter { $0.outcome == .unnoticed || $0.outcome == .undecided }.map {
                Gap(text: $0.words, place: $0.contract)
            }
        case .survival:
            let survivals = results.compactMap { result in result.survival.map { (result.check, $0) } }
            guard !survivals.isEmpty else { return nil }
            reached = survivals.reduce(0) { $0 + $1.1.survived }
            total = survivals.reduce(0) { $0 + $1.1.changes.count }
            let lost = survivals.flatMap { check, survival in
                survival.changes.filter { $0.outcome != .survives }.map { (check, $0) }
            }
            gaps = lost.sorted { $0.1.weight < $1.1.weight }.map { check, change in
                Gap(text: "\(check.id): \(change.name): \(change.words)", place: change.contract)
            }
        }
    }
}

package enum ConsoleScore {
    private static let shown = 10

    package static func text(of services: [ServiceScore], width: Int?, color: Bool) -> String {
        var canvas = ConsoleCanvas(width: width, color: color)
        for (index, service) in services.enumerated() {
            if index > 0 { canvas.blankLine() }
            canvas.line([Span(service.service.consoleText(), .strong)])
            for score in service.scores { write(score, on: &canvas) }
            for obstacle in service.obstacles {
                canvas.line(
                    [Span("not evaluated:", .warning), Span(obstacle.bounded(to: 500).consoleText())], indent: "  ",
                    hang: "      ")
            }
        }
        return canvas.text
    }

    private static func write(_ score: Score, on canvas: inout ConsoleCanvas) {
        canvas.line([Span(score.words, score.percent == 100 ? .good : .plain)], indent: "  ", hang: "      ")
        for gap in score.gaps.prefix(shown) {
            canvas.line([Span(gap.text.bounded(to: 500).consoleText())], indent: "    ", hang: "      ")
            if let place = gap.place {
                canvas.line([Span("\(place)".consoleText(), .faint, breaks: false)], indent: "      ")
            }
        }
        if score.gaps.count > shown {
            canvas.line([Span("and \(score.gaps.count - shown) more", .faint)], indent: "    ")
        }
    }
}
