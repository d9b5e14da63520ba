/// The declarations as source.
extension CodableTypes {
    /// - Parameter inURLs: the enumerations whose values stand in URLs and headers.
    func code(inURLs: Set<String>) -> [[SwiftCode]] {
        let recursive = recursiveNames
        return declarations.map { declaration in
            let isRecursive = recursive.contains(declaration.name)
            let comment = declaration.summary.map(SwiftCode.comment) ?? []
            let conformance = inURLs.contains(declaration.name) ? ", WireText" : ""
            switch declaration.kind {
            case .structure(let members):
                return comment + [Self.structure(declaration.name, members, "Codable", isClass: isRecursive)]
            case .enumeration(let cases):
                let lines = cases.map { SwiftCode.line("case \(Self.raw($0.name, $0.value))") }
                return comment + [.braces("enum \(declaration.name): String, Codable\(conformance)", lines)]
            case .choice(let cases):
                let head = "\(isRecursive ? "indirect " : "")enum \(declaration.name): Codable\(conformance)"
                return comment + [.braces(head, Self.choice(cases, hasText: !conformance.isEmpty))]
            case .tagged(let member, let cases):
                let head = "\(isRecursive ? "indirect " : "")enum \(declaration.name): Codable"
                return comment + [.braces(head, Self.tagged(by: member, cases))]
            }
        }
    }

    /// A structure whose coding the compiler writes; a final class where it holds itself.
    static func structure(
        _ name: String, _ members: [Member], _ conformance: String, isClass: Bool = false
    ) -> SwiftCode {
        let properties = members.map { member in
            SwiftCode.line(
                "let \(SwiftName.escaped(member.name))\(member.constant.map { " = \($0)" } ?? ": \(member.use.text)")")
        }
        let sendsNull = members.contains(where: \.sendsNull)
        let keys: [SwiftCode] =
            sendsNull || members.contains { $0.name != $0.key }
            ? [
                "",
                .braces(
                    "enum CodingKeys: String, CodingKey",
                    members.map { .line("case \(raw($0.name, $0.key))") }),
            ] : []
        let head =
            isClass ? "final class \(name): \(conformance), Sendable" : "struct \(name): \(conformance)"
        let encoding: [SwiftCode] = sendsNull ? ["", encoding(of: members)] : []
        return members.isEmpty ? .line("\(head) {}") : .braces(head, properties + keys + encoding)
    }

    /// What the compiler does not write: null for nil.
    private static func encoding(of members: [Member]) -> SwiftCode {
        let lines = members.map { member -> SwiftCode in
            let call = member.use.isOptional && !member.sendsNull ? "encodeIfPresent" : "encode"
            let name = SwiftName.escaped(member.name)
            return .line("try container.\(call)(\(name), forKey: .\(name))")
        }
        return .braces(
            "func encode(to encoder: any Encoder) throws",
            ["var container = encoder.container(keyedBy: CodingKeys.self)"] + lines)
    }

    private static func raw(_ name: String, _ value: String) -> String {
        name == value ? SwiftName.escaped(name) : "\(SwiftName.escaped(name)) = \(SwiftName.literal(value))"
    }

    private static func choice(_ cases: [(name: String, type: String)], hasText: Bool) -> [SwiftCode] {
        func branches(_ code: (String) -> String) -> [SwiftCode] {
            cases.map { .line("case .\(SwiftName.escaped($0.name))(let value): \(code($0.name))") }
        }
        var attempts: [SwiftCode] = cases.dropLast().map { part in
            .block(
                "if let value = try? container.decode(\(part.type).self) {",
                [.line("self = .\(SwiftName.escaped(part.name))(value)"), "return"], end: "}")
        }
        if let last = cases.last {
            attempts.append(.line("self = .\(SwiftName.escaped(last.name))(try container.decode(\(last.type).self))"))
        }
        let text: [SwiftCode] =
            hasText
            ? [
                "",
                .braces("var texts: [String]", [.block("switch self {", branches { _ in "value.texts" }, end: "}")]),
            ]
            : []
        return cases.map { .line("case \(SwiftName.escaped($0.name))(\($0.type))") } + [
            "",
            .braces(
                "init(from decoder: any Decoder) throws",
                ["let container = try decoder.singleValueContainer()"] + attempts), "",
            .braces(
                "func encode(to encoder: any Encoder) throws",
                [
                    "var container = encoder.singleValueContainer()",
                    .block("switch self {", branches { _ in "try container.encode(value)" }, end: "}"),
                ]),
        ] + text
    }

    private static func tagged(by member: String, _ cases: [(name: String, type: String, tag: String)]) -> [SwiftCode] {
        let read = cases.map { part in
            SwiftCode.line(
                "case \(SwiftName.literal(part.tag)): self = .\(SwiftName.escaped(part.name))(try value.decode(\(part.type).self))"
            )
        }
        let unknown: [SwiftCode] = [
            "default:",
            .indented([
                "throw DecodingError.dataCorruptedError(",
                .indented([.line("forKey: .tag, in: container, debugDescription: \"no known kind of value: \\(tag)\")")]
                ),
            ]),
        ]
        return cases.map { .line("case \(SwiftName.escaped($0.name))(\($0.type))") } + [
            "",
            .braces(
                "private enum Tag: String, CodingKey", [.line("case tag = \(SwiftName.literal(member))")]), "",
            .braces(
                "init(from decoder: any Decoder) throws",
                [
                    "let container = try decoder.container(keyedBy: Tag.self)",
                    "let value = try decoder.singleValueContainer()",
                    "let tag = try container.decode(String.self, forKey: .tag)",
                    .group([.line("switch tag {")] + read + unknown + ["}"]),
                ]), "",
            .braces(
                "func encode(to encoder: any Encoder) throws",
                [
                    "var container = encoder.singleValueContainer()",
                    .group(
                        ["switch self {"]
                            + cases.map {
                                .line("case .\(SwiftName.escaped($0.name))(let value): try container.encode(value)")
                            } + ["}"]),
                ]),
        ]
    }

    /// The types that hold themselves other than in an array or a dictionary, so that no value of them has a size.
    private var recursiveNames: Set<String> {
        var held: [String: Set<String>] = [:]
        for declaration in declarations {
            switch declaration.kind {
            case .structure(let members): held[declaration.name] = Set(members.map(\.use.name))
            case .choice(let cases): held[declaration.name] = Set(cases.map(\.type))
            case .tagged(_, let cases): held[declaration.name] = Set(cases.map(\.type))
            case .enumeration: break
            }
        }
        return Set(
            held.keys.filter { name in
                var waiting = held[name] ?? []
                var seen: Set<String> = []
                while let next = waiting.popFirst() {
                    if next == name { return true }
                    if seen.insert(next).inserted { waiting.formUnion(held[next] ?? []) }
                }
                return false
            })
    }

    /// Any JSON value.
    static let anythingSource = """
        /// A JSON value whose shape the contract leaves open; null is nil.
        enum JSONValue: Codable, WireText {
            case bool(Bool)
            case int(Int)
            case number(Double)
            case string(String)
            case array([JSONValue?])
            case object([String: JSONValue?])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let value = try? container.decode(Bool.self) {
                    self = .bool(value)
                } else if let value = try? container.decode(Int.self) {
                    self = .int(value)
                } else if let value = try? container.decode(Double.self) {
                    self = .number(value)
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode([JSONValue?].self) {
                    self = .array(value)
                } else {
                    self = .object(try container.decode([String: JSONValue?].self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .bool(let value): try container.encode(value)
                case .int(let value): try container.encode(value)
                case .number(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .array(let value): try container.encode(value)
                case .object(let value): try container.encode(value)
                }
            }

            var texts: [String] {
                switch self {
                case .bool(let value): value.texts
                case .int(let value): value.texts
                case .number(let value): value.texts
                case .string(let value): value.texts
                case .array(let value): value.texts
                case .object: []
                }
            }
        }

        """

    /// What puts requests together.
    static let wireSource = """
        /// A value as it stands in a URL, a header or a form: a text for each element.
        protocol WireText {
            var texts: [String] { get }
        }

        extension String: WireText { var texts: [String] { [self] } }
        extension Int: WireText { var texts: [String] { [String(self)] } }
        extension Double: WireText { var texts: [String] { [String(self)] } }
        extension Bool: WireText { var texts: [String] { [String(self)] } }
        extension WireText where Self: RawRepresentable, RawValue == String { var texts: [String] { [rawValue] } }
        extension Array: WireText where Element: WireText { var texts: [String] { flatMap(\\.texts) } }
        extension Optional: WireText where Wrapped: WireText { var texts: [String] { self?.texts ?? [] } }

        /// Puts requests together: encodes what fills a URL, and refuses what neither a path nor a header can carry.
        enum Wire {
            static func request(
                _ method: String, _ url: String, query: [(name: String, texts: [String])] = [],
                headers: [(name: String, texts: [String])] = [], body: Data? = nil
            ) throws -> URLRequest {
                let pairs = form(query)
                guard let url = URL(string: pairs.isEmpty ? url : "\\(url)?\\(pairs)") else { throw URLError(.badURL) }
                var request = URLRequest(url: url)
                request.httpMethod = method
                for (name, texts) in headers {
                    for text in texts {
                        guard !text.isEmpty, text.unicodeScalars.allSatisfy({ (0x20..<0x7F).contains($0.value) }) else {
                            throw URLError(.badURL)
                        }
                        request.addValue(text, forHTTPHeaderField: name)
                    }
                }
                request.httpBody = body
                return request
            }

            /// A part of a segment of a path.
            static func segment(_ texts: [String]) throws -> String {
                let text = texts.joined()
                guard !["", ".", ".."].contains(text) else { throw URLError(.badURL) }
                return encoded(text)
            }

            static func form(_ pairs: [(name: String, texts: [String])]) -> String {
                pairs.flatMap { pair in pair.texts.map { "\\(encoded(pair.name))=\\(encoded($0))" } }.joined(separator: "&")
            }

            static func joined(_ texts: [String], _ separator: String = ",") -> [String] {
                texts.isEmpty ? [] : [texts.joined(separator: separator)]
            }

            static func json<Body: Encodable>(_ body: Body?) throws -> Data? { try body.map { try JSONEncoder().encode($0) } }

            /// The text of a JSON value, for a pair that holds one.
            static func jsonTexts<Value: Encodable>(_ value: Value) throws -> [String] {
                [String(decoding: try JSONEncoder().encode(value), as: UTF8.self)]
            }

            private static func encoded(_ text: String) -> String {
                let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
                return text.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: unreserved)) ?? text
            }
        }

        """
}
