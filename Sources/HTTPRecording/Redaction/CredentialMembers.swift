import JSONValues

/// The members of messages that hold credentials, whatever their values are: by name or by place.
///
/// Their values are replaced by stand-ins of the same type and of a like shape, so that models are made of a recording as
/// they were of the answer. What the contract itself spells out is no secret, nor is what its schema lists.
package struct CredentialMembers: Sendable {
    /// Finds what a schema says against a body: the places of values that it refuses.
    package typealias Judge = @Sendable (HTTPExchange, JSON) -> [Refusal]

    /// A value that a schema refuses.
    package struct Refusal: Sendable {
        let pointer: JSONPointer
        /// Whether it has to be one of the values that the schema lists.
        let isListed: Bool

        package init(pointer: JSONPointer, isListed: Bool) {
            self.pointer = pointer
            self.isListed = isListed
        }
    }

    private let names: Set<String>
    private let pointers: [JSONPointer]
    /// Places of what is captured for a secret argument: an echo of it is taken out, however common a word it is.
    private let captured: [JSONPointer]
    private let published: Set<String>
    private let judge: Judge?

    /// - Parameters:
    ///   - names: those that the contract adds to the list.
    ///   - pointers: places in the JSON bodies of requests and responses, `*` for every element or member.
    ///   - captured: places whose values fill secret arguments.
    ///   - published: texts that stand in the contract, and so are known to whoever reads the repository.
    ///   - judge: asks the schemas whether a stand-in will do in the body of a response.
    package init(
        names: [String] = [], pointers: [JSONPointer] = [], captured: [JSONPointer] = [],
        published: Set<String> = [], judge: Judge? = nil
    ) {
        self.names = Set(names.map(CredentialNames.folded))
        self.pointers = pointers + captured
        self.captured = captured
        self.published = published
        self.judge = judge
    }

    package func holds(_ name: String) -> Bool {
        CredentialNames.contains(name) || !names.isEmpty && names.contains(CredentialNames.folded(name))
    }

    /// The exchange with stand-ins for credentials, and the secrets that they are: their echoes elsewhere are found by value.
    ///
    /// - Parameters:
    ///   - known: the values that have placeholders already.
    ///   - given: the stand-ins of the exchanges before, which one value keeps and another does not get.
    ///   - isCertain: whether only values that are distinguished from other words count as secrets.
    /// - Returns: also the members of the response's body whose values stay, as no stand-in meets their schema.
    func replaced(
        in exchange: HTTPExchange, known: Set<String>, given: inout GivenStandIns, isCertain: Bool = true
    ) -> (exchange: HTTPExchange, secrets: [Secret], unreplaced: [JSONPointer]) {
        var replacing = Replacing(members: self, known: known, given: given, isCertain: isCertain)
        defer { given = replacing.given }
        var replaced = exchange
        replaced.response.body = replacing.body(
            exchange.response.body, MediaType(exchange.response.headers["Content-Type"] ?? "")
        ) { body in judge?(exchange, body) ?? [] }
        if let body = exchange.request.body {
            replaced.request.body = replacing.body(body, MediaType(exchange.request.headers["Content-Type"] ?? "")) {
                _ in []
            }
        }
        replaced.request.headers = replacing.headers(exchange.request.headers)
        replaced.response.headers = replacing.headers(exchange.response.headers)
        let url = URLText(exchange.request.url)
        if let query = url.query {
            let bytes = replacing.form(Array(url.bytes[query]))
            if !bytes.elementsEqual(url.bytes[query]) {
                replaced.request.url = String(
                    decoding: url.bytes[..<query.lowerBound] + bytes + url.bytes[query.upperBound...], as: UTF8.self)
            }
        }
        return (replaced, replacing.secrets, replacing.unreplaced)
    }

    /// The body of a message, or a part of one, with stand-ins for credentials; a text that is no JSON as it is.
    package func replaced(inText text: String) -> String {
        var replacing = Replacing(members: self, known: [], given: GivenStandIns(), isCertain: true)
        return String(decoding: replacing.body(Array(text.utf8), MediaType("")) { _ in [] }, as: UTF8.self)
    }

    package func secrets(in exchange: HTTPExchange, isCertain: Bool = true) -> [Secret] {
        var given = GivenStandIns()
        return replaced(in: exchange, known: [], given: &given, isCertain: isCertain).secrets
    }

    /// Returns whether the value at a place of a body is one of them.
    fileprivate func isMeant(_ name: String, _ path: [String]) -> Bool { holds(name) || isPlaced(path) }

    /// Returns whether a contract names the place of a value.
    fileprivate func isPlaced(_ path: [String]) -> Bool { pointers.contains { $0.covers(path) } }

    /// Returns whether a value fills a secret argument.
    fileprivate func isCaptured(_ scalar: JSONScalars.Scalar) -> Bool {
        captured.contains { $0.covers(scalar.pointer.tokens) }
    }

    fileprivate func isPublished(_ text: String) -> Bool { published.contains(text) }

    /// Returns whether a text is a credential, and none that anybody may know.
    fileprivate func isCredential(_ text: String) -> Bool {
        !text.isEmpty && !published.contains(text) && !CredentialStandIn.isOne(text)
            && !(text.hasPrefix("{") && text.hasSuffix("}"))
    }
}

/// The stand-ins of a recording: one value has one, and two values have two.
struct GivenStandIns {
    /// By the values that they stand for.
    fileprivate var chosen: [String: String] = [:]
    private var generations: [String: Int] = [:]
    /// The number of values with the same first stand-in.
    private var counts: [String: Int] = [:]

    /// The stand-ins that a value may have under a name; one that it has under another name goes first.
    mutating func texts(for value: String, named name: String) -> [String] {
        let first = CredentialStandIn.texts(for: value, named: name)[0]
        let generation = generations[value] ?? counts[first, default: 0] + 1
        if generations.updateValue(generation, forKey: value) == nil { counts[first] = generation }
        let own = CredentialStandIn.texts(for: value, named: name, generation: generation)
        return chosen[value].map { known in [known] + own.filter { $0 != known } } ?? own
    }
}

private struct Replacing {
    let members: CredentialMembers
    let known: Set<String>
    private(set) var given: GivenStandIns
    let isCertain: Bool
    private(set) var secrets: [Secret] = []
    /// The members whose values stay, as none of their choices meets a schema that lists no values.
    private(set) var unreplaced: [JSONPointer] = []
    /// The values that are among the secrets.
    private(set) var noted: Set<String> = []

    mutating func body(
        _ body: [UInt8], _ mediaType: MediaType, refusals: (JSON) -> [CredentialMembers.Refusal]
    ) -> [UInt8] {
        if mediaType.isForm { return form(body) }
        if mediaType.isMultipart, let multipart = try? MultipartBody(body, mediaType) { return parts(body, multipart) }
        if mediaType.isXML, let tree = try? XMLTree(parsing: body, charset: mediaType.charset) {
            return xml(body, tree)
        }
        guard let read = JSONBody(body) else { return body }
        let start = read.prefix.count
        // The same few names stand in every element of a long list.
        var judged: [String: Bool] = [:]
        let scalars = JSONScalars(in: body, from: start) { name, path in
            let isNamed = judged[name] ?? members.holds(name)
            judged[name] = isNamed
            return isNamed || members.isPlaced(path)
        }.all.filter { isReplaced($0.json) }
        guard !scalars.isEmpty else { return body }
        // The place of the choice of each; beyond its choices a value stays.
        var ranks = [Int](repeating: 0, count: scalars.count)
        // In the order of their places: the members of an object come in another one each time.
        var choices = [[JSON]](repeating: [], count: scalars.count)
        for index in scalars.indices.sorted(by: { scalars[$0].pointer.description < scalars[$1].pointer.description }) {
            choices[index] = candidates(for: scalars[index])
        }
        var isListedAt = Set<Int>()
        let before = Set(refusals(read.json).map(\.pointer))
        func edited() -> [UInt8] {
            let replaced = scalars.indices.filter { ranks[$0] < choices[$0].count }
            return body.applying(replaced.map { (scalars[$0].range, choices[$0][ranks[$0]].bytes()) })
        }
        for _ in 0..<6 {
            // One value in the place of another leaves JSON as it is.
            guard let changed = try? JSON(parsing: Array(edited()[start...])) else { return body }
            let refused = Dictionary(
                refusals(changed).filter { !before.contains($0.pointer) }.map { ($0.pointer, $0.isListed) }
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
        for (index, scalar) in scalars.enumerated() where ranks[index] < choices[index].count {
            note(scalar.json, choices[index][ranks[index]], scalar.name, isCaptured: members.isCaptured(scalar))
        }
        for (index, scalar) in scalars.enumerated()
        where ranks[index] >= choices[index].count && !isListedAt.contains(index) {
            unreplaced.append(scalar.pointer)
        }
        return edited()
    }

    /// The pairs of a form or a query.
    mutating func form(_ text: [UInt8]) -> [UInt8] {
        let pairs = text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair -> [UInt8] in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return Array(pair) }
            let parsed = FormPair.parse(pair, plusIsSpace: true).first
            // The variables of a GraphQL request by GET are JSON.
            if let value = parsed?.value, value.first == UInt8(ascii: "{") {
                let replaced = self.body(value, MediaType("application/json")) { _ in [] }
                return replaced == value ? Array(pair) : Array(pair[...equals]) + PercentCoding.encode(replaced)
            }
            guard let name = parsed?.nameText, members.holds(name), let value = parsed?.valueText,
                let standIn = standIn(for: value, named: name)
            else { return Array(pair) }
            return Array(pair[...equals] + PercentCoding.encode(standIn.utf8))
        }
        return Array(pairs.joined(separator: [UInt8(ascii: "&")]))
    }

    private mutating func parts(_ body: [UInt8], _ multipart: MultipartBody) -> [UInt8] {
        body.applying(
            multipart.parts.map { part in
                guard members.isMeant(part.name, [part.name]), let text = String(validating: part.bytes, as: UTF8.self),
                    let standIn = standIn(for: text, named: part.name)
                else { return (part.range, part.content.map { self.body(part.bytes, $0) { _ in [] } } ?? part.bytes) }
                return (part.range, Array(standIn.utf8))
            })
    }

    /// The texts of elements and the values of attributes that are named as credentials.
    private mutating func xml(_ body: [UInt8], _ tree: XMLTree) -> [UInt8] {
        var found: [(range: Range<Int>, bytes: [UInt8])] = []
        tree.eachValue { name, path, value, range in
            guard members.isMeant(name, path), let standIn = standIn(for: value, named: name) else { return }
            found.append((range, CharacterReferences.encode(Array(standIn.utf8))))
        }
        return body.applying(found.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }

    /// The headers, of which some are named as members are: `X-Api-Key`, `Session-Token`.
    mutating func headers(_ headers: HeaderFields) -> HeaderFields {
        headers.mapValues { field in
            let name = field.name.lowercased().hasPrefix("x-") ? String(field.name.dropFirst(2)) : field.name
            // Those have placeholders of their own.
            guard !Redaction.deniedHeaders.contains(field.name.lowercased()), members.holds(name) else {
                return field.value
            }
            return standIn(for: field.value, named: name) ?? field.value
        }
    }

    /// The stand-in of a text, which is among the secrets from here on; `nil` where the text stays.
    private mutating func standIn(for text: String, named name: String) -> String? {
        guard isReplaced(.string(text)), let standIn = given.texts(for: text, named: name).first else { return nil }
        note(.string(text), .string(standIn), name)
        return standIn
    }

    private func isReplaced(_ json: JSON) -> Bool {
        switch json {
        case .string(let text): members.isCredential(text) && !known.contains(text)
        case .number(let number): !members.isPublished(number.text)
        case .null, .bool, .array, .object: false
        }
    }

    private mutating func candidates(for scalar: JSONScalars.Scalar) -> [JSON] {
        switch scalar.json {
        case .string(let text): given.texts(for: text, named: scalar.name).map(JSON.string)
        case .number(let number): CredentialStandIn.numbers(for: number)
        case .null, .bool, .array, .object: []
        }
    }

    private mutating func note(_ value: JSON, _ standIn: JSON, _ name: String, isCaptured: Bool = false) {
        if !isCertain, case .number(let number) = value {
            secrets.append(Secret(value: number.text, placeholder: standIn.text(), name: "{member:\(name)}"))
        }
        guard let text = value.stringValue, let standIn = standIn.stringValue, text != standIn,
            noted.insert(text).inserted
        else { return }
        if given.chosen[text] == nil { given.chosen[text] = standIn }
        if isCaptured || !isCertain || text.isDistinctive {
            secrets.append(Secret(value: text, placeholder: standIn, name: "{member:\(name)}"))
        }
    }
}

extension String {
    /// Whether a credential is no common word, so that the same text elsewhere is an echo of it.
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
    /// The bytes with some ranges, which are in order, replaced.
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
    /// Whether a place, or one around it, is refused, and whether that is because a schema lists its values.
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

    /// Returns whether a place is the one that this names, `*` for any member or element.
    fileprivate func covers(_ path: [String]) -> Bool {
        tokens.count == path.count && zip(tokens, path).allSatisfy { $0 == $1 || $0 == "*" }
    }
}
