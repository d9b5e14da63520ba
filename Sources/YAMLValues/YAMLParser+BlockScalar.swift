import JSONValues

// Literal and folded block scalars: the lines below `|` and `>`.
extension YAMLParser {
    /// Parses the block scalar at the cursor and moves to the line after it.
    ///
    /// - Parameter indent: the column of the enclosing collection.
    mutating func blockScalar(indent: Int) throws(JSONSyntaxError) -> Scalar {
        let start = cursor
        let isFolded = text[cursor] == UInt8(ascii: ">")
        let header = try readHeader()
        let width: Int
        if let indicator = header.indentation {
            width = max(indent, 0) + indicator
        } else {
            width = try detectIndentation(parent: indent)
        }
        scratch.removeAll(keepingCapacity: true)
        appendLines(width: width, isFolded: isFolded, chomping: header.chomping)
        cursor = lineStart
        return Scalar(start: start, range: start..<cursor, style: .block, isInScratch: true, isMultiline: true)
    }

    private enum Chomping { case strip, clip, keep }

    private mutating func readHeader() throws(JSONSyntaxError) -> (indentation: Int?, chomping: Chomping) {
        cursor += 1
        var indentation: Int?
        var chomping: Chomping?
        header: while true {
            switch text[cursor] {
            case UInt8(ascii: "1")...UInt8(ascii: "9") where indentation == nil: indentation = Int(text[cursor] &- 48)
            case UInt8(ascii: "-") where chomping == nil: chomping = .strip
            case UInt8(ascii: "+") where chomping == nil: chomping = .keep
            default: break header
            }
            cursor += 1
        }
        let end = cursor
        while isSpace(text[cursor]) { cursor += 1 }
        if text[cursor] == UInt8(ascii: "#"), cursor > end { cursor = lineEnd(from: cursor) }
        guard text[cursor] == UInt8(ascii: "\n") else {
            throw expected("the end of the line after the indicator of a block scalar")
        }
        cursor += 1
        lineStart = cursor
        return (indentation, chomping ?? .clip)
    }

    private func detectIndentation(parent: Int) throws(JSONSyntaxError) -> Int {
        var line = lineStart
        var deepest = 0
        var deepestLine = line
        while true {
            var position = line
            while text[position] == UInt8(ascii: " ") { position += 1 }
            let width = position - line
            if text[position] == UInt8(ascii: "\n") {
                if width > deepest { (deepest, deepestLine) = (width, position) }
                line = position + 1
                continue
            }
            if text[position] == UInt8(ascii: "\t"), width <= parent {
                throw fault(at: position, expected: "spaces as indentation")
            }
            let isContent = position < count && width > parent && !(width == 0 && isMarker(at: position))
            guard isContent else { return max(deepest, parent + 1) }
            guard deepest <= width else {
                throw fault(
                    at: deepestLine,
                    "a blank line before the text of a block scalar is indented by \(deepest) spaces, the text by \(width)"
                )
            }
            return width
        }
    }

    private mutating func appendLines(width: Int, isFolded: Bool, chomping: Chomping) {
        // Pending line breaks: the next lines determine their meaning.
        var breaks = 0
        var isFirst = true
        var wasSpaced = false
        while lineStart < count {
            var position = lineStart
            while position - lineStart < width, text[position] == UInt8(ascii: " ") { position += 1 }
            if text[position] == UInt8(ascii: "\n") {
                breaks += 1
                lineStart = position + 1
                continue
            }
            if position - lineStart < width || width == 0 && isMarker(at: position) { break }
            let end = lineEnd(from: position)
            let isSpaced = isSpace(text[position])
            if isFirst || !isFolded || isSpaced || wasSpaced {
                scratch.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks))
            } else {
                appendFold(breaks)
            }
            scratch.append(contentsOf: buffer[position..<end])
            isFirst = false
            wasSpaced = isSpaced
            breaks = 1
            lineStart = end + 1
        }
        switch chomping {
        case .strip: break
        case .clip: if !isFirst { scratch.append(UInt8(ascii: "\n")) }
        case .keep: scratch.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks))
        }
    }
}
