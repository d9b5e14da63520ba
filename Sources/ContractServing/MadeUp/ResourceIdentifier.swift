import ContractFormat
import JSONSchema

extension JSONObject {
    /// Returns the member named like a placeholder, or else `id`, `*id`, or a key, slug, code or number.
    func identifier(like placeholder: String? = nil) -> (name: String, text: String)? {
        func rank(_ name: String) -> Int? {
            if name == placeholder?.folded { return 0 }
            if ["id", "uuid", "guid"].contains(name) { return 1 }
            if name.hasSuffix("id") { return 2 }
            return ["key", "slug", "code", "number"].contains(name) ? 3 : nil
        }
        let ranked = compactMap { name, value -> (rank: Int, name: String, text: String)? in
            guard let text = value.scalarText, let rank = rank(name.folded) else { return nil }
            return (rank, name, text)
        }
        return ranked.min { $0.rank < $1.rank }.map { ($0.name, $0.text) }
    }
}

extension JSON {
    var scalarText: String? {
        switch self {
        case .string, .number: plainText
        case .null, .bool, .array, .object: nil
        }
    }
}

extension Template {
    var lastSegment: [Placeholder] { segments.last?.placeholders ?? [] }
}
