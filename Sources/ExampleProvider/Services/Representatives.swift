import LoopbackServer

/// The members of the House by state, in the style of whoismyrepresentative.com.
enum Representatives {
    private static let byState = Dictionary(grouping: RepresentativeTable.records, by: \.state)

    /// Returns the list as JSON for `output=json`, or else as XML. An empty result is always XML.
    static func list(_ request: Request) -> Answer {
        let state = request.queryValue("state")?.uppercased() ?? ""
        guard let found = byState[state] else {
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

struct RepresentativeRecord: Sendable {
    let state: String
    /// Names and values in the order of the service's response.
    let fields: [(name: String, value: String)]

    var json: JSONValue { .object(fields.map { .init(name: $0.name, value: .string($0.value)) }) }

    var attributes: String {
        fields.map { "\($0.name)='\($0.value.escapedForXML)'" }.joined(separator: " ")
    }
}

extension String {
    fileprivate var escapedForXML: String {
        let escapes: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&apos;", "\"": "&quot;"]
        return map { escapes[$0] ?? String($0) }.joined()
    }
}
