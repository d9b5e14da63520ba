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

    /// The `encode(to:)` that writes null for nil, which the compiler does not.
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
}
