import HTTPRecording

/// Drafts a contract of a curl command line, as browsers and the documents of services give it.
package enum CurlImport {
    /// Whether a text is such a command line.
    package static func recognises(_ text: String) -> Bool {
        let start = command(in: text)
        return start.hasPrefix("curl ") || start.hasPrefix("curl\t") || start.hasPrefix("curl\\")
            || start.hasPrefix("curl.exe ")
    }

    /// The words behind `curl` of a command line, and what was left out behind its end.
    package static func words(of text: String) throws(AuthoringError) -> (words: [String], omissions: [Omission]) {
        let shell = try ShellWords(String(command(in: text)))
        let rest =
            shell.rest.isEmpty || shell.rest.hasPrefix("#")
            ? [] : [Omission("curl", "what follows the command was left out: a pipe, a redirection or another command")]
        return (Array(shell.words.dropFirst()), rest)
    }

    /// The text from the command on: without prompts, blank lines, comments and the line that names a shell.
    private static func command(in text: String) -> Substring {
        func isPrompt(_ character: Character) -> Bool { character.isWhitespace || character == "$" }
        var rest = text.drop { isPrompt($0) || $0 == "\u{FEFF}" }
        while rest.hasPrefix("#") { rest = rest.drop { !$0.isNewline }.drop(while: isPrompt) }
        return rest
    }

    /// The contract of one command.
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
