import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

struct CurlCommand {
    private static let options = CurlOptions(
        values: """
            X=request H=header d=data data-ascii=data data-binary=data data-raw data-urlencode json u=user b=cookie
            oauth2-bearer F=form form-string url url-query A=user-agent e=referer T=upload-file
            o=output m=max-time connect-timeout x=proxy c=cookie-jar w=write-out D=dump-header cacert capath E=cert key
            cert-type key-type resolve connect-to retry retry-delay retry-max-time r=range max-redirs limit-rate interface
            trace trace-ascii stderr ciphers pass U=proxy-user y=speed-time Y=speed-limit unix-socket aws-sigv4
            t=telnet-option C=continue-at keepalive-time output-dir
            """,
        flags: """
            G=get I=head next s=silent S=show-error L=location k=insecure v=verbose i=include f=fail fail-with-body
            g=globoff N O=remote-name J=remote-header-name compressed http2 http1.1 http1.0 http3 http2-prior-knowledge
            0 1 2 3 4=ipv4 6=ipv6 #=progress-bar basic digest anyauth path-as-is raw tcp-nodelay tlsv1.2 tlsv1.3
            location-trusted show-headers n=netrc q=disable create-dirs ssl-reqd
            """)

    private(set) var omissions: [Omission] = []
    private var method: String?
    private var url: String?
    private var headers: HeaderFields = [:]
    private var data: [String] = []
    private var query: [ObservedCall.Pair] = []
    private var isGet = false
    private var isJSON = false
    private var keepsDotSegments = false
    private var formParts: [ObservedCall.Part] = []
    /// Whether part of the body is in a file or on standard input.
    private var readsBody = false

    init(_ words: [String]) throws(AuthoringError) {
        for (option, value) in try Self.options.parts(of: words) { try take(option, value) }
    }

    private mutating func take(_ option: String?, _ value: String) throws(AuthoringError) {
        switch option {
        case nil, "url":
            guard url == nil else { throw AuthoringError("the command has two URLs; import one request at a time") }
            url = value
        case "next": throw AuthoringError("'--next' begins a second request; import one at a time")
        case "get": isGet = true
        case "head": method = method ?? "HEAD"
        case "request": method = value
        case "header": header(value)
        case "data": value.hasPrefix("@") ? skipBody("-d @…") : data.append(value)
        case "data-raw": data.append(value)
        case "data-urlencode":
            if let part = Self.encodedPart(value) { data.append(part) } else { skipBody("--data-urlencode") }
        case "json":
            isJSON = true
            value.hasPrefix("@") ? skipBody("--json @…") : data.append(value)
        case "path-as-is": keepsDotSegments = true
        case "user": headers.fields.append(Self.basic(value))
        case "cookie":
            value.contains("=")
                ? headers.fields.append(.init("Cookie", value)) : skip("-b", "cookie files are not read")
        case "oauth2-bearer": headers.fields.append(.init("Authorization", "Bearer " + value))
        case "form": part(value)
        case "form-string":
            let name = String(value.prefix { $0 != "=" })
            formParts.append(.init(name: name, content: .text(String(value.dropFirst(name.count + 1)))))
        case "url-query": urlQuery(value)
        case "upload-file":
            method = method ?? "PUT"
            skip("-T", "the uploaded file is not read, and a contract cannot describe its body")
        default: break
        }
    }

    private static func basic(_ user: String) -> HeaderFields.Field {
        .init("Authorization", "Basic " + Data(user.utf8).base64EncodedString())
    }

    private mutating func skip(_ what: String, _ why: String) { omissions.add("curl \(what)", why) }

    private mutating func skipBody(_ what: String) {
        readsBody = true
        skip(what, "the file's content is not read")
    }

    /// Parses a part of `-F`: `name=text`, `name=@file`, or `name=<file`, followed by `;type=` and `;filename=`.
    private mutating func part(_ value: String) {
        guard let equals = value.firstIndex(of: "=") else {
            return skip("-F", "'\(value)' is not a form field: it has no '='")
        }
        let name = String(value[..<equals])
        let pieces = value[value.index(after: equals)...].split(separator: ";", omittingEmptySubsequences: false).map(
            String.init)
        var part = ObservedCall.Part(name: name, content: .text(""))
        var texts = [pieces[0]]
        for piece in pieces.dropFirst() {
            let setting = piece.trimmingSpaces()
            if setting.hasPrefix("type=") {
                part.mediaType = String(setting.dropFirst(5))
            } else if setting.hasPrefix("filename=") {
                part.filename = String(setting.dropFirst(9)).filter { $0 != "\"" }
            } else {
                texts.append(piece)
            }
        }
        let text = texts.joined(separator: ";")
        if text.hasPrefix("@") {
            let path = text.dropFirst().filter { $0 != "\"" }
            part.filename = part.filename ?? path.split(separator: "/").last.map(String.init) ?? ""
            part.content = .file
        } else if text.hasPrefix("<") {
            skip("-F \(name)=<…", "the file's content is not read; only its length was written")
            part.content = .file
        } else {
            part.content = .text(text)
            do {
                if let type = part.mediaType, MediaType(type).isJSON { part.content = .json(try JSON(parsing: text)) }
            } catch { skip("-F \(name)", "it is not JSON: \(error.message)") }
        }
        formParts.append(part)
    }

    private mutating func header(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else {
            // "Name;" sends a header field without a value.
            if line.hasSuffix(";") { headers.fields.append(.init(String(line.dropLast()), "")) }
            return
        }
        let value = line[line.index(after: colon)...].trimmingSpaces()
        // "Name:" removes a header field that curl would send by default.
        if !value.isEmpty { headers.fields.append(.init(line[..<colon].trimmingSpaces(), value)) }
    }

    /// Adds `+text` verbatim, and other values like `--data-urlencode`.
    private mutating func urlQuery(_ value: String) {
        guard let part = value.hasPrefix("+") ? String(value.dropFirst()) : Self.encodedPart(value) else {
            skip("--url-query", "the file's content is not read")
            return
        }
        query += ObservedCall.pairs(part)
    }

    /// Encodes the content of `content`, `=content`, or `name=content`, but not the name. Returns `nil` for a file.
    private static func encodedPart(_ value: String) -> String? {
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 || !value.contains("@") else { return nil }
        let content = PercentCoding.encode(parts.last ?? "", allowing: "")
        return parts.count == 2 && !parts[0].isEmpty ? "\(parts[0])=\(content)" : content
    }

    // MARK: - The request

    func call() throws(AuthoringError) -> (call: ObservedCall, omissions: [Omission]) {
        var omissions = omissions
        guard var address = url else { throw AuthoringError("the curl command has no URL") }
        if !address.contains("://") {
            omissions.add("curl", "the URL has no scheme; https was assumed")
            address = "https://" + address
        }
        guard var parts = ObservedCall.parts(of: address) else {
            throw AuthoringError(
                "the curl command's URL is neither http nor https: '\(RedactedURL.text(address).visible())'")
        }
        if !keepsDotSegments { parts.segments = Self.withoutDots(parts.segments) }
        var call = ObservedCall(
            method: method ?? "GET", origin: parts.origin, segments: parts.segments,
            query: parts.query + query, headers: headers, body: .none)
        if let user = parts.user, headers["Authorization"] == nil { call.headers.fields.append(Self.basic(user)) }
        if formParts.isEmpty, isGet {
            call.query += data.flatMap(ObservedCall.pairs)
        } else if !formParts.isEmpty || readsBody || !data.isEmpty {
            call.method = method ?? "POST"
            addBody(to: &call, &omissions)
        }
        return (call, omissions)
    }

    /// Removes dot segments as curl does before it sends a request (RFC 3986, section 5.2.4).
    private static func withoutDots(_ segments: [String]) -> [String] {
        var kept: [String] = []
        for segment in segments {
            if segment == ".." { _ = kept.popLast() } else if segment != "." { kept.append(segment) }
        }
        return [".", ".."].contains(segments.last) ? kept + [""] : kept
    }

    private func addBody(to call: inout ObservedCall, _ omissions: inout [Omission]) {
        guard formParts.isEmpty else {
            call.body = .multipart(formParts)
            return
        }
        let text = data.joined(separator: isJSON ? "" : "&")
        let bytes = Array(text.utf8)
        let plain = ObservedCall.Body(bytes, contentType: "")
        let looksLikeJSON = !readsBody && !isJSON && plain != .none && plain != .other("")
        let usual = isJSON || looksLikeJSON ? "application/json" : "application/x-www-form-urlencoded"
        let type = headers["Content-Type"] ?? usual
        if headers["Content-Type"] == nil, !readsBody {
            call.headers["Content-Type"] = type
            if looksLikeJSON {
                omissions.add("curl -d", "curl sends this JSON as a form; 'Content-Type: application/json' was assumed")
            }
        }
        if isJSON, headers["Accept"] == nil { call.headers["Accept"] = "application/json" }
        if readsBody {
            call.body = .other(type)
        } else if MediaType(type).isForm {
            call.body = .form(ObservedCall.pairs(text))
        } else {
            call.body = ObservedCall.Body(bytes, contentType: type)
        }
        if !readsBody, case .other = call.body, MediaType(type).isJSON {
            omissions.add("curl -d", "the body is not JSON; the request was written without a body")
        }
    }
}
