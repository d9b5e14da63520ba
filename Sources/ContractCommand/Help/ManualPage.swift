import ContractReporting

struct ManualPage {
    enum Block {
        case paragraph(String)
        /// A term on its own line with its meaning below.
        case item(String, String)
        /// A short term with its meaning beside it, or below if the column is too wide.
        case row(String, String)
        case command(String)
        case verbatim(String)
    }

    struct Section {
        let heading: String
        let blocks: [Block]

        init(_ heading: String, _ blocks: [Block]) { (self.heading, self.blocks) = (heading, blocks) }
    }

    let sections: [Section]

    func text(width: Int?) -> String {
        let width = min(max(width ?? 80, 20), 100)
        return sections.filter { !$0.blocks.isEmpty }.map { section in
            "\(section.heading)\n" + text(of: section.blocks, width)
        }.joined(separator: "\n")
    }

    private func text(of blocks: [Block], _ width: Int) -> String {
        let terms = blocks.compactMap { if case .row(let term, _) = $0 { term.count } else { nil } }
        let column = (terms.max() ?? 0) + 2
        let margin = String(repeating: " ", count: width < 60 ? 2 : 4)
        var text = ""
        for (index, block) in blocks.enumerated() {
            switch block {
            case .paragraph(let words):
                if index > 0 { text += "\n" }
                text += Self.wrapped(words, width, first: margin, rest: margin)
            case .row(let term, let meaning) where column <= width / 2:
                let label = margin + term.padding(to: column)
                let indent = String(repeating: " ", count: margin.count + column)
                text += Self.wrapped(meaning, width, first: label, rest: indent)
            case .item(let term, let meaning), .row(let term, let meaning):
                text += Self.wrapped(term, width, first: margin, rest: margin + margin)
                text += Self.wrapped(meaning, width, first: margin + margin, rest: margin + margin)
            case .command(let words): text += Self.broken(words, width, margin)
            case .verbatim(let lines):
                for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
                    text += Self.verbatim(line, width, margin)
                }
            }
        }
        return text
    }

    static func wrapped(_ words: String, _ width: Int, first: String, rest: String) -> String {
        var canvas = ConsoleCanvas(width: width)
        canvas.line([Span(words)], indent: first, hang: rest)
        return canvas.text
    }

    private static func verbatim(_ line: Substring, _ width: Int, _ margin: String) -> String {
        guard margin.count + line.count > width else { return line.isEmpty ? "\n" : "\(margin)\(line)\n" }
        let indent = margin + line.prefix { $0 == " " }
        return wrapped(String(line), width, first: indent, rest: indent + "    ")
    }

    /// Breaks a shell command into lines that can be copied, but not within quotes or after an option's name.
    private static func broken(_ command: String, _ width: Int, _ margin: String) -> String {
        let words = command.matches(of: #/(?:--[^\s'"]+ (?!-))?(?:'[^']*'|"[^"]*"|[^\s'"])+/#).map { String($0.output) }
        var lines: [String] = []
        var line = margin
        for (index, word) in words.enumerated() {
            let end = index == words.count - 1 ? 0 : 2
            if index > 0, line.count + 1 + word.count + end > width {
                lines.append(line + " \\")
                line = margin + "    " + word
            } else {
                line += (index == 0 ? "" : " ") + word
            }
        }
        return (lines + [line]).joined(separator: "\n") + "\n"
    }
}
