import ContractFormat
import JSONSchema

/// The places of an argument in a request, which decide the values that a builder may refuse.
struct ArgumentPlaces {
    let isInPath: Bool
    let isInHeader: Bool
    let isInURL: Bool
    let isInXML: Bool
    /// Whether it is a moment that is sent as milliseconds.
    private let holdsMilliseconds: Bool
    /// Whether it is a moment that is sent as it is.
    private let holdsMoments: Bool
    /// Whether the request is another one where the argument is left out than where it is null.
    let distinguishesAbsentFromNull: Bool
    /// Whether it is a credential: the service made it, so it never ends a header.
    private let isSecret: Bool
    /// The texts between the elements of a list that is one text.
    private let separators: [String]

    init(of argument: ArgumentContract, in request: RequestContract) {
        let name = argument.name
        isSecret = argument.isSecret
        func names(_ placeholders: [Placeholder]) -> Bool { placeholders.contains(.name(name)) }
        isInPath = names(request.path.placeholders)
        isInHeader = request.headers.contains { names($0.expectation.placeholders) }
        if case .xml(let xml) = request.body {
            isInXML = names(xml.templates.flatMap(\.placeholders))
        } else {
            isInXML = false
        }
        distinguishesAbsentFromNull = request.templates.contains {
            $0.template.nilForm == .distinct && $0.template.solePlaceholder == .name(name)
        }
        isInURL = isInPath || request.query.contains { names($0.expectation.placeholders) }
        let styles = (request.query + request.headers + request.body.fields).filter {
            names($0.expectation.placeholders)
        }
        .compactMap(\.style).filter { !$0.explode || $0.kind == .simple }
        let slots = request.templates.flatMap(\.template.parts).compactMap { part -> Template.Slot? in
            if case .placeholder(let slot) = part, slot.placeholder == .name(name) { slot } else { nil }
        }
        holdsMilliseconds = slots.contains { $0.form == .epoch(secondsPerUnit: 0.001) }
        holdsMoments =
            slots.contains { $0.form == nil }
            && argument.schema.view.affirmed.contains { $0.json["format"] == "date-time" }
        let joined = slots.compactMap(\.separator)
        separators = styles.flatMap { [$0.separator, "="] } + joined
    }

    /// Whether a fraction of a second has to be sent. By JSONEncoder's own strategies a moment has none: a service that writes
    /// some asks for more.
    func holdsFractions(in contract: Contract) -> Bool {
        holdsMilliseconds || holdsMoments && contract.writesFractions.value
    }

    /// Whether a value cannot be tried. No XML document can carry it (XML 1.0, 2.2), no credential of a header holds
    /// it, or a joined list reads as another one.
    func leavesUntried(_ value: JSON) -> Bool {
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

    /// Whether a builder may refuse a value that the schema accepts, because no request can carry it. It is a path
    /// segment that every URL parser removes, or a header that would end early.
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
    /// The text that the value is, or those that it holds.
    fileprivate var texts: [String] {
        switch self {
        case .null, .bool, .number: []
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let members): members.flatMap { $0.value.texts }
        }
    }
}

extension RequestContract.Body {
    fileprivate var fields: [NamedExpectation] { if case .form(let fields) = self { fields } else { [] } }
}
