import Foundation
import JSONSchema

/// Command lines of other clients, each as the words of a curl command that sends the same: wget and HTTPie. What browsers
/// copy for PowerShell is refused with what to copy instead.
enum OtherCommand: CaseIterable {
    case wget, httpie, powerShell

    init?(of text: Substring) {
        let word = text.prefix { !$0.isWhitespace && $0 != "\\" }.lowercased()
        switch word {
        case "wget", "wget.exe": self = .wget
        // An address begins as the command does.
        case "http", "https", "xh", "xhs": self = .httpie
        case "invoke-webrequest", "invoke-restmethod", "iwr", "irm": self = .powerShell
        case _ where word.hasPrefix("$session"): self = .powerShell
        default: return nil
        }
    }

    func words(of text: Substring) throws(AuthoringError) -> (words: [String], omissions: [Omission]) {
        if self == .powerShell {
            throw AuthoringError("the command is written for PowerShell; copy it as cURL (bash) instead")
        }
        let shell = try ShellWords(String(text))
        let isWhole = shell.rest.isEmpty || shell.rest.hasPrefix("#") || shell.rest.hasPrefix("<")
        let command = shell.words.first ?? ""
        let omissions =
            isWhole ? [] : [Omission(command, "what follows the command was left out: a pipe or another command")]
        var words = shell.words.dropFirst()
        return self == .wget
            ? (try WgetCommand.words(&words), omissions)
            : (try HTTPieCommand.words(&words, command: command), omissions)
    }

    static func unknown(_ option: String, of command: String) -> AuthoringError {
        AuthoringError("'\(option)' is no option of \(command) that is known here; leave it out and import again")
    }
}

private enum WgetCommand {
    private static let flags: Set<String> = [
        "q", "quiet", "v", "verbose", "nv", "no-verbose", "d", "debug", "S", "server-response", "c", "continue", "nc",
        "no-clobber", "no-check-certificate", "content-on-error", "no-cookies", "keep-session-cookies", "r",
        "recursive",
        "4", "6", "inet4-only", "inet6-only", "no-cache", "no-http-keep-alive", "spider", "content-disposition",
        "auth-no-challenge", "show-progress", "no-proxy",
    ]
    private static let values: Set<String> = [
        "O", "output-document", "o", "output-file", "T", "timeout", "t", "tries", "P", "directory-prefix", "U",
        "user-agent", "referer", "load-cookies", "save-cookies", "ca-certificate", "certificate", "private-key",
        "max-redirect", "w", "wait", "limit-rate", "connect-timeout", "read-timeout", "dns-timeout", "progress",
        "secure-protocol", "e", "execute",
    ]

    static func words(_ rest: inout ArraySlice<String>) throws(AuthoringError) -> [String] {
        var words: [String] = []
        var (user, password): (String?, String?)
        while let word = rest.popFirst() {
            guard word.hasPrefix("-"), word.count > 1 else {
                words.append(word)
                continue
            }
            var name = String(word.drop { $0 == "-" })
            var given: String?
            if word.hasPrefix("--"), let equals = name.firstIndex(of: "=") {
                given = String(name[name.index(after: equals)...])
                name = String(name[..<equals])
            } else if !word.hasPrefix("--"), name.count > 1, !flags.contains(name) {
                // Letters stand together: -qO-.
                while let letter = name.first, flags.contains(String(letter)), name.count > 1 { name.removeFirst() }
                if name.count > 1, values.contains(String(name.prefix(1))) {
                    given = String(name.dropFirst())
                    name = String(name.prefix(1))
                }
            }
            if flags.contains(name) { continue }
            func value() throws(AuthoringError) -> String {
                if let given { return given }
                guard let value = rest.popFirst() else { throw AuthoringError("'\(word)' of wget needs a value") }
                return value
            }
            switch name {
            case "header": words += ["-H", try value()]
            case "method": words += ["-X", try value()]
            case "post-data", "body-data": words += ["--data-raw", try value()]
            case "post-file", "body-file": words += ["--data-binary", "@" + (try value())]
            case "user", "http-user": user = try value()
            case "password", "http-password": password = try value()
            case _ where values.contains(name): _ = try value()
            default: throw OtherCommand.unknown(word, of: "wget")
            }
        }
        if let user { words += ["-u", "\(user):\(password ?? "")"] }
        return words
    }
}

private enum HTTPieCommand {
    private static let flags: Set<String> = [
        "--body", "-b", "--headers", "--verbose", "-v", "-vv", "--all", "--stream", "-S", "--download", "-d",
        "--follow",
        "-F", "--check-status", "--ignore-stdin", "-I", "--offline", "--meta", "-m", "--quiet", "-q", "--continue",
        "-c",
        "--debug", "--traceback", "--no-verify",
    ]
    private static let values: Set<String> = [
        "--print", "-p", "--pretty", "--style", "-s", "--output", "-o", "--session", "--session-read-only", "--proxy",
        "--verify", "--cert", "--cert-key", "--ssl", "--timeout", "--max-redirects", "--max-headers",
        "--format-options",
        "--default-scheme", "--response-charset", "--response-mime", "--auth-plugin",
    ]

    private struct Request {
        var method: String?
        var url: String?
        var words: [String] = []
        var fields: [(name: String, value: JSON)] = []
        var isForm = false
        var isMultipart = false
        var user: String?
        var isBearer = false
        var raw: String?
    }

    static func words(_ rest: inout ArraySlice<String>, command: String) throws(AuthoringError) -> [String] {
        var request = Request()
        while let word = rest.popFirst() {
            let (name, given) = option(word)
            func value() throws(AuthoringError) -> String {
                if let given { return given }
                guard let value = rest.popFirst() else { throw AuthoringError("'\(word)' of HTTPie needs a value") }
                return value
            }
            switch name {
            case "--form", "-f": request.isForm = true
            case "--multipart": (request.isForm, request.isMultipart) = (true, true)
            case "--json", "-j": request.isForm = false
            case "--auth", "-a": request.user = try value()
            case "--auth-type", "-A": request.isBearer = try value() == "bearer"
            case "--raw": request.raw = try value()
            case _ where flags.contains(name): continue
            case _ where values.contains(name): _ = try value()
            case _ where name.hasPrefix("-") && name.count > 1: throw OtherCommand.unknown(word, of: "HTTPie")
            default: try positional(word, &request, command)
            }
        }
        return try words(of: request)
    }

    private static func option(_ word: String) -> (name: String, value: String?) {
        guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }

    private static func positional(_ word: String, _ request: inout Request, _ command: String) throws(AuthoringError) {
        guard request.url != nil else {
            if request.method == nil, !word.isEmpty, word.allSatisfy({ $0.isASCII && $0.isUppercase }) {
                request.method = word
                return
            }
            request.url = address(word, scheme: command == "https" || command == "xhs" ? "https://" : "http://")
            return
        }
        try item(word, &request)
    }

    /// An address as HTTPie completes it: `:8080/path` and `:/path` are on this machine.
    private static func address(_ word: String, scheme: String) -> String {
        if word.hasPrefix("://") { return scheme + word.dropFirst(3) }
        if word.contains("://") { return word }
        guard word.hasPrefix(":") else { return scheme + word }
        return "\(scheme)localhost\(word.hasPrefix(":/") ? String(word.dropFirst()) : word)"
    }

    /// `Header:Value`, `name==value`, `field=text`, `field:=json` or `field@file`; the separator that comes first counts.
    private static func item(_ word: String, _ request: inout Request) throws(AuthoringError) {
        var name = ""
        var rest = word[...]
        while let character = rest.first {
            if character == "\\", rest.count > 1 {
                name.append(rest[rest.index(after: rest.startIndex)])
                rest = rest.dropFirst(2)
                continue
            }
            if rest.hasPrefix(":=@") || rest.hasPrefix("=@") || rest.hasPrefix("@") {
                if rest.hasPrefix("@") {
                    request.isMultipart = true
                } else {
                    request.words += ["--data-binary", "@file"]
                }
                return
            }
            if rest.hasPrefix("==") {
                request.words += ["--url-query", "\(name)=\(rest.dropFirst(2))"]
                return
            }
            if rest.hasPrefix(":=") {
                let text = String(rest.dropFirst(2))
                do { request.fields.append((name, try JSON(parsing: text))) } catch {
                    throw AuthoringError("the value of '\(name):=' is no JSON: \(error.message)")
                }
                return
            }
            if character == "=" {
                request.fields.append((name, .string(String(rest.dropFirst()))))
                return
            }
            if character == ":" {
                request.words += ["-H", "\(name): \(rest.dropFirst())"]
                return
            }
            if character == ";", rest.count == 1 {
                request.words += ["-H", "\(name);"]
                return
            }
            name.append(character)
            rest = rest.dropFirst()
        }
        throw AuthoringError(
            "'\(PathSecret.isOpaque(word) ? "…" : TellableURL.text(word))' is no item of an HTTPie request: expected Header:Value, name==value or field=value"
        )
    }

    private static func words(of request: Request) throws(AuthoringError) -> [String] {
        guard let url = request.url else { throw AuthoringError("the HTTPie command has no URL") }
        var words = [url] + (request.method.map { ["-X", $0] } ?? []) + request.words
        if let user = request.user { words += request.isBearer ? ["--oauth2-bearer", user] : ["-u", user] }
        if let raw = request.raw {
            words += ["--json", raw]
        } else if request.isMultipart {
            words += ["-F", "file"]
        } else if request.isForm {
            for (name, value) in request.fields {
                words += ["--data-urlencode", "\(name)=\(value.stringValue ?? value.text())"]
            }
        } else if !request.fields.isEmpty {
            words += ["--json", JSON.object(JSONObject(request.fields.map { ($0.name, $0.value) })).text()]
        }
        return words
    }
}
