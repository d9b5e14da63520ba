extension CodableTypes {
    /// - Parameter inURLs: The enumerations with values in URLs, header fields, or forms.
    func code(inURLs: Set<String>) -> [SwiftCode] {
        let recursive = recursiveNames
        return declarations.map { declaration in
            let isRecursive = recursive.contains(declaration.name)
            let isInURL = inURLs.contains(declaration.name)
            let indirection = isRecursive ? "indirect " : ""
            let conformance = isInURL ? ", WireText" : ""
            let code: SwiftCode =
                switch declaration.kind {
                case .structure(let members):
                    Self.structure(declaration.name, members, "Codable", isClass: isRecursive)
                case .enumeration(let cases):
                    """
                    enum \(declaration.name): String, Codable\(conformance) {
                        \(cases.map { "case \(Self.raw($0.name, $0.value))" })
                    }
                    """
                case .choice(let cases):
                    """
                    \(indirection)enum \(declaration.name): Codable\(conformance) {
                        \(choice(cases, hasText: isInURL))
                    }
                    """
                case .tagged(let member, let cases):
                    """
                    \(indirection)enum \(declaration.name): Codable {
                        \(tagged(by: member, cases))
                    }
                    """
                }
            return """
                \(declaration.summary.map(SwiftCode.comment) ?? [])
                \(code)
                """
        }
    }

    /// Returns a structure with synthesized coding, or a final class if the type contains itself.
    static func structure(
        _ name: String, _ members: [Member], _ conformance: String, isClass: Bool = false
    ) -> SwiftCode {
        let head = isClass ? "final class \(name): \(conformance), Sendable" : "struct \(name): \(conformance)"
        if members.isEmpty { return "\(head) {}" }
        let sendsNull = members.contains(where: \.sendsNull)
        var parts: [SwiftCode] = []
        if sendsNull || members.contains(where: { $0.name != $0.key }) {
            parts.append(
                """
                enum CodingKeys: String, CodingKey {
                    \(members.map { "case \(raw($0.name, $0.key))" })
                }
                """)
        }
        if sendsNull { parts.append(encoding(of: members)) }
        let properties = members.map { member -> SwiftCode in
            let value = member.constant.map { " = \($0)" } ?? ": \(member.use.text)"
            return "let \(SwiftName.escaped(member.name))\(value)"
        }
        return """
            \(head) {
                \(properties)

                \(SwiftCode.spaced(parts))
            }
            """
    }

    /// Returns an `encode(to:)` that writes null for nil, unlike the synthesized one.
    private static func encoding(of members: [Member]) -> SwiftCode {
        let lines = members.map { member -> SwiftCode in
            let call = member.use.isOptional && !member.sendsNull ? "encodeIfPresent" : "encode"
            let name = SwiftName.escaped(member.name)
            return "try container.\(call)(\(name), forKey: .\(name))"
        }
        return """
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                \(lines)
            }
            """
    }

    private static func raw(_ name: String, _ value: String) -> String {
        name == value ? SwiftName.escaped(name) : "\(SwiftName.escaped(name)) = \(SwiftName.literal(value))"
    }

    private func choice(_ cases: [(name: String, type: String)], hasText: Bool) -> [SwiftCode] {
        let cases = cases.map { (name: SwiftName.escaped($0.name), type: $0.type) }
        var attempts = cases.map { part in
            HelperCode.template("attempt", ["name": [SwiftCode(part.name)], "type": [SwiftCode(part.type)]])
        }
        if let last = cases.last {
            attempts[cases.count - 1] = "self = .\(last.name)(try container.decode(\(last.type).self))"
        }
        // An object may fit several structures. The first one that has all of its members loses none.
        let structures = cases.compactMap { part in keys(of: part.type).map { (name: part.name, part.type, $0) } }
        if structures.count > 1 {
            let exact = structures.map { name, type, keys -> SwiftCode in
                let list = keys.map(SwiftName.literal).joined(separator: ", ")
                return HelperCode.template(
                    "exact", ["name": [SwiftCode(name)], "type": [SwiftCode(type)], "keys": [SwiftCode(list)]])
            }
            attempts = [HelperCode.template("members", [:])] + exact + attempts
        }
        let coding = HelperCode.template(
            "choice",
            [
                "cases": cases.map { "case \($0.name)(\($0.type))" }, "attempts": attempts,
                "writes": cases.map { "case .\($0.name)(let value): try container.encode(value)" },
            ])
        let texts = HelperCode.template("texts", ["cases": cases.map { "case .\($0.name)(let value): value.texts" }])
        return SwiftCode.spaced(hasText ? [coding, texts] : [coding])
    }

    private func keys(of type: String) -> [String]? {
        if case .structure(let members)? = declaration(type)?.kind { members.map(\.key) } else { nil }
    }

    private func tagged(by member: String, _ cases: [(name: String, type: String, tag: String)]) -> SwiftCode {
        let parts = cases.map { part -> (read: SwiftCode, write: SwiftCode, name: String, type: String) in
            let (name, tag) = (SwiftName.escaped(part.name), SwiftName.literal(part.tag))
            let plain: SwiftCode = "case .\(name)(let value): try value.encode(to: encoder)"
            // A discriminator may be missing from the structures that it distinguishes.
            let withTag: SwiftCode = """
                case .\(name)(let value):
                    try value.encode(to: encoder)
                    var container = encoder.container(keyedBy: Tag.self)
                    try container.encode(\(tag), forKey: .tag)
                """
            let isMember = keys(of: part.type)?.contains(member) ?? true
            return (
                "case \(tag): self = .\(name)(try value.decode(\(part.type).self))", isMember ? plain : withTag, name,
                part.type
            )
        }
        return HelperCode.template(
            "tagged",
            [
                "member": [SwiftCode(SwiftName.literal(member))], "cases": parts.map { "case \($0.name)(\($0.type))" },
                "reads": parts.map(\.read), "writes": parts.map(\.write),
            ])
    }

    /// The types that contain themselves outside an array or dictionary, so that a structure would have infinite size.
    private var recursiveNames: Set<String> {
        let held = Dictionary(
            declarations.map { declaration -> (String, Set<String>) in
                switch declaration.kind {
                case .structure(let members): (declaration.name, Set(members.map(\.use.name)))
                case .choice(let cases): (declaration.name, Set(cases.map(\.type)))
                case .tagged(_, let cases): (declaration.name, Set(cases.map(\.type)))
                case .enumeration: (declaration.name, [])
                }
            }, uniquingKeysWith: { $1 })
        return Set(held.filter { name, inner in inner.reaching { held[$0] ?? [] }.contains(name) }.keys)
    }
}
