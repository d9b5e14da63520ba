import HTTPRecording

/// Drafts a contract of a command line of curl, or of a client that is read as curl, as browsers and the documents of
/// services give it.
package enum CurlImport {
    package static func recognises(_ text: String) -> Bool {
        let start = command(in: text)
        return start.hasPrefix("curl ") || start.hasPrefix("curl\t") || start.hasPrefix("curl\\")
            || start.hasPrefix("curl.exe ") || other(of: start) != nil
    }

    /// The other client that a command calls; `nil` where the text is none: a word alone is no command.
    private static func other(of command: Substring) -> OtherCommand? {
        guard command.contains(where: \.isWhitespace) else { return nil }
        return OtherCommand(of: command)
    }

    /// The words behind `curl` of a command line, and what was left out behind its end.
    package static func words(of text: String) throws(AuthoringError) -> (words: [String], omissions: [Omission]) {
        if let other = other(of: command(in: text)) {
            return try other.words(of: command(in: text))
        }
        let shell = try ShellWords(String(command(in: text)))
        let rest =
            shell.rest.isEmpty || shell.rest.hasPrefix("#")
            ? [] : [Omission("curl", "what follows the command was left out: a pipe, a redirection or another command")]
        return (Array(shell.words.dropFirst()), rest)
    }

    /// The text from the command on: without prompts, blank lines, comments and the line that names a shell.
    private static func command(in text: String) -> Substring {
        func isPrompt(_ character: Character) -> Bool { character.isWhitespace || character == "$" }
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        // A variable of PowerShell is no prompt.
        if start.hasPrefix("$session") { return start }
        var rest = start.drop(while: isPrompt)
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
