import ContractFormat
import JSONSchema

/// Where a request's contract puts an argument, which decides what a builder may refuse for the sake of the request.
struct ArgumentPlaces {
    let isInPath: Bool
    let isInHeader: Bool
    let isInURL: Bool
    let isInXML: Bool
    /// Whether it is a credential: the service made it, so it never ends a header.
    private let isSecret: Bool

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
        isInURL = isInPath || request.query.contains { names($0.expectation.placeholders) }
    }

    /// Whether a value is not to be tried: no document can carry it, however it is escaped (XML 1.0, 2.2), or no credential
    /// of a header holds it.
    func leavesUntried(_ value: JSON) -> Bool {
        guard let text = value.stringValue else { return false }
        if isSecret, isInHeader, text.endsHeader { return true }
        return isInXML && text.unicodeScalars.contains { $0.value < 0x20 && !["\t", "\n", "\r"].contains($0) }
    }

    /// Whether a builder may refuse a value that the schema accepts, because no request can carry it: a path segment that
    /// every URL parser resolves away, or a header that would end early.
    func mayRefuse(_ value: JSON) -> Bool {
        guard let text = value.stringValue else { return false }
        if isInPath, text.isEmpty || text == "." || text == ".." { return true }
        guard isInHeader else { return false }
        return text.unicodeScalars.contains { $0.value < 0x20 || $0.value >= 0x7F } || text.hasPrefix(" ")
            || text.hasSuffix(" ") || text.isEmpty
    }
}
