import JSONValues

/// A value of a message that another message may carry: a token, an entity tag, a cursor, an id.
package struct MessagePart: Sendable, Hashable {
    package enum Place: Sendable, Hashable {
        /// The credentials of `Authorization`, the entity tag without `W/` of a condition such as `If-None-Match`.
        case header(String)
        case cookie(String)
        /// A value of a name in the query, by its number among those of the name.
        case query(String, Int)
        case segment(Int)
        /// A parameter in the target of a link of a relation (RFC 8288).
        case link(String, String)
        /// The last segment of the path of `Location`.
        case location
        /// A scalar of JSON, or the field of a form.
        case body(JSONPointer)
    }

    package let place: Place
    package let text: String

    fileprivate init(_ place: Place, _ text: String) {
        self.place = place
        self.text = text
    }
}

extension RecordedRequest {
    /// The values that the request carries.
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
                [MessagePart(.header(field.name), AuthorizationText.parts(of: field.value).credentials)]
            default: [MessagePart(.header(field.name), field.value.withoutWeakMark)]
            }
        }
        let body = body ?? []
        // Foundation sends as a form what has no type.
        let type = self.headers["Content-Type"] ?? (JSONBody(body) == nil ? "application/x-www-form-urlencoded" : "")
        return (headers + query + segments + bodyParts(body, MediaType(type))).filter { !$0.text.isEmpty }
    }
}

extension HTTPExchange {
    /// The values that the response gives: not those that differ in every response.
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
        return (headers + targets + bodyParts(response.body, MediaType(response.headers["Content-Type"] ?? "")))
            .filter { !$0.text.isEmpty }
    }
}

/// The scalars of a JSON body, some services put a text in front of it, and the fields of a form.
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
    /// An entity tag without the mark of a weak one: conditions compare both alike (RFC 9110, 8.8.3.2).
    var withoutWeakMark: String { hasPrefix("W/\"") ? String(dropFirst(2)) : self }
}
