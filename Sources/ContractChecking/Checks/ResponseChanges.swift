import ContractFormat
import HTTPRecording
import JSONSchema

/// The changes of a call's responses that its contract allows.
extension ExchangeMatcher {
    var inAnyOrder: ExchangeMatcher { modified(self) { $0.outcome.order = .any } }

    typealias ReadBody = (body: JSON, shape: ResponseContract)

    func read(_ exchange: HTTPExchange) -> ReadBody? {
        guard let shape = sender(of: exchange)?.endpoint.shape(of: exchange.response, named: outcome.response),
            case .json(let body, _) = ResponseBody.read(exchange.response.body, as: shape)
        else { return nil }
        return (body, shape)
    }

    /// Replaces the elements of each list or dictionary of models, if the contract allows the result. Returns `nil` if
    /// none changes.
    ///
    /// - Parameter bodies: the bodies of the exchanges, as `read` returns them.
    func changingLists(
        of exchanges: [HTTPExchange], _ bodies: [ReadBody?], isTolerated: Bool, isOfLastPage: Bool,
        _ change: (_ model: ModelContract?, _ elements: [JSON], _ isDictionary: Bool) -> [JSON]
    ) -> [HTTPExchange]? {
        var changed = zip(exchanges, bodies).map { exchange, read -> HTTPExchange in
            guard case (var body, let shape)? = read, case .json(let schema) = shape.body else { return exchange }
            let usual = body
            let uses = contract.uses(in: shape)
            for use in uses where use.tags.isEmpty {
                guard let (list, inner) = use.collection(among: uses) else { continue }
                // Longer lists within longer lists would multiply their elements.
                for (place, _) in list.matches(in: usual) {
                    guard let container = body[pointer: place], case let outer = container.children.map(\.json),
                        !outer.isEmpty, let elements = outer.mapAll({ $0[pointer: inner] }),
                        case let other = change(
                            contract.model(use.model), elements, container.objectValue != nil),
                        use.list != nil || other.count <= elements.count
                    else { continue }
                    let wrapped = other.enumerated().map { outer[$0 % outer.count].replacing(inner, with: $1) }
                    let candidate = body.replacing(place, with: container.holding(wrapped))
                    if isTolerated || schema.schema.accepts(candidate) { body = candidate }
                }
            }
            return body == usual ? exchange : exchange.replacingBody(with: body, shape) ?? exchange
        }
        if isOfLastPage {
            var known: Set<String> = []
            for index in exchanges.indices.reversed() where changed[index] != exchanges[index] {
                let models = bodies[index].map { contract.uses(in: $0.shape) } ?? []
                let names = models.filter { $0.list != nil }.map(\.model)
                if !known.isDisjoint(with: names) { changed[index] = exchanges[index] }
                known.formUnion(names)
            }
        }
        return changed == exchanges ? nil : changed
    }

    /// Replaces the resource of a call's only response in each way that the contract allows.
    func changingResource(
        of exchanges: [HTTPExchange], _ changed: (ModelContract, JSON) -> [JSON]
    ) -> [[HTTPExchange]] {
        guard exchanges.count == 1, let (body, shape) = read(exchanges[0]), case .json(let schema) = shape.body else {
            return []
        }
        return shape.models.flatMap { use -> [[HTTPExchange]] in
            guard !use.at.tokens.contains("*"), use.tags.isEmpty, let model = contract.model(use.model),
                let resource = body[pointer: use.at]
            else { return [] }
            return changed(model, resource).map { body.replacing(use.at, with: $0) }
                .filter { $0 != body && schema.schema.accepts($0) }
                .compactMap { exchanges[0].replacingBody(with: $0, shape).map { [$0] } }
        }
    }

    /// Returns valid exchanges with another first or last response than recorded, which must not end the process.
    func unusualResponses(of exchanges: [HTTPExchange]) -> [(what: MessageText, exchanges: [HTTPExchange])] {
        let changes: [(MessageText, (JSON, Schema) -> JSON)] = [
            ("only required members", { $0.withoutOptional($0.memberPlaces, where: $1.accepts) }),
            ("empty lists", { $0.emptyingLists(by: $1) }),
        ]
        return exchanges.indices.filter { [0, exchanges.count - 1].contains($0) }.flatMap { index in
            changes.compactMap { what, change in
                guard let (body, shape) = read(exchanges[index]), case .json(let schema) = shape.body,
                    case let other = change(body, schema.schema), other != body,
                    let changed = exchanges[index].replacingBody(with: other, shape)
                else { return nil }
                let name = exchanges.count == 1 ? "the response" : "response \(index + 1)"
                return ("\(name) has \(what)", exchanges[..<index] + [changed] + exchanges[(index + 1)...])
            }
        }
    }

    /// Returns valid exchanges whose last response has another value at a place that the result refers to.
    func changingReferences(of exchanges: [HTTPExchange]) -> [(what: MessageText, exchanges: [HTTPExchange])] {
        guard let last = exchanges.last else { return [] }
        let sources = (outcome.returns?.sources ?? []) + (outcome.error?.sources ?? [])
        let changed = sources.distinct.flatMap { source -> [(MessageText, HTTPExchange?)] in
            switch source {
            case .body(let pointer):
                guard let (body, shape) = read(last) else { return [] }
                var changed = (body[pointer: pointer]?.otherValues ?? []).map { other -> (MessageText, JSON) in
                    (
                        "'\(pointer)' of the response is \(MessageText.excerpt(other))",
                        body.replacing(pointer, with: other)
                    )
                }
                // A result may be a whole list; an error reports one problem of several.
                if outcome.error?.sources.contains(source) ?? false,
                    let (list, longer) = body.lengthening(after: pointer)
                {
                    changed.append(("'\(list)' of the response has another element", longer))
                }
                return changed.map { ($0, last.replacingBody(with: $1, shape)) }
            case .header(let name):
                return (last.response.headers[name]?.otherHeaders ?? []).map { text in
                    var other = last
                    other.response.headers[name] = text
                    return ("the header '\(name)' is \(MessageText.excerpt(text))", other)
                }
            case .cookie, .link: return []
            }
        }
        return changed.compactMap { what, other in other.map { (what, exchanges.dropLast() + [$0]) } }
            .filter { mismatches(of: $0.exchanges).isEmpty }
    }
}

extension ExchangeMatcher {
    /// Returns exchanges with a parameter that many servers add to `application/json`, and that has no effect there
    /// (RFC 8259, section 11).
    func addingCharset(to exchanges: [HTTPExchange]) -> [HTTPExchange]? {
        let changed = exchanges.map { exchange in
            var changed = exchange
            guard let text = exchange.response.headers["Content-Type"], case let type = MediaType(text),
                type.essence == "application/json", type.parameters.isEmpty,
                String(validating: exchange.response.body, as: UTF8.self) != nil
            else { return exchange }
            changed.response.headers["Content-Type"] = "\(type.essence); charset=utf-8"
            return changed
        }
        return changed == exchanges || !mismatches(of: changed).isEmpty ? nil : changed
    }
}

extension HeaderFields {
    /// The fields with lowercase names, or capitalized names if they are lowercase already.
    var inOtherCase: HeaderFields {
        HeaderFields(
            fields.map { field in
                // HTTPCookie only reads 'Set-Cookie' in this spelling, which no client can change.
                if field.isNamed("Set-Cookie") { return field }
                let small = field.name.lowercased()
                return Field(small == field.name ? small.capitalized : small, field.value)
            })
    }
}

extension String {
    /// Other numbers in place of a number, or a text in another letter case. A date has none.
    fileprivate var otherHeaders: [String] {
        if let number = JSONNumber(text: self) { return JSON.number(number).otherValues.map(\.plainText) }
        guard !contains(" "), DateText.date(from: self) == nil else { return [] }
        return [turningCase(ofLetter: lastIndex(where: \.isCased))].filter { $0 != self }
    }
}

extension ModelContract {
    /// Returns valid elements with every flag and choice changed that can be, until each choice was made once.
    func withOtherChoices(_ element: JSON) -> [JSON] {
        var others: [JSON] = []
        for site in ProbeGenerator.sites(in: [element], of: schema) {
            let values: [JSON] =
                switch site.value {
                case .bool(let flag): [.bool(!flag)]
                case .string:
                    site.listedValues.filter { $0 != site.value && $0.stringValue != nil }
                case .null, .number, .array, .object: []
                }
            let valid = values.filter { schema.schema.accepts(element.replacing(site.place, with: $0)) }
            for (index, value) in valid.enumerated() {
                if index == others.count { others.append(element) }
                let other = others[index].replacing(site.place, with: value)
                if schema.schema.accepts(other) { others[index] = other }
            }
        }
        return others
    }

    /// Returns a valid element with the first fitting value in place of each number, and of each text or null if one fits.
    func changing(_ element: JSON, to values: [JSON]) -> JSON {
        ProbeGenerator.sites(in: [element], of: schema).reduce(element) { json, site in
            values.filter { $0.plainType == site.value.plainType || site.value.isNull }
                .map { json.replacing(site.place, with: $0) }.first(where: schema.schema.accepts) ?? json
        }
    }

    /// Returns the element with the beginning of 2099, beyond 32 bits of seconds, where the map reads numbers as moments.
    func withLateNumbers(_ element: JSON) -> JSON {
        properties.reduce(element) { json, property in
            let late: JSON
            switch property.conversion {
            case .standard(.epochSeconds): late = 4_070_908_800
            case .standard(.epochMilliseconds): late = 4_070_908_800_000
            default: return json
            }
            return property.pointer.matches(in: json).reduce(json) { json, match in
                let other = json.replacing(match.pointer, with: late)
                return schema.schema.accepts(other) ? other : json
            }
        }
    }

    func completed(_ element: JSON) -> JSON { InstanceCompletion.whole(element, of: schema.view, schema.schema) }

    /// Returns the element with empty lists of scalars, and with empty lists of objects.
    func emptyingLists(of element: JSON) -> [JSON] {
        [false, true].map { ofObjects in
            changingLists(of: element) { ($0.first?.objectValue != nil) == ofObjects ? [] : $0 }
        }
    }

    /// Returns the element with its lists changed as far as it stays valid, outer ones first.
    func changingLists(of element: JSON, _ changed: ([JSON]) -> [JSON]) -> JSON {
        ProbeGenerator.sites(in: [element], of: schema).reduce(element) { json, site in
            guard let elements = json[pointer: site.place]?.arrayValue else { return json }
            let other = json.replacing(site.place, with: .array(changed(elements)))
            return schema.schema.accepts(other) ? other : json
        }
    }

    /// Returns the elements with an unlisted tag and unlisted choices in the last one, where the contract says how they are
    /// decoded.
    func endingInUnknownKind(_ elements: [JSON]) -> [JSON] {
        guard let last = elements.last else { return elements }
        let tag = variants.flatMap { $0.otherwise == nil ? nil : $0.discriminator }
        let choices = properties.filter { $0.otherwise != nil }.flatMap { $0.pointer.matches(in: last).map(\.pointer) }
        let places = ([tag].compactMap(\.self) + choices).filter { last[pointer: $0]?.stringValue != nil }
        let unknown = JSON.string(ChoiceStrategy.unlistedText)
        return elements.dropLast() + [places.reduce(last) { $0.replacing($1, with: unknown) }]
    }
}

// MARK: - Parts of messages

extension Contract {
    /// Returns the uses of models in a response, also within other models.
    func uses(in shape: ResponseContract) -> [ResponseContract.ModelUse] { shape.models + nestedModels(of: shape) }
}

extension ResponseContract.ModelUse {
    /// Returns the innermost list of the models, and the place of each within its element, such as `/edges` and `/node`.
    /// Returns `nil` for the parts of another model.
    func collection(among uses: [ResponseContract.ModelUse]) -> (list: JSONPointer, inner: JSONPointer)? {
        guard let last = at.tokens.lastIndex(of: "*"),
            !uses.contains(where: {
                (last + 1..<at.tokens.count) ~= $0.at.tokens.count && at.tokens.starts(with: $0.at.tokens)
            })
        else { return nil }
        return (JSONPointer(tokens: Array(at.tokens[..<last])), JSONPointer(tokens: Array(at.tokens[(last + 1)...])))
    }

    /// The outermost list that holds the model, or elements around it, unless that list is nested.
    var list: JSONPointer? {
        at.tokens.count { $0 == "*" } == 1 ? JSONPointer(tokens: Array(at.tokens.prefix { $0 != "*" })) : nil
    }
}

extension JSON {
    /// Returns the list or dictionary with other elements. A dictionary does not grow: code may know all of its keys.
    fileprivate func holding(_ elements: [JSON]) -> JSON {
        objectValue.map { .object(JSONObject(zip($0.keys, elements).map { ($0, $1) })) } ?? .array(elements)
    }

    /// Returns a body with its outermost lists empty, except those that the schema does not allow to be.
    fileprivate func emptyingLists(by schema: Schema) -> JSON {
        let lists = valuesOutsideLists.filter { $0.1.arrayValue != nil }.map(\.0)
        func emptying(_ lists: [JSONPointer]) -> JSON { lists.reduce(self) { $0.replacing($1, with: []) } }
        let refused = schema.violations(of: emptying(lists)).map(\.instancePointer.tokens)
        let other = emptying(lists.filter { list in !refused.contains { $0.starts(with: list.tokens) } })
        return schema.accepts(other) ? other : self
    }

    /// Values that a client must pass on like this one: other numbers, and a long form of prose.
    fileprivate var otherValues: [JSON] {
        switch self {
        case .number(let number): [0] + (number.intValue?.thousandfold.map { [.number(JSONNumber($0))] } ?? [])
        case .string(let text): text.isProse ? [.string(String(repeating: text + " ", count: 20) + text + ".")] : []
        case .null, .bool, .array, .object: []
        }
    }

    /// Appends an element that differs at a pointer to the list whose last element the pointer passes.
    fileprivate func lengthening(after pointer: JSONPointer) -> (list: JSONPointer, json: JSON)? {
        let tokens = pointer.tokens
        let found = tokens.indices.lazy.map { JSONPointer(tokens: Array(tokens[..<$0])) }.first { list in
            self[pointer: list]?.arrayValue.map { ["*", "\($0.count - 1)"].contains(tokens[list.tokens.count]) }
                ?? false
        }
        guard let found, let elements = self[pointer: found]?.arrayValue, let last = elements.last else { return nil }
        let place = JSONPointer(tokens: Array(tokens.dropFirst(found.tokens.count + 1)))
        let other: JSON? =
            switch last[pointer: place] {
            case .string(let text): .string(text.withOtherLastDigit() ?? "\(text)x")
            case .number(let number): number.intValue.map { JSON.number(JSONNumber($0 ^ 1)) }
            default: nil
            }
        return other.map { (found, replacing(found, with: .array(elements + [last.replacing(place, with: $0)]))) }
    }
}

extension Int {
    fileprivate var thousandfold: Int? {
        let (product, overflows) = multipliedReportingOverflow(by: 1000)
        return overflows ? nil : product
    }
}

extension String {
    /// Whether the text has several words and no digit, so that nothing but a person reads it.
    fileprivate var isProse: Bool {
        contains(" ") && allSatisfy { $0.isLetter || " .,!?'’-".contains($0) }
    }
}

extension JSON {
    /// Returns the value with each place removed, or else null, if the result stays valid. The same member of all elements
    /// is removed at once: a long list would otherwise be validated once for each of its values.
    func withoutOptional(_ places: [JSONPointer], where accepts: (JSON) -> Bool) -> JSON {
        places.grouped(by: \.pattern).reduce(self) { json, group in
            [
                group.1.reduce(json) { $0.removing($1) ?? $0 }, group.1.reduce(json) { $0.replacing($1, with: .null) },
            ].first(where: accepts) ?? json
        }
    }
}
