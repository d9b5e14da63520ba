import HTTPRecording

/// An importer that drafts a contract from a command of curl, wget, or HTTPie, as copied from browsers and
/// documentation.
package enum CurlImport {
    private enum Client {
        case curl, wget, httpie, powerShell
    }

    package static func recognises(_ text: String) -> Bool { client(of: command(in: text)) != nil }

    /// Returns the client of a command, or `nil` if the string is not a command. A single word is not a command.
    private static func client(of command: Substring) -> Client? {
        let word = command.prefix { !$0.isWhitespace && $0 != "\\" }
        guard word.endIndex < command.endIndex else { return nil }
        switch word.lowercased() {
        case "curl", "curl.exe": return .curl
        case "wget", "wget.exe": return .wget
        case "http", "https", "xh", "xhs": return .httpie
        case "invoke-webrequest", "invoke-restmethod", "iwr", "irm": return .powerShell
        case let word: return word.hasPrefix("$session") ? .powerShell : nil
        }
    }

    /// Returns the arguments of an equivalent curl command, and omissions for text after its end.
    package static func words(of text: String) throws(AuthoringError) -> (words: [String], omissions: [Omission]) {
        let command = command(in: text)
        let client = client(of: command)
        if client == .powerShell {
            throw AuthoringError("the command is written for PowerShell; copy it as cURL (bash) instead")
        }
        let shell = try ShellWords(String(command))
        let name = shell.words.first ?? "curl"
        let omissions =
            shell.rest.isEmpty || shell.rest.hasPrefix("#")
            ? [] : [Omission(name, "the text after the command was left out: a pipe, a redirection or another command")]
        let words = shell.words.dropFirst()
        switch client {
        case .wget: return (try WgetCommand.words(words), omissions)
        case .httpie: return (try HTTPieCommand(words, command: name).words(), omissions)
        case .curl, .powerShell, nil: return (Array(words), omissions)
        }
    }

    /// Returns the text from the command on, without prompts, blank lines, comments, and a shebang line.
    private static func command(in text: String) -> Substring {
        func isPrompt(_ character: Character) -> Bool { character.isWhitespace || character == "$" }
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        // A PowerShell variable is not a prompt.
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
