import JSONValues

/// A value of a message that a later message may carry: a token, an entity tag, a cursor or an id.
package struct MessagePart: Sendable, Hashable {
    package enum Location: Sendable, Hashable {
        /// A header field: the credentials of `Authorization`, an entity tag without `W/`, or the whole value.
        case header(String)
        case cookie(String)
        /// A query value, by name and by one-based index among the values of that name.
        case query(String, Int)
        case segment(Int)
        /// A query item of a link target, by relation type and name (RFC 8288).
        case link(String, String)
        /// The last path segment of `Location`.
        case location
        /// A JSON scalar or a form field.
        case body(JSONPointer)
    }

    package let location: Location
    package let text: String

    fileprivate init(_ location: Location, _ text: String) {
        self.location = location
        self.text = text
    }
}

extension RecordedRequest {
    package var parts: [MessagePart] {
        let url = URLText(url)
        var counts: [String: Int] = [:]
        let query = url.queryPairs.map { pair in
            counts[pair.nameText, default: 0] += 1
            return MessagePart(.query(pair.nameText, counts[pair.nameText] ?? 1), pair.valueText)
        }
        let segments = url.segments.enumerated().map {
            MessagePart(.segment($0), String(decoding: $1, as: UTF8.self))
        }
        let headers = headers.fields.flatMap { field -> [MessagePart] in
            switch field.name.lowercased() {
            case "cookie": CookiePair.parse(field.value).map { MessagePart(.cookie($0.name), $0.value) }
            case "authorization", "proxy-authorization":
                [MessagePart(.header(field.name), AuthorizationText.credentials(of: field.value))]
            default: [MessagePart(.header(field.name), field.value.withoutWeakMark)]
            }
        }
        return (headers + query + segments + bodyParts(body ?? [], bodyType)).filter { !$0.text.isEmpty }
    }

    /// The media type of the body. Foundation sends any body without one as a form, but JSON and XML are
    /// recognized.
    var bodyType: MediaType {
        let isForm = body?.first != UInt8(ascii: "<") && JSONBody(body ?? []) == nil
        return MediaType(headers["Content-Type"] ?? (isForm ? "application/x-www-form-urlencoded" : ""))
    }
}

extension HTTPExchange {
    /// The non-empty values of the response, without volatile header fields.
    package var responseParts: [MessagePart] {
        let links = LinkHeader(response.headers[all: "Link"])
        let targets = links.links.flatMap(\.relations).flatMap { relation -> [MessagePart] in
            let target = links.target(of: relation, base: request.url)?.absolute ?? ""
            return URLText(target).queryPairs.map { MessagePart(.link(relation, $0.nameText), $0.valueText) }
        }
        let headers = response.headers.fields.flatMap { field -> [MessagePart] in
            switch field.name.lowercased() {
            case "set-cookie": SetCookie(field.value).map { [MessagePart(.cookie($0.name), $0.value)] } ?? []
            case "link": []
            case "location":
                [MessagePart(.location, String(decoding: URLText(field.value).segments.last ?? [], as: UTF8.self))]
            case let name where Volatile.headers.contains(name) && name != "last-modified": []
            default: [MessagePart(.header(field.name), field.value.withoutWeakMark)]
            }
        }
        return (headers + targets + bodyParts(response.body, response.headers.mediaType))
            .filter { !$0.text.isEmpty }
    }
}

private func bodyParts(_ body: [UInt8], _ mediaType: MediaType) -> [MessagePart] {
    if mediaType.isForm {
        return FormPair.parse(body[...], plusIsSpace: true).map {
            MessagePart(.body(JSONPointer(tokens: [$0.nameText])), $0.valueText)
        }
    }
    guard let json = JSONBody(body)?.json else { return [] }
    var parts: [MessagePart] = []
    json.forEachValue { pointer, json in
        guard let text = json.stringValue ?? json.numberValue?.text else { return }
        parts.append(MessagePart(.body(pointer), text))
    }
    return parts
}

extension String {
    /// The entity tag without its weak mark. Conditions compare weak and strong tags alike (RFC 9110, 8.8.3.2).
    package var withoutWeakMark: String { hasPrefix("W/\"") ? String(dropFirst(2)) : self }
}
