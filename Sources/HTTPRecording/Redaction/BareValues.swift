/// Numbers and literals of a JSON text that hold a secret: a placeholder in their place must be a string.
enum BareValues {
    /// The edits, those outside of strings widened to the whole value and written as a string.
    static func quoting(_ edits: [SecretFinder.Edit], in text: [UInt8]) -> [SecretFinder.Edit] {
        var quoted: [SecretFinder.Edit] = []
        var isInString = false
        var index = 0
        for edit in edits {
            while index < edit.range.lowerBound {
                if text[index] == UInt8(ascii: "\\"), isInString {
                    index += 1
                } else if text[index] == UInt8(ascii: "\"") {
                    isInString.toggle()
                }
                index += 1
            }
            guard !isInString, text[edit.range].allSatisfy(isBare) else {
                quoted.append(edit)
                continue
            }
            let start = text[..<edit.range.lowerBound].lastIndex { !isBare($0) }.map { $0 + 1 } ?? 0
            let end = text[edit.range.upperBound...].firstIndex { !isBare($0) } ?? text.count
            guard start >= quoted.last?.range.upperBound ?? 0 else { continue }
            let string = "\"".utf8 + JSONEscapes.encode(Array(edit.name.utf8)) + "\"".utf8
            quoted.append(SecretFinder.Edit(range: start..<end, replacement: string, name: edit.name))
        }
        return quoted
    }

    private static func isBare(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "+-.".utf8.contains(byte) }
}
