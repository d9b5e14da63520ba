/// Names an endpoint after its method and the words of its path.
enum EndpointName {
    /// A segment of a path: a word of it, or a placeholder.
    enum Segment: Hashable {
        case word(String)
        case placeholder(String)
        /// A placeholder of this name for a secret, with the text before it: `bot` of `/bot{token}/getMe`.
        case secret(prefix: String, name: String)
    }

    /// `GET /users/{id}/posts` as `userPosts`, `POST /favorites` as `createFavorite`, `GET /users/{id}` as `user`.
    static func of(_ method: String, _ segments: [Segment]) -> String {
        let noun = noun(of: segments)
        let one = Naming.singular(noun)
        let endsOpen = if case .word? = segments.last { false } else { !segments.isEmpty }
        switch method {
        case "GET": return Naming.lowerCamel(endsOpen ? one : noun)
        case "POST" where verbs.contains(Naming.words(noun).last?.lowercased() ?? ""): return Naming.lowerCamel(noun)
        case "POST": return Naming.lowerCamel("create \(one)")
        case "PUT": return Naming.lowerCamel("replace \(one)")
        case "PATCH": return Naming.lowerCamel("update \(one)")
        case "DELETE": return Naming.lowerCamel("delete \(one)")
        default: return Naming.lowerCamel("\(method.lowercased()) \(noun)")
        }
    }

    /// Paths that say what they do.
    private static let verbs: Set<String> = [
        "login", "logout", "signin", "signup", "signout", "register", "search", "query", "refresh", "verify", "reset",
        "upload", "send", "subscribe", "unsubscribe", "authenticate", "graphql", "validate", "preview",
    ]

    /// The model that a call of the path is about: `Post` for `/users/{id}/posts`.
    static func model(_ segments: [Segment]) -> String {
        let last = words(of: segments).last ?? "Response"
        return Naming.upperCamel(Naming.singular(last))
    }

    private static func noun(of segments: [Segment]) -> String {
        var nouns: [String] = []
        var wasPlaceholder = false
        for segment in segments {
            switch segment {
            case .placeholder, .secret: wasPlaceholder = true
            case .word(let word):
                guard !PathSegment.isTechnical(word), let name = stem(of: word) else { continue }
                // Only what a placeholder stands between says more: /users/{id}/posts.
                if wasPlaceholder, let owner = nouns.last {
                    nouns = [Naming.singular(owner), name]
                } else {
                    nouns = [name]
                }
                wasPlaceholder = false
            }
        }
        return nouns.isEmpty ? "root" : nouns.joined(separator: " ")
    }

    private static func words(of segments: [Segment]) -> [String] {
        segments.compactMap { segment in
            guard case .word(let word) = segment, !PathSegment.isTechnical(word) else { return nil }
            return stem(of: word)
        }
    }

    /// The segment without the ending of a script: `getall_reps_bystate.php`.
    private static func stem(of word: String) -> String? {
        let endings = [".php", ".json", ".ssp", ".aspx", ".asp", ".jsp", ".do", ".cgi", ".xml"]
        let lower = word.lowercased()
        let stem = endings.first(where: lower.hasSuffix).map { String(word.dropLast($0.count)) } ?? word
        return Naming.words(stem).isEmpty ? nil : stem
    }
}
