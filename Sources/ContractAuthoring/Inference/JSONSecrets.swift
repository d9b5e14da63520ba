import HTTPRecording
import JSONSchema

extension JSON {
    /// The strings that look like secrets, each with the name of the member that holds it.
    var secretTexts: [(pointer: JSONPointer, name: String, value: String)] {
        var found: [(pointer: JSONPointer, name: String, value: String)] = []
        // Long lists repeat the same names, so decisions are cached.
        var judged: [String: Bool] = [:]
        forEachValue { pointer, json in
            guard let text = json.stringValue, !text.isEmpty else { return }
            let name = pointer.tokens.last { JSONPointer.index($0) == nil } ?? ""
            let isSecret = judged[name] ?? CredentialNames.contains(name)
            judged[name] = isSecret
            if isSecret || CredentialShapes.matches(text) { found.append((pointer, name, text)) }
        }
        return found
    }
}
