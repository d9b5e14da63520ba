import JSONValues

/// The scalars of a JSON text, with their places and the bytes that they stand in.
struct JSONScalars {
    struct Scalar {
        let pointer: JSONPointer
        /// The name of the member that it is, or whose array holds it.
        let name: String
        let range: Range<Int>
        let json: JSON
    }

    private(set) var all: [Scalar] = []

    private struct Container {
        let isObject: Bool
        /// The name of the member that it is, or whose array holds it.
        let name: String
        var index = 0
        var key: String?
    }

    /// Reads a text that is known to be JSON, from its first bracket on.
    ///
    /// - Parameter isWanted: decides by the name and the path of a scalar.
    init(in text: [UInt8], from start: Int, where isWanted: (String, [String]) -> Bool) {
        var open: [Container] = []
        var path: [String] = []
        var index = start
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = text[index] == UInt8(ascii: "{")
                // An object within an array is named by nothing: its members are.
                open.append(Container(isObject: isObject, name: open.last.map { $0.key ?? $0.name } ?? ""))
                path.append("")
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                open.removeLast()
                path.removeLast()
                index += 1
                if open.isEmpty { return }
            case UInt8(ascii: ","):
                if !open.isEmpty {
                    open[open.count - 1].index += 1
                    open[open.count - 1].key = nil
                }
                index += 1
            case UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D: index += 1
            default:
                let end = Self.end(of: text, from: index)
                if let container = open.last {
                    let name = container.key ?? container.name
                    if container.isObject, container.key == nil {
                        let key = Self.key(text[index..<end])
                        open[open.count - 1].key = key
                        path[path.count - 1] = key
                    } else if isWanted(name, path), let json = try? JSON(parsing: Array(text[index..<end])) {
                        // It parses: the text was parsed before.
                        all.append(
                            Scalar(pointer: JSONPointer(tokens: path), name: name, range: index..<end, json: json))
                    }
                }
                index = max(end, index + 1)
            }
            if let container = open.last, !container.isObject { path[path.count - 1] = String(container.index) }
        }
    }

    /// The name of a member, from its string.
    private static func key(_ text: ArraySlice<UInt8>) -> String {
        guard text.contains(UInt8(ascii: "\\")) else {
            return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        }
        // It parses: the text was parsed before.
        return (try? JSON(parsing: Array(text)))?.stringValue ?? ""
    }

    /// Returns the end of the string, number or word that begins at an index.
    private static func end(of text: [UInt8], from start: Int) -> Int {
        guard text[start] == UInt8(ascii: "\"") else {
            return text[start...].firstIndex { ",]} \t\n\r".utf8.contains($0) } ?? text.count
        }
        var index = start + 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, text.count)
    }
}
