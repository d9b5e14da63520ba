import ContractFormat
import ContractOpenAPI

/// A match of a contract's path with an operation's path.
struct PathMatch {
    enum Value: Hashable {
        case literal(String)
        case argument(String)
        case composed
    }

    let values: [(parameter: String, value: Value)]
    /// The number of segments with equal text. Servers route to the match with the most.
    let sameSegments: Int

    /// - Parameter base: the server's path, which precedes the operation's.
    init?(_ template: Template, _ path: PathTemplate, base: String) {
        let sent = Self.segments(
            of: template.parts.map { part in
                switch part {
                case .text(let text): .text(text)
                case .placeholder(let slot): .placeholder(slot.placeholder)
                }
            })
        let offered = Self.segments(
            of: [.text(base)]
                + path.parts.map { part in
                    switch part {
                    case .text(let text): .text(text)
                    case .parameter(let name): .parameter(name)
                    }
                })
        guard sent.count == offered.count else { return nil }
        var values: [(parameter: String, value: Value)] = []
        var sameSegments = 0
        for (left, right) in zip(sent, offered) {
            if left == right {
                sameSegments += 1
            } else if let found = Self.match(left[...], right[...]) {
                values += found
            } else {
                return nil
            }
        }
        (self.values, self.sameSegments) = (values, sameSegments)
    }

    private enum Piece: Hashable {
        case text(String)
        case placeholder(Placeholder)
        case parameter(String)
    }

    private static func segments(of pieces: [Piece]) -> [[Piece]] {
        var segments: [[Piece]] = [[]]
        for piece in pieces {
            guard case .text(let text) = piece else {
                segments[segments.count - 1].append(piece)
                continue
            }
            for (index, part) in text.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { segments.append([]) }
                if !part.isEmpty { segments[segments.count - 1].append(.text(String(part))) }
            }
        }
        return segments
    }

    /// Returns a segment's parameter values, or `nil` on a mismatch. A parameter ends at its first following text.
    private static func match(
        _ sent: ArraySlice<Piece>, _ offered: ArraySlice<Piece>
    ) -> [(parameter: String, value: Value)]? {
        var sent = sent
        var values: [(parameter: String, value: Value)] = []
        for (index, part) in offered.enumerated() {
            switch part {
            case .text(let text):
                guard case .text(let first)? = sent.first, first.hasPrefix(text) else { return nil }
                sent = rest(of: first.dropFirst(text.count), sent)
            case .parameter(let name):
                guard !sent.isEmpty else { return nil }
                let next = offered.dropFirst(index + 1).first
                var taken: [Piece] = []
                while let piece = sent.first {
                    if case .text(let following)? = next, case .text(let text) = piece,
                        let range = text.range(of: following), !taken.isEmpty || range.lowerBound > text.startIndex
                    {
                        if range.lowerBound > text.startIndex { taken.append(.text(String(text[..<range.lowerBound]))) }
                        sent = rest(of: text[range.lowerBound...], sent)
                        break
                    }
                    taken.append(piece)
                    sent = sent.dropFirst()
                    // No delimiter separates adjacent parameters, so the first one takes one piece.
                    if case .parameter? = next { break }
                }
                values.append((name, value(of: taken)))
            case .placeholder: return nil
            }
        }
        return sent.isEmpty ? values : nil
    }

    private static func rest(of text: Substring, _ sent: ArraySlice<Piece>) -> ArraySlice<Piece> {
        text.isEmpty ? sent.dropFirst() : [.text(String(text))] + sent.dropFirst()
    }

    private static func value(of pieces: [Piece]) -> Value {
        switch pieces.first {
        case .text(let text)? where pieces.count == 1: .literal(text)
        case .placeholder(.name(let name))? where pieces.count == 1: .argument(name)
        case .text, .placeholder, .parameter, nil: .composed
        }
    }
}
