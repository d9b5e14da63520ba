import HTTPRecording

/// An importer that drafts a contract from a curl command, as copied from browsers and documentation.
package enum CurlImport {
    private static let others: Set<String> = ["wget", "http", "https", "xh", "xhs"]

    package static func recognises(_ text: String) -> Bool { isCurl(command(in: text)) != nil }

    /// Whether a command is one of curl, or `nil` if the string is not a command. A single word is not a command.
    private static func isCurl(_ command: Substring) -> Bool? {
        let word = command.prefix { !$0.isWhitespace && $0 != "\\" }.lowercased()
        guard word.count < command.count else { return nil }
        if word == "curl" || word == "curl.exe" { return true }
        return others.contains(word) ? false : nil
    }

    /// Returns the arguments of a curl command, and omissions for text after its end.
    package static func words(of text: String) throws(AuthoringError) -> (words: [String], omissions: [Omission]) {
        let command = command(in: text)
        if isCurl(command) == false {
            throw AuthoringError(
                "the command is not one of curl; copy it as cURL (bash), or write the request for curl")
        }
        let shell = try ShellWords(String(command))
        var omissions: [Omission] = []
        if !shell.rest.isEmpty, !shell.rest.hasPrefix("#") {
            omissions.add("curl", "the text after the command was left out: a pipe, a redirection or another command")
        }
        return (Array(shell.words.dropFirst()), omissions)
    }

    /// Returns the text from the command on, without prompts, blank lines, comments, and a shebang line.
    private static func command(in text: String) -> Substring {
        func isPrompt(_ character: Character) -> Bool { character.isWhitespace || character == "$" }
        var rest = text.drop { $0 == "\u{FEFF}" }.drop(while: isPrompt)
        while rest.hasPrefix("#") { rest = rest.drop { !$0.isNewline }.drop(while: isPrompt) }
        return rest
    }

    package static func draft(_ words: [String], _ options: ImportOptions) throws -> ImportedDraft {
        let (call, omissions) = try CurlCommand(words).call()
        let service = try options.service(for: call.origin)
        var drafting = CallsDrafting(service: service, origin: options.origin(of: service) ?? call.origin, options)
        var draft = drafting.draft([call])
        draft.omissions = omissions + draft.omissions
        return ImportedDraft(
            draft: draft.redacted(Redaction(secrets: drafting.variables.secrets)),
            variables: drafting.variables.variables)
    }
}
