import ContractFormat
import JSONSchema

/// An argument's places in a request, which determine the values that a builder may refuse.
struct ArgumentPlaces {
    let isInPath: Bool
    let isInHeader: Bool
    let isInURL: Bool
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
