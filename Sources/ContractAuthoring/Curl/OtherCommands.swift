import JSONSchema

enum WgetCommand {
    private static let options = CommandOptions(
        "wget",
        values: """
            header method post-data body-data=post-data post-file body-file=post-file user http-user=user password
            http-password=password O=output-document o=output-file T=timeout t=tries P=directory-prefix U=user-agent
            referer load-cookies save-cookies ca-certificate certificate private-key max-redirect w=wait limit-rate
            connect-timeout read-timeout dns-timeout progress secure-protocol e=execute
            """,
        flags: """
            q=quiet v=verbose n d=debug S=server-response c=continue content-on-error keep-session-cookies r=recursive
            4=inet4-only 6=inet6-only spider content-disposition auth-no-challenge show-progress
            """)

    static func words(_ words: some Sequence<String>) throws(AuthoringError) -> [String] {
        var request: [String] = []
        var (user, password): (String?, String?)
        for (option, value) in try options.parts(of: words) {
            switch option {
            case nil: request.append(value)
            case "header": request += ["-H", value]
            case "method": request += ["-X", value]
            case "post-data": request += ["--data-raw", value]
            case "post-file": request += ["--data-binary", "@" + value]
            case "user": user = value
            case "password": password = value
            default: break
            }
        }
        return request + (user.map { ["-u", "\($0):\(password ?? "")"] } ?? [])
    }
}

struct HTTPieCommand {
    private static let options = CommandOptions(
        "HTTPie",
        values: """
            a=auth A=auth-type raw p=print pretty s=style o=output session session-read-only proxy verify cert cert-key ssl
            timeout max-redirects max-headers format-options default-scheme response-charset response-mime auth-plugin
            """,
        flags: """
            f=form multipart j=json b=body headers v=verbose all S=stream d=download F=follow check-status I=ignore-stdin
            offline m=meta q=quiet c=continue debug traceback
            """)

    private let scheme: String
    private var method: String?
    private var url: String?
    private var items: [String] = []
    private var fields: [(name: String, value: JSON)] = []
    private var isForm = false
    private var isMultipart = false
    private var user: String?
    private var isBearer = false
    private var raw: String?

    /// - Parameter command: The command's name, which determines the default scheme.
    init(_ words: some Sequence<String>, command: String) throws(AuthoringError) {
        scheme = command == "https" || command == "xhs" ? "https://" : "http://"
        for (option, value) in try Self.options.parts(of: words) {
            switch option {
            case nil where url != nil: try item(value)
            case nil where method == nil && !value.isEmpty && value.allSatisfy({ $0.isASCII && $0.isUppercase }):
                method = value
            case nil: url = address(value)
            case "form": isForm = true
            case "multipart": isMultipart = true
            case "json": isForm = false
            case "auth": user = value
            case "auth-type": isBearer = value == "bearer"
            case "raw": raw = value
            default: break
            }
        }
    }

    /// Completes an address like HTTPie: `:8080/path` and `:/path` refer to localhost.
    private func address(_ word: String) -> String {
        if word.hasPrefix("://") { return scheme + word.dropFirst(3) }
        if word.contains("://") { return word }
        guard word.hasPrefix(":") else { return scheme + word }
        return "\(scheme)localhost\(word.hasPrefix(":/") ? String(word.dropFirst()) : word)"
    }

    /// The separators of an item, longest first.
    private static let separators = [":=@", "=@", "@", "==", ":=", "=", ":", ";"]

    /// Parses `Header:Value`, `name==value`, `field=text`, `field:=json`, or `field@file`. The first separator counts.
    private mutating func item(_ word: String) throws(AuthoringError) {
        var name = ""
        var rest = word[...]
        while let character = rest.first {
            if character == "\\", rest.count > 1 {
                name.append(rest[rest.index(after: rest.startIndex)])
                rest = rest.dropFirst(2)
                continue
            }
            let separator = Self.separators.first { rest.hasPrefix($0) && ($0 != ";" || rest.count == 1) }
            guard let separator else {
                name.append(rest.removeFirst())
                continue
            }
            let value = String(rest.dropFirst(separator.count))
            switch separator {
            case "@": isMultipart = true
            case ":=@", "=@": items += ["--data-binary", "@file"]
            case "==": items += ["--url-query", "\(name)=\(value)"]
            case "=": fields.append((name, .string(value)))
            case ":=":
                do { fields.append((name, try JSON(parsing: value))) } catch {
                    throw AuthoringError("the value of '\(name):=' is not JSON: \(error.message)")
                }
            default: items += ["-H", separator == ";" ? "\(name);" : "\(name): \(value)"]
            }
            return
        }
        let shown = PathSecret.isOpaque(word) ? "…" : RedactedURL.text(word)
        throw AuthoringError(
            "'\(shown)' is not an item of an HTTPie request: expected Header:Value, name==value or field=value")
    }

    func words() throws(AuthoringError) -> [String] {
        guard let url else { throw AuthoringError("the HTTPie command has no URL") }
        var words = [url] + (method.map { ["-X", $0] } ?? []) + items
        if let user { words += isBearer ? ["--oauth2-bearer", user] : ["-u", user] }
        if let raw { return words + ["--json", raw] }
        if isMultipart { return words + ["-F", "file"] }
        if isForm {
            return words
                + fields.flatMap { ["--data-urlencode", "\($0.name)=\($0.value.stringValue ?? $0.value.text())"] }
        }
        return fields.isEmpty ? words : words + ["--json", JSON.object(JSONObject(fields.map { ($0, $1) })).text()]
    }
}
