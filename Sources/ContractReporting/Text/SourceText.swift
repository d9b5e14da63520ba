import ContractFormat
import JSONSchema

/// A file's text, indexed so that any place in it is found at once, even where all of it is one line.
struct SourceText {
    private static let stride = 4096

    private let bytes: [UInt8]
    private let lineStarts: [Int]
    /// The number of Unicode scalars before each multiple of `stride` bytes.
    private let scalars: [Int]

    init(_ text: String) {
        bytes = Array(text.utf8)
        var lineStarts = [0]
        var scalars: [Int] = []
        var count = 0
        for (offset, byte) in bytes.enumerated() {
            if offset.isMultiple(of: Self.stride) { scalars.append(count) }
            if byte & 0xC0 != 0x80 { count += 1 }
            if byte == 0x0A { lineStarts.append(offset + 1) }
        }
        self.lineStarts = lineStarts
        self.scalars = scalars
    }

    /// The lines around a place, no wider than `width` scalars each; `nil` where the text has no such line.
    func excerpt(at place: Place, around: Int = 1, width: Int) -> SourceExcerpt? {
        guard place.line >= 1, place.line <= lineStarts.count, place.column >= 1 else { return nil }
        let marked = range(ofLine: place.line)
        let markedLength = scalars(before: marked.upperBound) - scalars(before: marked.lowerBound)
        let column = min(place.column - 1, markedLength)
        let numbers = max(1, place.line - around)...min(lineStarts.count, place.line + around)
        let ranges = numbers.map { range(ofLine: $0) }

        // All lines are cut alike, so that they keep standing under each other.
        let indents = ranges.filter { !$0.isEmpty }.map { range in bytes[range].prefix { $0 == 0x20 }.count }
        let indent: Int = indents.min() ?? 0
        let first = column - indent < width - 4 ? min(indent, column) : column - width / 2
        let cut = first > indent ? "…" : ""
        let lines = zip(numbers, ranges).map { number, range in
            let (text, isWhole) = slice(of: range, from: first, count: width)
            return SourceExcerpt.Line(number: number, text: cut + text + (isWhole ? "" : "…"))
        }
        let before = cut + slice(of: marked, from: first, count: column - first).text
        return SourceExcerpt(lines: lines, marked: place.line, before: before)
    }

    /// Every line, made visible and cut to a width.
    func lines(width: Int) -> [SourceExcerpt.Line] {
        lineStarts.indices.map { index in
            let (text, isWhole) = slice(of: range(ofLine: index + 1), from: 0, count: width)
            return SourceExcerpt.Line(number: index + 1, text: text + (isWhole ? "" : "…"))
        }
    }

    private func range(ofLine line: Int) -> Range<Int> {
        let start = lineStarts[line - 1]
        var end = line < lineStarts.count ? lineStarts[line] - 1 : bytes.count
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    /// The scalars `from..<from + count` of a line made visible, and whether they reach its end.
    private func slice(of line: Range<Int>, from: Int, count: Int) -> (text: String, isWhole: Bool) {
        let start = offset(from, in: line)
        let end = offset(from + count, in: line)
        let text = String(decoding: bytes[start..<end], as: UTF8.self).visible(keepingLines: true)
        return (text.replacing("\t", with: "  "), end == line.upperBound)
    }

    /// The byte at which a line's scalar begins, or the line's end where it is shorter.
    private func offset(_ scalar: Int, in line: Range<Int>) -> Int {
        let target = scalars(before: line.lowerBound) + scalar
        var low = 0
        var high = scalars.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if scalars[middle] <= target { low = middle } else { high = middle }
        }
        var offset = low * Self.stride
        var count = scalars.isEmpty ? 0 : scalars[low]
        while offset < line.upperBound {
            if bytes[offset] & 0xC0 != 0x80 {
                if count == target { break }
                count += 1
            }
            offset += 1
        }
        return max(min(offset, line.upperBound), line.lowerBound)
    }

    private func scalars(before offset: Int) -> Int {
        guard offset > 0 else { return 0 }
        let block = min(offset / Self.stride, scalars.count - 1)
        return scalars[block] + bytes[(block * Self.stride)..<offset].count { $0 & 0xC0 != 0x80 }
    }
}

/// A few lines of a file with the place of a finding marked; ready to show.
struct SourceExcerpt: Equatable {
    struct Line: Equatable {
        /// Counted from 1.
        let number: Int
        /// Made visible and cut to the width.
        let text: String
    }

    let lines: [Line]
    /// The number of the line that holds the place.
    let marked: Int
    /// The line's text before the place.
    let before: String
}

/// The files of a report's findings, each read and indexed once.
package struct SourceFiles {
    private let read: (String) -> String?
    private var files: [String: SourceText?] = [:]

    /// Begins with no file read.
    package init(_ read: @escaping (String) -> String?) {
        self.read = read
    }

    mutating func excerpt(at place: Place, width: Int) -> SourceExcerpt? {
        text(of: place.file)?.excerpt(at: place, width: width)
    }

    /// Every line of a file; none where it cannot be read.
    mutating func lines(of file: String, width: Int) -> [SourceExcerpt.Line] {
        text(of: file)?.lines(width: width) ?? []
    }

    private mutating func text(of file: String) -> SourceText? {
        if files[file] == nil { files[file] = .some(read(file).map(SourceText.init)) }
        return files[file] ?? nil
    }
}
