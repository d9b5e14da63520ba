import JSONSchema

struct SourceText {
    private let lines: [ArraySlice<Unicode.Scalar>]

    init(_ text: String) {
        lines = Array(text.unicodeScalars).split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.last == "\r" ? line.dropLast() : line
        }
    }

    /// Returns the lines around a place, each at most `width` scalars, or `nil` if the line does not exist.
    func excerpt(at place: Place, width: Int) -> SourceExcerpt? {
        guard lines.indices.contains(place.line - 1), place.column >= 1 else { return nil }
        let marked = lines[place.line - 1]
        let column = min(place.column - 1, marked.count)
        let numbers = max(1, place.line - 1)...min(lines.count, place.line + 1)
        let shown = lines[(numbers.lowerBound - 1)..<numbers.upperBound]

        // All lines lose the same prefix to stay aligned.
        let indent = shown.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        let first = column - indent < width - 4 ? min(indent, column) : column - width / 2
        let cut = first > indent ? "…" : ""
        return SourceExcerpt(
            lines: zip(numbers, shown).map { number, line in
                SourceExcerpt.Line(number: number, text: cut + Self.visible(line.dropFirst(first), width))
            }, marked: place.line, before: cut + Self.visible(marked.prefix(column).dropFirst(first), width))
    }

    func lines(width: Int) -> [SourceExcerpt.Line] {
        lines.enumerated().map { SourceExcerpt.Line(number: $0 + 1, text: Self.visible($1, width)) }
    }

    private static func visible(_ line: ArraySlice<Unicode.Scalar>, _ width: Int) -> String {
        let text = String(String.UnicodeScalarView(line.prefix(width))).visible(keepingLines: true)
        return text.replacing("\t", with: "  ") + (line.count > width ? "…" : "")
    }
}

struct SourceExcerpt: Equatable {
    struct Line: Equatable {
        let number: Int
        let text: String
    }

    let lines: [Line]
    let marked: Int
    let before: String
}

package struct SourceFiles {
    private let read: (String) -> String?
    private var files: [String: SourceText?] = [:]

    package init(_ read: @escaping (String) -> String?) { self.read = read }

    mutating func excerpt(at place: Place, width: Int) -> SourceExcerpt? {
        text(of: place.file)?.excerpt(at: place, width: width)
    }

    mutating func lines(of file: String, width: Int) -> [SourceExcerpt.Line] {
        text(of: file)?.lines(width: width) ?? []
    }

    private mutating func text(of file: String) -> SourceText? {
        if files[file] == nil { files[file] = .some(read(file).map(SourceText.init)) }
        return files[file] ?? nil
    }
}
