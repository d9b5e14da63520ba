import LoopbackServer

/// The members of the House by state, as whoismyrepresentative.com lists them.
struct Representatives: Sendable {
    private static let byState = Dictionary(grouping: RepresentativeTable.records, by: \.state)

    /// The list as JSON where `output=json` asks for it, else as XML; XML without data where nobody is found.
    func list(_ request: Request) -> Answer {
        let state = request.queryValue("state")?.uppercased() ?? ""
        guard let found = Self.byState[state] else {
            return .bytes(Array("<result message='No Data Found' />".utf8), type: "text/xml")
        }
        if request.queryValue("output") == "json" {
            let results = JSONValue.object([.init(name: "results", value: .array(found.map(\.json)))])
            return .json(results, isLatin1: true)
        }
        let rows = found.map { "<rep \($0.attributes)/>" }.joined(separator: "\n")
        let document = "<?xml version='1.0' encoding='iso-8859-1'?>\n<result>\n\(rows)\n</result>\n"
        return .bytes(document.latin1, type: "text/xml")
    }
}

/// One member of the House.
struct RepresentativeRecord: Sendable {
    let state: String
    /// Names and values in the order in which the service happens to give them.
    let fields: [(name: String, value: String)]

    var json: JSONValue { .object(fields.map { .init(name: $0.name, value: .string($0.value)) }) }

    var attributes: String {
        fields.map { "\($0.name)='\($0.value.escapedForXML)'" }.joined(separator: " ")
    }
}

extension String {
    /// The text as it may stand in an XML attribute.
    fileprivate var escapedForXML: String {
        let escapes: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&apos;", "\"": "&quot;"]
        return map { escapes[$0] ?? String($0) }.joined()
    }
}
