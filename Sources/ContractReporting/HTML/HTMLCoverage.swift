import ContractChecking
import JSONSchema

enum HTMLCoverage {
    private static let width = 160

    static func write(_ strength: Strength, to page: inout String, sources: inout SourceFiles) {
        guard let file = strength.coverage.first?.contract.file else { return }
        let parts = Dictionary(grouping: strength.coverage.filter { $0.contract.file == file }, by: \.contract.line)
        let lines = sources.lines(of: file, width: width)
        guard !lines.isEmpty else { return }
        page += "<details class=\"coverage\"><summary>\(strength.covered) of "
        page += "\(counted(strength.coverage.count, "part")) of the contract are exercised</summary>\n"
        page += "<pre class=\"source\">"
        for line in lines {
            page += "<span class=\"line\(mark(of: parts[line.number] ?? []))\" data-line=\"\(line.number)\">"
            page += line.text.markupText
            for part in parts[line.number] ?? [] { page += note(of: part) }
            page += "</span>"
        }
        page += "</pre></details>\n"
    }

    private static func mark(of parts: [Strength.Part]) -> String {
        if parts.isEmpty { return "" }
        return parts.contains { $0.count == 0 } ? " idle" : " exercised"
    }

    private static func note(of part: Strength.Part) -> String {
        let count = part.count == 0 ? "never" : "\(part.count)×"
        let title = "\(part.kind.rawValue) \(part.name.bounded(to: 120)): \(explanation(of: part))"
        return " <span class=\"count\" title=\"\(title.markupText)\">\(count)</span>"
    }

    private static func explanation(of part: Strength.Part) -> String {
        switch part.kind {
        case .response: part.count == 0 ? "no recording has it" : "\(counted(part.count, "recorded response"))"
        case .argument: part.count == 0 ? "no case passes it" : "passed by \(counted(part.count, "case"))"
        case .case: part.count == 0 ? "it has no recording" : "it has a recording"
        case .fault: part.count == 0 ? "no call is bound" : "the bound call is tested with it"
        case .schema: part.count == 0 ? "no value to check" : "\(counted(part.count, "value")) to check"
        }
    }
}
