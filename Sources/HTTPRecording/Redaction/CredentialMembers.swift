import JSONValues

/// The members of messages that hold credentials, selected by name or by location.
///
/// Their values are replaced by stand-ins of the same type and a similar shape, so that a recording decodes like the
/// response. Values that the contract spells out or its schema lists are not secrets.
package struct CredentialMembers: Sendable {
    /// A function that returns the locations of the values that a schema rejects in a body.
    package typealias SchemaCheck = @Sendable (HTTPExchange, JSON) -> [SchemaViolation]

    package struct SchemaViolation: Sendable {
        let pointer: JSONPointer
        /// Whether the schema lists the allowed values.
        let isListed: Bool

        package init(pointer: JSONPointer, isListed: Bool) {
            self.pointer = pointer
            self.isListed = isListed
        }
    }

    private let names: Set<String>
    private let pointers: [JSONPointer]
    /// The locations captured for secret arguments. Echoes of their values are redacted even if they are common words.
    private let captured: [JSONPointer]
    fileprivate let published: Set<String>
    private let schemaCheck: SchemaCheck?

    /// - Parameters:
    ///   - pointers: locations in JSON bodies of requests and responses, with `*` for every element or member.
    ///   - published: strings in the contract, which every reader of the repository knows.
    ///   - schemaCheck: checks a stand-in against the schema of a response body.
    package init(
        names: [String] = [], pointers: [JSONPointer] = [], captured: [JSONPointer] = [],
        published: Set<String> = [], schemaCheck: SchemaCheck? = nil
    ) {
        self.names = Set(names.map(CredentialNames.folded))
        self.pointers = pointers + captured
        self.captured = captured
        self.published = published
        self.schemaCheck = schemaCheck
    }

    package func holds(_ name: String) -> Bool {
        CredentialNames.contains(name) || !names.isEmpty && names.contains(CredentialNames.folded(name))
    }

    /// Returns the exchange with stand-ins for credentials, and the secrets, whose echoes elsewhere are found by value.
    ///
    /// - Parameters:
    ///   - known: the values that already have placeholders.
    ///   - assigned: the stand-ins of the earlier exchanges. A value keeps its stand-in, and no other value gets it.
    ///   - onlyDistinctive: whether only distinctive values count as secrets.
    /// - Returns: also the credentials that stay, with their locations in the exchange.
    func replaced(
        in exchange: HTTPExchange, known: Set<String>, assigned: inout AssignedStandIns, onlyDistinctive: Bool = true
    ) -> (exchange: HTTPExchange, secrets: [Secret], unreplaced: [Suspicion]) {
        var replacing = Replacing(members: self, known: known, assigned: assigned, onlyDistinctive: onlyDistinctive)
        defer { assigned = replacing.assigned }
        var replaced = exchange
        replaced.response.body = replacing.body(
            exchange.response.body, exchange.response.headers.mediaType
        ) { body in schemaCheck?(exchange, body) ?? [] }
        if let body = exchange.request.body {
            replacing.place = "/request/postData/text"
            replaced.request.body = replacing.body(body, exchange.request.bodyType) { _ in [] }
        }
        replaced.request.headers = replacing.headers(exchange.request.headers)
        replaced.response.headers = replacing.headers(exchange.response.headers)
        replaced.request.url = replacing.url(exchange.request.url)
        return (replaced, replacing.secrets, replacing.unreplaced)
    }

    package func replaced(inText text: String) -> String {
        var replacing = Replacing(members: self, known: [], assigned: AssignedStandIns(), onlyDistinctive: true)
        return String(decoding: replacing.body(Array(text.utf8), MediaType("")) { _ in [] }, as: UTF8.self)
    }

    package func secrets(in exchange: HTTPExchange, onlyDistinctive: Bool = true) -> [Secret] {
        var assigned = AssignedStandIns()
        return replaced(in: exchange, known: [], assigned: &assigned, onlyDistinctive: onlyDistinctive).secrets
    }

    fileprivate func isCredential(named name: String, at path: [String]) -> Bool { holds(name) || isSelected(at: path) }

    fileprivate func isSelected(at path: [String]) -> Bool { pointers.contains { $0.covers(path) } }

    fileprivate func isCaptured(_ scalar: JSONScalars.Scalar) -> Bool {
        captured.contains { $0.covers(scalar.pointer.tokens) }
    }

    fileprivate func isCredential(_ text: String) -> Bool {
        !text.isEmpty && !published.contains(text) && !CredentialStandIn.isStandIn(text)
            && !text.isPlaceholder
    }
}

struct AssignedStandIns {
    fileprivate var chosen: [String: String] = [:]
    private var generations: [String: Int] = [:]
    private var counts: [String: Int] = [:]

    /// Returns the possible stand-ins of a value. Its stand-in under another name comes first.
    mutating func texts(for value: String, named name: String) -> [String] {
        let generation = generation(of: value, CredentialStandIn.texts(for: value, named: name)[0])
        let own = CredentialStandIn.texts(for: value, named: name, generation: generation)
        return chosen[value].map { known in [known] + own.filter { $0 != known } } ?? own
    }

    mutating func numbers(for number: JSONNumber) -> [JSON] {
        let generation = generation(of: number.text, CredentialStandIn.numbers(for: number)[0].text())
        let known = chosen[number.text].flatMap { JSON(ifValid: $0.utf8) }
        return [known].compactMap(\.self) + CredentialStandIn.numbers(for: number, generation: generation)
    }

    private mutating func generation(of value: String, _ first: String) -> Int {
        if let known = generations[value] { return known }
        let generation = counts[first, default: 0] + 1
        (generations[value], counts[first]) = (generation, generation)
        return generation
    }
}

private struct Replacing {
    let members: CredentialMembers
    let known: Set<String>
    private(set) var assigned: AssignedStandIns
    let onlyDistinctive: Bool
    private(set) var secrets: [Secret] = []
    /// The location of the searched body in the exchange.
    var place: JSONPointer = "/response/content/text"
    /// The members whose values stay, because no candidate satisfies a schema without listed values, and the bodies
    /// with names of credentials that their parser rejects.
    private(set) var unreplaced: [Suspicion] = []
    private(set) var noted: Set<String> = []

    mutating func body(
        _ body: [UInt8], _ mediaType: MediaType, violations: (JSON) -> [CredentialMembers.SchemaViolation]
    ) -> [UInt8] {
        if mediaType.isForm { return form(body) }
        if let format = EventStream.Format(of: mediaType), JSON(ifValid: body) == nil {
            return events(body, format)
        }
        if let text = TranscodedText(body, mediaType) {
            let type = MediaType("\(mediaType.essence); charset=utf-8")
            return text.encoded(self.body(text.utf8, type, violations: violations))
        }
        let isMultipart = mediaType.essence.hasPrefix("multipart/")
        if isMultipart, let multipart = try? MultipartBody(body, mediaType) { return parts(body, multipart) }
        // Another encoding has been converted above.
        if mediaType.isXML, let tree = try? XMLTree(parsing: body, charset: "utf-8") { return xml(body, tree) }
        guard let read = JSONBody(body) else {
            if isMultipart || mediaType.isXML || mediaType.isJSON,
                body.split(whereSeparator: { !CredentialShapes.isKeyCharacter($0) })
                    .contains(where: { members.holds(String(decoding: $0, as: UTF8.self)) })
            {
                unreplaced.append(Suspicion(kind: .unreadable, pointer: place))
            }
            return body
        }
        let start = read.prefix.count
        // A long list repeats a few names in every element.
        var judged: [String: Bool] = [:]
        let scalars = JSONScalars(in: body, from: start) { name, path in
            let isNamed = judged[name] ?? members.holds(name)
            judged[name] = isNamed
            return isNamed || members.isSelected(at: path)
        }.all.filter { isReplaced($0.json) }
        guard !scalars.isEmpty else { return body }
        // The index of each scalar's candidate. A value without a remaining candidate stays.
        var ranks = [Int](repeating: 0, count: scalars.count)
        // Assigns stand-ins in pointer order, because the order of object members varies.
        var choices = [[JSON]](repeating: [], count: scalars.count)
        for index in scalars.indices.sorted(by: { scalars[$0].pointer.description < scalars[$1].pointer.description }) {
            choices[index] = candidates(for: scalars[index])
        }
        var isListedAt = Set<Int>()
        let before = Set(violations(read.json).map(\.pointer))
        func edited() -> [UInt8] {
            let replaced = scalars.indices.filter { ranks[$0] < choices[$0].count }
            return body.applying(replaced.map { (scalars[$0].range, choices[$0][ranks[$0]].bytes()) })
        }
        for _ in 0..<6 {
            guard let changed = JSON(ifValid: edited()[start...]) else { return body }
            let refused = Dictionary(
                violations(changed).filter { !before.contains($0.pointer) }.map { ($0.pointer, $0.isListed) }
            ) { $0 || $1 }
            var isSettled = true
            for (index, scalar) in scalars.enumerated() {
                guard let isListed = scalar.pointer.nearest(in: refused), ranks[index] < choices[index].count else {
                    continue
                }
                isSettled = false
                if isListed { isListedAt.insert(index) }
                ranks[index] = isListed ? choices[index].count : ranks[index] + 1
            }
            if isSettled { break }
        }
        for (index, scalar) in scalars.enumerated() {
            if ranks[index] < choices[index].count {
                note(scalar.json, choices[index][ranks[index]], scalar.name, isCaptured: members.isCaptured(scalar))
            } else if !isListedAt.contains(index) {
                unreplaced.append(Suspicion(kind: .unreplaced, pointer: place, member: scalar.pointer))
            }
        }
        return edited()
    }

    /// Replaces credentials in the query and the fragment of a URL. OAuth 2.0 returns tokens in a fragment (RFC 6749, 4.2.2).
    mutating func url(_ text: String) -> String {
        let url = URLText(text)
        let edits = [url.query, url.fragment].compactMap(\.self).map { ($0, form(Array(url.bytes[$0]))) }
        return String(decoding: url.bytes.applying(edits), as: UTF8.self)
    }

    mutating func form(_ text: [UInt8]) -> [UInt8] {
        let pairs = text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair -> [UInt8] in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return Array(pair) }
            guard let parsed = FormPair.parse(pair, plusIsSpace: true).first, let value = parsed.value else {
                return Array(pair)
            }
            var replaced = value
            if members.holds(parsed.nameText) {
                replaced = standIn(for: parsed.valueText, named: parsed.nameText).map { Array($0.utf8) } ?? value
            } else if let first = value.first, "{[".utf8.contains(first) {
                // GraphQL requests by GET send their variables as JSON.
                replaced = self.body(value, MediaType("")) { _ in [] }
            }
            return replaced == value ? Array(pair) : Array(pair[...equals]) + PercentCoding.encode(replaced)
        }
        return Array(pairs.joined(separator: [UInt8(ascii: "&")]))
    }

    /// Replaces credentials in each event of a stream, because each contains a document of its own.
    private mutating func events(_ body: [UInt8], _ format: EventStream.Format) -> [UInt8] {
        body.applying(
            EventStream.data(of: body, format).flatMap { lines in
                let data = lines.map { Array(body[$0]) }.joined(separator: [0x0A])
                let replaced = self.body(Array(data), MediaType("")) { _ in [] }
                // No string of JSON contains a line break, so the lines stay.
                return zip(lines, replaced.split(separator: 0x0A, omittingEmptySubsequences: false)).map {
                    ($0, Array($1))
                }
            })
    }

    private mutating func parts(_ body: [UInt8], _ multipart: MultipartBody) -> [UInt8] {
        body.applying(
            multipart.parts.map { part in
                guard members.isCredential(named: part.name, at: [part.name]),
                    let text = String(validating: part.bytes, as: UTF8.self),
                    let standIn = standIn(for: text, named: part.name)
                else { return (part.range, part.content.map { self.body(part.bytes, $0) { _ in [] } } ?? part.bytes) }
                return (part.range, Array(standIn.utf8))
            })
    }

    private mutating func xml(_ body: [UInt8], _ tree: XMLTree) -> [UInt8] {
        var found: [(range: Range<Int>, bytes: [UInt8])] = []
        tree.eachValue { name, path, value, range in
            guard members.isCredential(named: name, at: path), let standIn = standIn(for: value, named: name) else {
                return
            }
            found.append((range, CharacterReferences.encode(Array(standIn.utf8))))
        }
        return body.applying(found.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }

    mutating func headers(_ headers: HeaderFields) -> HeaderFields {
        headers.mapValues { field in
            if Redaction.urlHeaders.contains(field.name.lowercased()) { return url(field.value) }
            let name = field.name.withoutExtensionPrefix
            // These fields have their own placeholders.
            guard !Redaction.deniedHeaders.contains(field.name.lowercased()), members.holds(name) else {
                return field.value
            }
            return standIn(for: field.value, named: name) ?? field.value
        }
    }

    /// Returns the stand-in of a string and adds the string to the secrets; `nil` if the string stays.
    private mutating func standIn(for text: String, named name: String) -> String? {
        guard isReplaced(.string(text)), let standIn = assigned.texts(for: text, named: name).first else { return nil }
        note(.string(text), .string(standIn), name)
        return standIn
    }

    private func isReplaced(_ json: JSON) -> Bool {
        switch json {
        case .string(let text): members.isCredential(text) && !known.contains(text)
        case .number(let number): !members.published.contains(number.text)
        case .null, .bool, .array, .object: false
        }
    }

    private mutating func candidates(for scalar: JSONScalars.Scalar) -> [JSON] {
        switch scalar.json {
        case .string(let text): assigned.texts(for: text, named: scalar.name).map(JSON.string)
        case .number(let number): assigned.numbers(for: number)
        case .null, .bool, .array, .object: []
        }
    }

    private mutating func note(_ value: JSON, _ standIn: JSON, _ name: String, isCaptured: Bool = false) {
        guard let text = value.stringValue ?? value.numberValue?.text,
            let standIn = standIn.stringValue ?? standIn.numberValue?.text, text != standIn,
            noted.insert(text).inserted
        else { return }
        if assigned.chosen[text] == nil { assigned.chosen[text] = standIn }
        if isCaptured || !onlyDistinctive || text.isDistinctive {
            secrets.append(Secret(value: text, placeholder: standIn, name: "{member:\(name)}"))
        }
    }
}

extension String {
    /// Whether a credential is so distinctive that the same string elsewhere is an echo of it.
    package var isDistinctive: Bool {
        let bytes = utf8
        if bytes.count >= 16 { return !contains(" ") || bytes.contains(where: \.isASCIIDigit) }
        let hasLetters = bytes.contains { ($0 | 0x20).isASCIILowercase }
        if bytes.contains(where: \.isASCIIDigit) { return bytes.count >= (hasLetters ? 5 : 8) }
        let kinds = [
            bytes.contains(where: \.isASCIILowercase), bytes.contains(where: \.isASCIIUppercase),
            bytes.contains { !$0.isASCIIAlphanumeric },
        ].count { $0 }
        return bytes.count >= 8 && kinds >= 2 && !contains(" ")
    }
}

extension [UInt8] {
    func applying(_ edits: [(range: Range<Int>, bytes: [UInt8])]) -> [UInt8] {
        var result: [UInt8] = []
        var end = 0
        for edit in edits {
            result += self[end..<edit.range.lowerBound] + edit.bytes
            end = edit.range.upperBound
        }
        return result + self[end...]
    }
}

extension JSONPointer {
    /// Returns whether a schema lists the allowed values; `nil` if neither this location nor a parent is rejected.
    fileprivate func nearest(in places: [JSONPointer: Bool]) -> Bool? {
        if let found = places[self] { return found }
        var place = self
        while let outer = place.parent {
            // A choice of schemas fails with the whole object.
            if places[outer] != nil { return false }
            place = outer
        }
        return nil
    }

    fileprivate func covers(_ path: [String]) -> Bool {
        tokens.count == path.count && zip(tokens, path).allSatisfy { $0 == $1 || $0 == "*" }
    }
}
