import ContractFormat
import HTTPRecording
import JSONSchema

/// Extraction of argument values from a request, by the contract's placeholders.
package enum ArgumentExtraction {
    /// The endpoint to which a request belongs, and its arguments.
    typealias Sender = (endpoint: EndpointContract, arguments: [String: JSON])

    /// Returns a request's arguments, or `nil` if its method, path or query names are not the endpoint's.
    package static func arguments(of request: RecordedRequest, endpoint: EndpointContract) -> [String: JSON]? {
        values(of: request, endpoint: endpoint)?.reduce(into: [:]) { arguments, pair in
            if let name = pair.key.argument { arguments[name] = pair.value }
        }
    }

    /// Returns all placeholder values, or `nil` for another endpoint. `allowsOtherQuery` permits unknown query names.
    package static func values(
        of request: RecordedRequest, endpoint: EndpointContract, allowsOtherQuery: Bool = false
    ) -> [Placeholder: JSON]? {
        guard let contract = endpoint.request, request.method == contract.method, let url = request.components,
            let pieces = pathPieces(url.percentEncodedPath, of: contract)
        else { return nil }
        var values: [Placeholder: JSON] = [:]
        /// Keeps the first value of each argument. A joined text is split into elements.
        func note(_ pieces: [Piece], _ texts: [String]? = nil) {
            for (slot, text) in pieces where values[slot.placeholder] == nil {
                values[slot.placeholder] = endpoint.value(of: slot, slot.elements(of: text) ?? texts ?? [text])
            }
        }
        note(pieces)
        let query = QueryPairs(percentEncoded: url.percentEncodedQuery)
        guard
            allowsOtherQuery
                || query.pairs.allSatisfy({ pair in
                    contract.query.contains { StyledPairs.covers(pair.name, $0, endpoint) }
                        || contract.isGraphQLByGet && GraphQLMatcher.known.contains(pair.name)
                })
        else { return nil }
        let fields = contract.body.fields
        let form = QueryPairs(form: fields.isEmpty ? [] : request.body ?? [])
        let headers = contract.headers.compactMap { header in
            request.headers.joined(header.name).map { QueryPairs.Pair(name: header.name, value: $0) }
        }
        let places = [(contract.query, query.pairs), (contract.headers, headers), (fields, form.pairs)]
        for (expectations, pairs) in places {
            for expectation in expectations {
                guard case .value(.template(let template)) = expectation.expectation else { continue }
                if let style = expectation.style, let slot = template.soleSlot, case .name(let name) = slot.placeholder,
                    let argument = endpoint.argument(name)
                {
                    let value = StyledPairs.value(of: expectation, style, of: argument, slot, among: pairs, endpoint)
                    values[slot.placeholder] = values[slot.placeholder] ?? value
                    continue
                }
                let found = pairs.filter { $0.name.utf8.elementsEqual(expectation.name.utf8) }.map(\.value)
                guard let text = found.first, let filled = template.pieces(of: text) else { continue }
                // A pair that consists of its placeholder repeats for each array element.
                note(filled, template.solePlaceholder == nil ? nil : found)
            }
        }
        guard let body = BodyExtraction(of: request, query, to: endpoint) else { return nil }
        return values.merging(body.values) { first, _ in first }
    }

    /// Whether a percent-encoded path matches the endpoint's template.
    package static func takes(path: String, _ endpoint: EndpointContract) -> Bool {
        endpoint.request.map { pathPieces(path, of: $0) != nil } ?? false
    }

    private typealias Piece = (slot: Template.Slot, text: String)

    private static func pathPieces(_ path: String, of contract: RequestContract) -> [Piece]? {
        let found = path.split(separator: "/", omittingEmptySubsequences: false)
        guard contract.segments.count == found.count else { return nil }
        var pieces: [Piece] = []
        for (template, raw) in zip(contract.segments, found) {
            guard let text = raw.percentDecoded, let filled = template.pieces(of: text) else { return nil }
            pieces += filled
        }
        return pieces
    }
}

extension [EndpointContract] {
    func sender(of request: RecordedRequest) -> ArgumentExtraction.Sender? {
        lazy.compactMap { endpoint in
            ArgumentExtraction.arguments(of: request, endpoint: endpoint).map { (endpoint, $0) }
        }.first
    }
}

extension Template.Slot {
    /// Returns the elements that a text joins, or `nil` if the slot joins none.
    func elements(of text: String) -> [String]? {
        separator.map { text.split(separator: $0, omittingEmptySubsequences: false).map(String.init) }
    }
}

extension EndpointContract {
    /// Returns the value of a slot that a request sends as texts, or `nil` for an unknown argument.
    func value(of slot: Template.Slot, _ texts: [String]) -> JSON? {
        switch slot.placeholder {
        case .name(let name): argument(name)?.value(of: texts, in: slot)
        case .environment: texts.first.map(JSON.string)
        }
    }
}

extension ArgumentContract {
    /// Returns the value that the schema accepts: a string if possible, else parsed JSON, else an array.
    func value(of texts: [String]) -> JSON {
        let parsed = texts.map { JSON(ifValid: $0.utf8) ?? .string($0) }
        let candidates = [texts.first.map(JSON.string), parsed.first, .array(texts.map(JSON.string)), .array(parsed)]
        return candidates.compactMap(\.self).first(where: schema.schema.accepts) ?? .string(texts.first ?? "")
    }

    func value(of texts: [String], in slot: Template.Slot) -> JSON {
        guard let form = slot.form else { return value(of: texts) }
        let read = value(of: texts.map(form.read))
        return schema.schema.accepts(read) ? read : value(of: texts)
    }
}

/// An argument's places in a request, which determine the values that a builder may refuse.
struct ArgumentPlaces {
    let isInPath: Bool
    let isInHeader: Bool
    let isInXML: Bool
    private let holdsMilliseconds: Bool
    /// Whether it is an instant sent verbatim.
    private let sendsDatesVerbatim: Bool
    let distinguishesAbsentFromNull: Bool
    /// Whether it is a credential. The service issued it, so it never ends a header.
    private let isSecret: Bool
    private let separators: [String]

    init(of argument: ArgumentContract, in request: RequestContract) {
        let name = argument.name
        isSecret = argument.isSecret
        func names(_ placeholders: [Placeholder]) -> Bool { placeholders.contains(.name(name)) }
        isInPath = names(request.path.placeholders)
        isInHeader = request.headers.contains { names($0.expectation.placeholders) }
        isInXML = if case .xml(let xml) = request.body { names(xml.templates.flatMap(\.placeholders)) } else { false }
        distinguishesAbsentFromNull = request.templates.contains {
            $0.template.nilForm == .distinct && $0.template.solePlaceholder == .name(name)
        }
        let styles = (request.query + request.headers + request.body.fields).filter {
            names($0.expectation.placeholders)
        }
        .compactMap(\.style).filter { !$0.explode || $0.kind == .simple }
        let slots = request.templates.flatMap(\.template.parts).compactMap { part -> Template.Slot? in
            if case .placeholder(let slot) = part, slot.placeholder == .name(name) { slot } else { nil }
        }
        holdsMilliseconds = slots.contains { $0.form == .epoch(secondsPerUnit: 0.001) }
        sendsDatesVerbatim =
            slots.contains { $0.form == nil }
            && argument.schema.view.describingSchemas.contains { $0.json["format"] == "date-time" }
        let joined = slots.compactMap(\.separator)
        separators = styles.flatMap { [$0.separator, "="] } + joined
    }

    /// Whether fractional seconds must be sent. Most formatters drop them, so one of the argument's values must have some.
    func requiresFractionalSeconds(_ values: [JSON]) -> Bool {
        holdsMilliseconds || sendsDatesVerbatim && values.flatMap(\.texts).contains { $0.contains(/:\d\d\.\d*[1-9]/) }
    }

    /// Whether a value cannot be tried: XML (XML 1.0, section 2.2) or a credential cannot hold it, or joining loses it.
    func cannotBeTried(_ value: JSON) -> Bool {
        let texts = value.texts
        if isSecret, isInHeader, texts.contains(where: \.endsHeader) { return true }
        if value.stringValue == nil, !separators.isEmpty {
            if texts.contains(where: { text in text.isEmpty || separators.contains { text.contains($0) } }) {
                return true
            }
        }
        return isInXML
            && texts.contains { $0.unicodeScalars.contains { $0.value < 0x20 && !["\t", "\n", "\r"].contains($0) } }
    }

    /// Whether a builder may refuse a valid value, as a path segment that URL parsers remove or as an invalid header.
    func mayRefuse(_ value: JSON) -> Bool {
        value.texts.contains { text in
            if isInPath, text.isEmpty || text == "." || text == ".." { return true }
            guard isInHeader else { return false }
            return text.unicodeScalars.contains { $0.value < 0x20 || $0.value >= 0x7F } || text.hasPrefix(" ")
                || text.hasSuffix(" ") || text.isEmpty
        }
    }
}

extension JSON {
    fileprivate var texts: [String] { descendants.compactMap(\.value.stringValue) }
}

extension RequestContract.Body {
    fileprivate var fields: [NamedExpectation] { if case .form(let fields) = self { fields } else { [] } }
}
