/// A call of `Invoke-WebRequest` or `Invoke-RestMethod`, with the lines before it that fill a session with cookies.
struct PowerShellCommand {
    private enum Value {
        case text(String)
        /// `@{ name = value }`.
        case table([(name: String, value: String)])
    }

    private var scalars: Substring.UnicodeScalarView
    private var cookies: [String] = []
    private var url: String?
    private var method: String?
    private var headers: [(name: String, value: String)] = []
    private var contentType: String?
    private var body: Value?

    private static let flags: Set<String> = [
        "usebasicparsing", "skipcertificatecheck", "disablekeepalive", "usedefaultcredentials", "skipheadervalidation",
        "allowunencryptedauthentication", "passthru", "resume", "skiphttperrorcheck",
    ]

    init(_ text: String) throws(AuthoringError) {
        scalars = text[...].unicodeScalars
        while try statement() {}
        guard url != nil else {
            throw AuthoringError(
                "there is no Invoke-WebRequest or Invoke-RestMethod with an address; was all of it copied?")
        }
    }

    /// The same request as words of curl.
    func words() -> (words: [String], omissions: [Omission]) {
        var words = (url.map { [$0] } ?? []) + (method.map { ["-X", $0.uppercased()] } ?? [])
        // What HTTP/2 sends as pseudo-headers, Chrome copies among the headers.
        let pseudo: Set = ["authority", "method", "path", "scheme"]
        let isCopied = pseudo.isSubset(of: headers.map { $0.name.lowercased() })
        for (name, value) in headers where !isCopied || !pseudo.contains(name.lowercased()) {
            words += ["-H", "\(name): \(value)"]
        }
        if let contentType { words += ["-H", "Content-Type: \(contentType)"] }
        if !cookies.isEmpty { words += ["-b", cookies.joined(separator: "; ")] }
        switch body {
        case .text(let text)?: words += ["--data-raw", text]
        case .table(let fields)?: for (name, value) in fields { words += ["--data-urlencode", "\(name)=\(value)"] }
        case nil: break
        }
        return (words, [])
    }

    // MARK: - Statements

    /// Reads up to the end of a statement; false where there is none left.
    private mutating func statement() throws(AuthoringError) -> Bool {
        skipBlanks(lines: true)
        guard let first = scalars.first else { return false }
        if first == "$" {
            try assignment()
            return true
        }
        if first == "#" {
            while let scalar = scalars.first, scalar != "\n" { _ = scalars.removeFirst() }
            return true
        }
        let command = word().lowercased()
        guard ["invoke-webrequest", "invoke-restmethod", "iwr", "irm"].contains(command) else {
            throw AuthoringError(
                "'\(ContractWriter.visible(command))' is no call that is known here: expected Invoke-WebRequest or Invoke-RestMethod"
            )
        }
        guard url == nil else { throw AuthoringError("there are two requests; import one at a time") }
        try parameters()
        return true
    }

    /// A line that fills a session; of it only cookies say something of the request.
    private mutating func assignment() throws(AuthoringError) {
        var text = ""
        var strings: [String] = []
        while let scalar = scalars.first, scalar != "\n", scalar != ";" {
            if scalar == "\"" || scalar == "'" {
                strings.append(try quoted())
            } else {
                text.unicodeScalars.append(scalars.removeFirst())
            }
        }
        if text.contains(".Cookies.Add("), strings.count >= 2 { cookies.append("\(strings[0])=\(strings[1])") }
    }

    private mutating func parameters() throws(AuthoringError) {
        while true {
            skipBlanks(lines: false)
            guard let first = scalars.first, first != "\n", first != ";", first != "|" else { return }
            guard first == "-" else {
                if case .text(let text) = try value() { url = url ?? text }
                continue
            }
            let name = word().dropFirst().lowercased().filter { $0 != ":" }
            if Self.flags.contains(name) { continue }
            skipBlanks(lines: false)
            let value = try value()
            switch (name, value) {
            case ("uri", .text(let text)): url = text
            case ("method", .text(let text)), ("custommethod", .text(let text)): method = text
            case ("headers", .table(let pairs)): headers += pairs
            case ("contenttype", .text(let text)): contentType = text
            case ("body", let value): body = value
            default: break
            }
        }
    }

    // MARK: - Words

    /// Skips blanks and continued lines, and where it is told so, ends of lines.
    private mutating func skipBlanks(lines: Bool) {
        while let scalar = scalars.first {
            switch scalar {
            case " ", "\t", "\r": _ = scalars.removeFirst()
            case "\n" where lines, ";" where lines: _ = scalars.removeFirst()
            case "`":
                let rest = scalars.dropFirst().drop { $0 == "\r" || $0 == " " }
                guard rest.first == "\n" else { return }
                scalars = rest.dropFirst()
            default: return
            }
        }
    }

    private mutating func word() -> String {
        var text = ""
        while let scalar = scalars.first, !" \t\r\n;=|(){}`\"'".unicodeScalars.contains(scalar) {
            text.unicodeScalars.append(scalars.removeFirst())
        }
        return text
    }

    private mutating func value() throws(AuthoringError) -> Value {
        switch scalars.first {
        case "\"", "'": return .text(try quoted())
        case "@" where scalars.dropFirst().first == "{":
            scalars = scalars.dropFirst(2)
            return .table(try table())
        case "(": return .text(try parenthesised())
        default:
            let text = word()
            guard !text.isEmpty else {
                throw AuthoringError(
                    "the PowerShell command has something here that is not known: '\(String(scalars).prefix(20))'")
            }
            return .text(text)
        }
    }

    /// `([System.Text.Encoding]::UTF8.GetBytes("text"))`: the text in it.
    private mutating func parenthesised() throws(AuthoringError) -> String {
        var depth = 0
        var text: String?
        while let scalar = scalars.first {
            if scalar == "\"" || scalar == "'" {
                let quoted = try quoted()
                text = text ?? quoted
                continue
            }
            _ = scalars.removeFirst()
            if scalar == "(" { depth += 1 }
            if scalar == ")" {
                depth -= 1
                if depth == 0 { break }
            }
        }
        guard let text else { throw AuthoringError("the PowerShell command computes a value, which is not done here") }
        return text
    }

    private mutating func table() throws(AuthoringError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        while true {
            skipBlanks(lines: true)
            guard let first = scalars.first else {
                throw AuthoringError("the table '@{' is never closed; was all of it copied?")
            }
            if first == "}" {
                _ = scalars.removeFirst()
                return pairs
            }
            let name = first == "\"" || first == "'" ? try quoted() : word()
            skipBlanks(lines: false)
            guard !name.isEmpty, scalars.first == "=" else {
                throw AuthoringError(
                    "the table of '\(name.isEmpty ? String(String(scalars).prefix(20)) : name)' has no '='")
            }
            _ = scalars.removeFirst()
            skipBlanks(lines: false)
            if case .text(let text) = try value() { pairs.append((name, text)) }
        }
    }

    /// A string: within single quotes only a doubled one is special, within double quotes the backtick, and `$([char]N)`.
    private mutating func quoted() throws(AuthoringError) -> String {
        let quote = scalars.removeFirst()
        var text = String.UnicodeScalarView()
        while let scalar = scalars.popFirst() {
            if scalar == quote {
                guard scalars.first == quote else { return String(text) }
                text.append(scalars.removeFirst())
            } else if quote == "\"", scalar == "`", let next = scalars.popFirst() {
                let escapes: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t", "0": "\0"]
                if next != "\n" { text.append(escapes[next] ?? next) }
            } else if quote == "\"", scalar == "$", let character = computed() {
                text.append(character)
            } else {
                text.append(scalar)
            }
        }
        throw AuthoringError("the command has a \(quote) that is never closed; was all of it copied?")
    }

    /// `([char]8226)` behind a dollar sign, as Chrome writes what is not ASCII.
    private mutating func computed() -> Unicode.Scalar? {
        let prefix = "([char]".unicodeScalars
        guard scalars.starts(with: prefix) else { return nil }
        let digits = scalars.dropFirst(prefix.count).prefix { ("0"..."9").contains($0) }
        let rest = scalars.dropFirst(prefix.count + digits.count)
        guard rest.first == ")", let number = UInt32(String(digits)), let scalar = Unicode.Scalar(number) else {
            return nil
        }
        scalars = rest.dropFirst()
        return scalar
    }
}
