import JSONSchema

package struct Span {
    /// The SGR parameters (ECMA-48) of the styles.
    package enum Style: String {
        case plain = ""
        case strong = "1"
        case faint = "2"
        case good = "32"
        case bad = "31"
        case error = "1;31"
        case warning = "1;33"
        case info = "1;36"
    }

    let text: String
    let style: Style
    /// Whether the line may break inside the span. Paths and commands stay whole to be clickable.
    let breaks: Bool

    package init(_ text: String, _ style: Style = .plain, breaks: Bool = true) {
        (self.text, self.style, self.breaks) = (text, style, breaks)
    }

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

package struct ConsoleCanvas {
    private let width: Int?
    private let color: Bool
    package private(set) var text = ""

    package init(width: Int? = nil, color: Bool = false) {
        self.width = width.map { max($0, 20) }
        self.color = color
    }

    /// Returns the columns left beside an indentation, assuming a width of 160 if lines are not wrapped.
    package func room(beside indent: Int) -> Int { max((width ?? 160) - indent, 8) }

    package mutating func blankLine() { text += "\n" }

    /// Writes spans as one line, wrapped with the indentation `hang`. Repeated spaces may distinguish values.
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
                // A word longer than a line starts on this one if at least 8 columns are free.
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
                    write(head, span.style, isFresh: isFresh)
                    rest = rest[head.endIndex...]
                    guard !rest.isEmpty else { break }
                    text += "\n" + hang
                    column = hang.count
                    isFresh = true
                }
                write(rest, span.style, isFresh: isFresh)
                column += rest.displayWidth
                isFresh = false
            }
        }
        text += "\n"
    }

    /// Writes a piece of text that already fits.
    ///
    /// GitHub executes indented lines that begin with `::`, so the first colon is escaped.
    private mutating func write(_ piece: Substring, _ style: Span.Style, isFresh: Bool) {
        let piece = isFresh && piece.hasPrefix("::") ? "\\u{3A}" + piece.dropFirst() : piece
        if color, style != .plain {
            text += "\u{1B}[\(style.rawValue)m\(piece)\u{1B}[0m"
        } else {
            text += piece
        }
    }
}

extension String {
    /// Returns untrusted text for a console, with control characters and pipeline commands made harmless.
    package func consoleText(keepingLines: Bool = false) -> String {
        visible(keepingLines: keepingLines).replacing("\t", with: "\\t").withoutPipelineCommands
    }
}
