import EmbeddedTexts

enum CommandArticle {
    struct Section {
        var description = ""
        var exitStatus: [(code: String, meaning: String)] = []
        var examples: [String] = []
    }

    static let sections: [String: Section] = {
        let section = /\n### (\S+)\n\n((?s:.+?))\n\nExit status:\n\n((?:- .+\n)+)\n```sh\n((?s:.+?))\n```\n/
        let found = String(cString: embedded_Commands_md()).matches(of: section).map { match in
            let status = match.3.matches(of: /- (\d): (.+)/).map { (code: String($0.1), meaning: String($0.2)) }
            let examples = match.4.split(separator: "\n").map(String.init)
            return (String(match.1), Section(description: String(match.2), exitStatus: status, examples: examples))
        }
        return Dictionary(found) { first, _ in first }
    }()
}
