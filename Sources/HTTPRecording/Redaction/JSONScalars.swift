import JSONValues

struct JSONScalars {
    struct Scalar {
        let pointer: JSONPointer
        /// The name of its member, or of the member whose array contains it.
        let name: String
        let range: Range<Int>
        let json: JSON
    }

    private(set) var all: [Scalar] = []

    private struct Container {
        let isObject: Bool
        let name: String
        var index = 0
        var key: String?
    }

    /// Scans text that is known to be JSON, starting at its first bracket.
    init(in text: [UInt8], from start: Int, where isWanted: (String, [String]) -> Bool) {
        var open: [Container] = []
        var path: [String] = []
        JSONTokens.each(in: text[start...]) { token in
            switch token.first {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                // An object within an array inherits the name; its members have their own.
                let name = open.last.map { $0.key ?? $0.name } ?? ""
                open.append(Container(isObject: token.first == UInt8(ascii: "{"), name: name))
                path.append("")
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                open.removeLast()
                path.removeLast()
            case UInt8(ascii: ","):
                open[open.count - 1].index += 1
                open[open.count - 1].key = nil
            case UInt8(ascii: ":"): break
            default:
                guard let container = open.last else { return }
                let name = container.key ?? container.name
                if container.isObject, container.key == nil {
                    let key = Self.key(token)
                    open[open.count - 1].key = key
                    path[path.count - 1] = key
                } else if isWanted(name, path), let json = try? JSON(parsing: Array(token)) {
                    // Never fails: the whole text has been parsed before.
                    all.append(Scalar(pointer: JSONPointer(tokens: path), name: name, range: token.indices, json: json))
                }
            }
            if let container = open.last, !container.isObject { path[path.count - 1] = String(container.index) }
        }
    }

    private static func key(_ text: ArraySlice<UInt8>) -> String {
        guard text.contains(UInt8(ascii: "\\")) else {
            return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        }
        // Never fails: the whole text has been parsed before.
        return (try? JSON(parsing: Array(text)))?.stringValue ?? ""
    }
}
