import JSONSchema

package struct Span {
    package enum Meaning {
        case plain, strong, faint, good, bad, error, warning, info

        /// The parameters of the ANSI sequence that selects graphic rendition (ECMA-48, SGR).
        fileprivate var rendition: String? {
            switch self {
            case .plain: nil
            case .strong: "1"
            case .faint: "2"
            case .good: "32"
            case .bad: "31"
            case .error: "1;31"
            case .warning: "1;33"
            case .info: "1;36"
            }
        }
    }

    let text: String
    let meaning: Meaning
    /// Whether a line may break inside; paths and commands stay whole, so that they can be clicked.
    let breaks: Bool

    package init(_ text: String, _ meaning: Meaning = .plain, breaks: Bool = true) {
        self.text = text
        self.meaning = meaning
        self.breaks = breaks
    }

    /// The pieces that a line may break before, each with the number of blanks there.
    fileprivate var words: [(blanks: Int, word: Substring)] {
        guard breaks else { return text.isEmpty ? [] : [(0, text[...])] }
        var words: [(blanks: Int, word: Substring)] = []
        var blanks = 0
        for piece in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !piece.isEmpty {
                words.append((blanks, piece))
                blanks = 0
            }
            blanks += 1
        }
        return words
    }
}

/// Lines of console text, wrapped by display width and coloured where that is wanted.
package struct ConsoleCanvas {
    private let width: Int?
    private let color: Bool
    package private(set) var text = ""

    package init(width: Int? = nil, color: Bool = false) {
        self.width = width.map { max($0, 20) }
        self.color = color
    }

    /// The columns left beside an indentation, or a generous measure where nothing is wrapped.
    package func room(beside indent: Int) -> Int { max((width ?? 160) - indent, 8) }

    package mutating func blankLine() { text += "\n" }

    /// Writes spans as one line with a space between them, going on under `hang` where the width is used up. Several blanks
    /// between words stay, as they may be all that two values differ in.
    package mutating func line(_ spans: [Span], indent: String = "", hang: String? = nil) {
        let hang = hang ?? indent
        let width = width ?? .max
        text += indent
        var column = indent.displayWidth
        var isFresh = true
        for span in spans {
            for (index, (blanks, word)) in span.words.enumerated() {
                let gap = index == 0 ? 1 : blanks
                let length = word.displayWidth
                // A word longer than a line begins on this one, unless too little of it would fit.
                let isLong = hang.count + length > width
                let needed = isLong ? 8 : length
                if !isFresh, column + gap + needed > width, !isLong || span.breaks {
                    text += "\n" + hang
                    column = hang.count
                    isFresh = true
                } else if !isFresh {
                    text += String(repeating: " ", count: gap)
                    column += gap
                }
                var rest = word
                while span.breaks, column + rest.displayWidth > width {
                    let fitting = rest.prefix(columns: width - column)
                    let head = fitting.isEmpty ? rest.prefix(1) : fitting
                    write(head, span.meaning, isFresh: isFresh)
                    rest = rest[head.endIndex...]
                    guard !rest.isEmpty else { break }
                    text += "\n" + hang
                    column = hang.count
                    isFresh = true
                }
                write(rest, span.meaning, isFresh: isFresh)
                column += rest.displayWidth
                isFresh = false
            }
        }
        text += "\n"
    }

    /// Writes a piece that is already as wide as it should be.
    ///
    /// A pipeline obeys a line that begins with `::` even where it is indented, so no line begins so.
    private mutating func write(_ piece: Substring, _ meaning: Span.Meaning, isFresh: Bool) {
        let piece = isFresh && piece.hasPrefix("::") ? "\\u{3A}" + piece.dropFirst() : piece
        if color, let rendition = meaning.rendition {
            text += "\u{1B}[\(rendition)m\(piece)\u{1B}[0m"
        } else {
            text += piece
        }
    }
}

extension String {
    /// Outside text for a console: visible, and without the markers that pipelines obey anywhere in a line.
    package func consoleText(keepingLines: Bool = false) -> String {
        visible(keepingLines: keepingLines).replacing("\t", with: "\\t").withoutPipelineCommands
    }
}
