import JSONSchema

/// Endpoint names, made from a method and the words of a path.
enum EndpointName {
    enum Segment: Hashable {
        case word(String)
        case placeholder(String)
        /// A placeholder for a secret, after fixed text: `bot` of `/bot{token}/getMe`.
        case secret(prefix: String, name: String)
    }

    /// Returns `userPosts` for `GET /users/{id}/posts`, `createFavorite` for `POST /favorites`, `user` for
    /// `GET /users/{id}`.
    static func of(_ method: String, _ segments: [Segment]) -> String {
        let nouns = nouns(of: segments)
        let noun = nouns.isEmpty ? "root" : nouns.joined(separator: " ")
        let one = Naming.singular(noun)
        let endsOpen = if case .word? = segments.last { false } else { !segments.isEmpty }
        if method == "GET" { return Naming.lowerCamel(endsOpen ? one : noun) }
        let namesAction = actions.contains(noun.nameWords.last?.lowercased() ?? "")
        if method == "POST", namesAction { return Naming.lowerCamel(noun) }
        let verbs = ["POST": "create", "PUT": "replace", "PATCH": "update", "DELETE": "delete"]
        return Naming.lowerCamel(verbs[method].map { "\($0) \(one)" } ?? "\(method.lowercased()) \(noun)")
    }

    /// Final words of paths that name an action.
    private static let actions: Set<String> = [
        "login", "logout", "signin", "signup", "signout", "register", "search", "query", "refresh", "verify", "reset",
        "upload", "send", "subscribe", "unsubscribe", "authenticate", "graphql", "validate", "preview",
    ]

    /// Returns the model that a path is about, such as `Post` for `/users/{id}/posts`.
    static func model(_ segments: [Segment]) -> String {
        Naming.upperCamel(Naming.singular(nouns(of: segments).last ?? "Response"))
    }

    /// Returns the last word, after its owner if a placeholder separates them: `/users/{id}/posts`.
    private static func nouns(of segments: [Segment]) -> [String] {
        var nouns: [String] = []
        var wasPlaceholder = false
        for segment in segments {
            guard case .word(let word) = segment else {
                wasPlaceholder = true
                continue
            }
            guard !PathSegment.isAPIOrVersion(word), let name = stem(of: word) else { continue }
            nouns = (wasPlaceholder ? nouns.suffix(1).map(Naming.singular) : []) + [name]
            wasPlaceholder = false
        }
        return nouns
    }

    private static func stem(of word: String) -> String? {
        let endings = [".php", ".json", ".ssp", ".aspx", ".asp", ".jsp", ".do", ".cgi", ".xml"]
        let lower = word.lowercased()
        let stem = endings.first(where: lower.hasSuffix).map { String(word.dropLast($0.count)) } ?? word
        return stem.nameWords.isEmpty ? nil : stem
    }
}
