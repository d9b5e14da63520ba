import EmbeddedTexts

/// The helpers that scaffolded code calls, as Swift source.
///
/// `Resources/Helpers.txt` holds them in the order in which they are printed. A line `//: DIALECT NAME uses NAME…`
/// begins each. A `field` is a member of `Field` in both dialects, a `function` belongs to the file, and a `client` to
/// a client.
enum HelperCode {
    /// The type `Field` with the members that are used.
    static func field(_ used: Set<String>, _ style: Scaffold.Style) -> String {
        let members = closure(of: used.union(["head"]), in: ["field", "\(style)"])
        return members.map(\.text).joined(separator: "\n") + "}\n"
    }

    /// The functions that are used, by name.
    static func functions(_ used: Set<String>) -> [String] {
        closure(of: used, in: ["function"]).sorted { $0.name < $1.name }.map(\.text)
    }

    /// The types that put the requests of a client together; `withBodies` adds bodies that are neither JSON nor a form.
    static func client(withBodies: Bool) -> String {
        closure(of: [withBodies ? "bodies" : "Wire"], in: ["client"]).map(\.text).joined(separator: "\n")
    }

    /// The function that decides a format that JSON Schema asserts; `nil` where none can.
    static func function(for format: String) -> String? { formats[format] ?? nil }

    /// Whether JSON Schema asserts the format.
    static func isAsserted(_ format: String) -> Bool { formats.keys.contains(format) }

    private static let formats: [String: String?] = [
        "date": "isDate", "date-time": "isDateTime", "duration": "isDuration", "email": "isEmail",
        "hostname": "isHostname", "ipv4": "isIPv4", "ipv6": "isIPv6", "json-pointer": "isJSONPointer", "time": "isTime",
        "uri": "isURI", "uri-reference": "isURIReference", "uuid": "isUUID", "idn-email": nil, "idn-hostname": nil,
        "iri": nil, "iri-reference": nil, "uri-template": nil, "relative-json-pointer": nil, "regex": nil,
    ]

    private struct Helper {
        var dialect: String
        var name: String
        var uses: [String]
        var text: String
    }

    private static let all: [Helper] = {
        let source = String(cString: embedded_Helpers_txt())
        return source.split(separator: "//: ").map { section in
            var lines = section.split(separator: "\n", omittingEmptySubsequences: false)
            let words = lines.removeFirst().split(separator: " ").map(String.init)
            while lines.last == "" { lines.removeLast() }
            return Helper(
                dialect: words[0], name: words[1], uses: Array(words.dropFirst(3)),
                text: lines.joined(separator: "\n") + "\n")
        }
    }()

    /// The named helpers and those that they use, in the order of the file.
    private static func closure(of used: Set<String>, in dialects: [String]) -> [Helper] {
        let helpers = all.filter { dialects.contains($0.dialect) }
        var used = used
        var count = 0
        while count < used.count {
            count = used.count
            used.formUnion(helpers.filter { used.contains($0.name) }.flatMap(\.uses))
        }
        return helpers.filter { used.contains($0.name) }
    }
}
