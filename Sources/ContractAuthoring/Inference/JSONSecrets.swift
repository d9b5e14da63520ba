import HTTPRecording
import JSONSchema

extension JSON {
    var secretTexts: [(pointer: JSONPointer, name: String, value: String)] {
        var found: [(pointer: JSONPointer, name: String, value: String)] = []
        // Long lists repeat the same names, so decisions are cached.
        var judged: [String: Bool] = [:]
        func isSecret(_ name: String) -> Bool {
            if let known = judged[name] { return known }
            let isSecret = CredentialNames.contains(name)
            judged[name] = isSecret
            return isSecret
        }
        func visit(_ json: JSON, _ pointer: JSONPointer, _ name: String, depth: Int) {
            guard depth < SampleShape.maximumDepth else { return }
            switch json {
            case .null, .bool, .number: break
            case .string(let text):
                if !text.isEmpty, isSecret(name) || CredentialShapes.matches(text) {
                    found.append((pointer, name, text))
                }
            case .array(let elements):
                for (index, element) in elements.enumerated() {
                    visit(element, pointer.appending(index), name, depth: depth + 1)
                }
            case .object(let members):
                for (key, value) in members { visit(value, pointer.appending(key), key, depth: depth + 1) }
            }
        }
        visit(self, .root, "", depth: 0)
        return found
    }
}
