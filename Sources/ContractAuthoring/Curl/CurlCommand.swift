import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

struct CurlCommand {
    private(set) var omissions: [Omission] = []
    private var method: String?
    private var url: String?
    private var headers: [ObservedCall.Pair] = []
    private var data: [String] = []
    private var query: [ObservedCall.Pair] = []
    private var isGet = false
    private var isJSON = false
    private var formParts: [ObservedCall.Part] = []
    /// Whether a part of the body is in a file, or on standard input.
    private var readsBody = false

    init(_ words: [String]) throws(AuthoringError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word.hasPrefix("--"), word.count > 2 {
                try long(String(word.dropFirst(2)), &rest)
            } else if word.hasPrefix("-"), word.count > 1 {
                try short(word.dropFirst(), &rest)
            } else {
                try address(word)
            }
        }
    }

    private mutating func long(_ name: String, _ rest: inout ArraySlice<String>) throws(AuthoringError) {
        guard let option = CurlOption.named(name), name.count > 1 else {
            if name == "next" { throw AuthoringError("'--next' begins a second request; import one at a time") }
            throw AuthoringError(
                "'--\(name.prefix { $0 != "=" })' is no option of curl that is known here; "
                    + (Suggestion.nearest(to: name, among: CurlOption.words).map {
                        "write '--\($0)' if you mean that, or "
                    } ?? "")
                    + "leave it out, and import again")
        }
        switch option {
        case .flag(let flag): take(flag)
        case .ignored(false): break
        case .ignored(true): _ = try value(of: "--\(name)", &rest)
        case .value(let kind): try take(kind, try value(of: "--\(name)", &rest))
        }
    }

    /// One or more letters: `-s`, `-sSL`, `-XPOST`, `-sX POST`.
    private mutating func short(_ letters: Substring, _ rest: inout ArraySlice<String>) throws(AuthoringError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = CurlOption.named(String(letter)) else {
                throw AuthoringError(
                    "'-\(letter)' is no option of curl that is known here; leave it out and import again")
            }
            switch option {
            case .flag(let flag): take(flag)
            case .ignored(false): break
            case .ignored(true):
                if letters.isEmpty { _ = try value(of: "-\(letter)", &rest) }
                return
            case .value(let kind):
                try take(kind, letters.isEmpty ? try value(of: "-\(letter)", &rest) : String(letters))
                return
            }
        }
    }

    private func value(of option: String, _ rest: inout ArraySlice<String>) throws(AuthoringError) -> String {
        guard let value = rest.popFirst() else { throw AuthoringError("'\(option)' of curl needs a value") }
        return value
    }

    private mutating func take(_ flag: CurlOption.Flag) {
        switch flag {
        case .get: isGet = true
        case .head: method = method ?? "HEAD"
        }
    }

    private mutating func take(_ kind: CurlOption.Value, _ value: String) throws(AuthoringError) {
        switch kind {
        case .method: method = value
        case .header: header(value)
        case .data: fromFile(value) ? skipBody("-d @…") : data.append(value)
        case .rawData: data.append(value)
        case .encodedData: encodedData(value)
        case .json:
            isJSON = true
            fromFile(value) ? skipBody("--json @…") : data.append(value)
        case .user:
            headers.append(Self.basic(value))
        case .cookie:
            value.contains("=")
                ? headers.append(.init(name: "Cookie", value: value)) : skip("-b", "a file of cookies is not read")
        case .bearer: headers.append(.init(name: "Authorization", value: "Bearer " + value))
        case .form: part(value)
        case .formText:
            let sides = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            formParts.append(
                ObservedCall.Part(
                    name: sides[0], filename: nil, mediaType: nil,
                    content: .text(sides.count == 2 ? sides[1] : "")))
        case .url: try address(value)
        case .urlQuery: urlQuery(value)
        case .userAgent, .referer: break
        case .upload:
            method = method ?? "PUT"
            skip("-T", "the uploaded file is not read, and a contract has no words for its body")
        }
    }

    private static func basic(_ user: String) -> ObservedCall.Pair {
        .init(name: "Authorization", value: "Basic " + Data(user.utf8).base64EncodedString())
    }

    private func fromFile(_ value: String) -> Bool { value.hasPrefix("@") }

    private mutating func skip(_ what: String, _ why: String) { omissions.append(Omission("curl \(what)", why)) }

    private mutating func skipBody(_ what: String) {
        readsBody = true
        skip(what, "the file's content is not read")
    }

    /// A part as `-F` takes it: `name=text`, `name=@file` or `name=<file`, with `;type=` and `;filename=` behind it.
    private mutating func part(_ value: String) {
        guard let equals = value.firstIndex(of: "=") else { return skip("-F", "'\(value)' is no part: it has no '='") }
        let name = String(value[..<equals])
        let pieces = value[value.index(after: equals)...].split(separator: ";", omittingEmptySubsequences: false).map(
            String.init)
        var part = ObservedCall.Part(name: name, filename: nil, mediaType: nil, content: .text(""))
        var texts = [pieces[0]]
        for piece in pieces.dropFirst() {
            let setting = piece.trimmingBlanks
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
            // The name of the file is known, its content is not.
            let path = text.dropFirst().filter { $0 != "\"" }
            part.filename = part.filename ?? path.split(separator: "/").last.map(String.init) ?? ""
            part.content = .file
        } else if text.hasPrefix("<") {
            skip("-F \(name)=<…", "the file's content is not read; its length is all that was written")
            part.content = .file
        } else {
            part.content = .text(text)
            do {
                if let type = part.mediaType, MediaType(type).isJSON { part.content = .json(try JSON(parsing: text)) }
            } catch { skip("-F \(name)", "it is no JSON: \(error.message)") }
        }
        formParts.append(part)
    }

    private mutating func header(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else {
            // "Name;" sends a header without a value.
            if line.hasSuffix(";") { headers.append(.init(name: String(line.dropLast()), value: "")) }
            return
        }
        let value = String(line[line.index(after: colon)...]).trimmingBlanks
        // "Name:" removes a header that curl would send by itself.
        if !value.isEmpty { headers.append(.init(name: String(line[..<colon]).trimmingBlanks, value: value)) }
    }

    private mutating func encodedData(_ value: String) {
        guard let encoded = Self.encodedPart(value) else { return skipBody("--data-urlencode") }
        data.append(encoded)
    }

    /// `+text` is taken as it is; all else as `--data-urlencode` takes it.
    private mutating func urlQuery(_ value: String) {
        guard let part = value.hasPrefix("+") ? String(value.dropFirst()) : Self.encodedPart(value) else {
            skip("--url-query", "the file's content is not read")
            return
        }
        query += ObservedCall.pairs(part)
    }

    /// `content`, `=content` and `name=content`: the content is encoded, the name is as it is; `nil` for a file's.
    private static func encodedPart(_ value: String) -> String? {
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 || !value.contains("@") else { return nil }
        let content = encoded(parts.last ?? "")
        return parts.count == 2 && !parts[0].isEmpty ? "\(parts[0])=\(content)" : content
    }

    private static func encoded(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }

    private mutating func address(_ text: String) throws(AuthoringError) {
        guard url == nil else { throw AuthoringError("the command has two URLs; import one request at a time") }
        url = text
    }

    // MARK: - The request

    func call() throws(AuthoringError) -> (call: ObservedCall, omissions: [Omission]) {
        var omissions = omissions
        guard var address = url else { throw AuthoringError("the curl command has no URL") }
        if !address.contains("://") {
            omissions.append(Omission("curl", "the URL has no scheme; https was assumed"))
            address = "https://" + address
        }
        guard let parts = ObservedCall.parts(of: address) else {
            throw AuthoringError(
                "the curl command's URL is none of http or https: '\(ContractWriter.visible(TellableURL.text(address)))'"
            )
        }
        var headers = headers
        if let user = parts.user, !headers.contains(where: { $0.name.lowercased() == "authorization" }) {
            headers.append(Self.basic(user))
        }
        var call = ObservedCall(
            place: "curl", method: method ?? "GET", origin: parts.origin, segments: parts.segments,
            query: parts.query + query, headers: headers, body: .none)
        if !formParts.isEmpty {
            call.body = .multipart(formParts)
            call.method = method ?? "POST"
        } else if isGet {
            call.query += data.flatMap(ObservedCall.pairs)
        } else if readsBody {
            call.method = method ?? "POST"
            let type = headers.first { $0.name.lowercased() == "content-type" }?.value
            if isJSON, !headers.contains(where: { $0.name.lowercased() == "accept" }) {
                call.headers.append(.init(name: "Accept", value: "application/json"))
            }
            call.body = .other(type ?? (isJSON ? "application/json" : "application/x-www-form-urlencoded"))
        } else if !data.isEmpty {
            call.method = method ?? "POST"
            take(data, into: &call, &omissions)
        }
        return (call, omissions)
    }

    private func take(_ data: [String], into call: inout ObservedCall, _ omissions: inout [Omission]) {
        func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value.lowercased() }
        let text = isJSON ? data.joined() : data.joined(separator: "&")
        let type = header("content-type")
        let saysJSON = isJSON || type.map { $0.contains("json") } ?? false
        if isJSON {
            if type == nil { call.headers.append(.init(name: "Content-Type", value: "application/json")) }
            if header("accept") == nil { call.headers.append(.init(name: "Accept", value: "application/json")) }
        }
        do {
            let json = try JSON(parsing: text)
            if saysJSON || json.objectValue != nil || json.arrayValue != nil {
                if !saysJSON, type == nil {
                    omissions.append(
                        Omission(
                            "curl -d", "curl sends this JSON as a form; 'Content-Type: application/json' was assumed"))
                    call.headers.append(.init(name: "Content-Type", value: "application/json"))
                }
                call.body = ObservedCall.GraphQL(json).map(ObservedCall.Body.graphql) ?? .json(json)
                return
            }
        } catch {
            if saysJSON {
                omissions.append(
                    Omission("curl -d", "the body is no JSON (\(error.message)); the request was written without"))
                call.body = .other("application/json")
                return
            }
        }
        if type.map({ $0.contains("x-www-form-urlencoded") }) ?? true {
            if type == nil {
                call.headers.append(.init(name: "Content-Type", value: "application/x-www-form-urlencoded"))
            }
            call.body = .form(ObservedCall.pairs(text))
        } else {
            call.body = ObservedCall.Body(Array(text.utf8), contentType: type ?? "")
        }
    }
}
