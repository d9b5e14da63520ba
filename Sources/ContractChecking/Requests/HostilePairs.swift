import ContractFormat
import JSONSchema

/// Equal values of two arguments, or a blank beside a present value. Pairs each argument with the next eight only.
struct HostilePairs {
    struct Pair {
        let name: String
        let kind: String
        let changed: [(argument: ArgumentContract, value: JSON)]
    }

    let endpoint: EndpointContract
    let base: [String: JSON]

    var pairs: [Pair] {
        let arguments = endpoint.arguments.map { (contract: $0, usual: usual($0), blank: blank($0)) }
        return arguments.indices.flatMap { index in
            arguments[(index + 1)...].prefix(8).flatMap { other -> [Pair] in
                let one = arguments[index]
                var pairs: [Pair] = []
                func add(_ kind: String, _ name: String, _ value: JSON?, _ otherValue: JSON?) {
                    guard let value, let otherValue else { return }
                    pairs.append(
                        Pair(name: name, kind: kind, changed: [(one.contract, value), (other.contract, otherValue)]))
                }
                let (name, otherName) = (one.contract.name, other.contract.name)
                let shared = [one.usual, other.usual].compactMap(\.self).first {
                    Self.fits($0, one.contract, other.contract)
                }
                add("equal values", "\(name) is the same as \(otherName)", shared, shared)
                // A blank beside the base value was already tried.
                if base[otherName]?.isNull ?? true {
                    add("a blank", "\(name) is blank, and \(otherName) is there", one.blank, other.usual)
                }
                if base[name]?.isNull ?? true {
                    add("a blank", "\(otherName) is blank, and \(name) is there", one.usual, other.blank)
                }
                add("two blanks", "\(name) and \(otherName) are blank", one.blank, other.blank)
                return pairs
            }
        }
    }

    /// Whether both arguments accept a value. Objects of another schema have members that a client's type may lack.
    private static func fits(_ value: JSON, _ one: ArgumentContract, _ other: ArgumentContract) -> Bool {
        guard one.schema.schema.accepts(value), other.schema.schema.accepts(value) else { return false }
        return one.schema.json == other.schema.json || value.descendants.allSatisfy { $0.value.objectValue == nil }
    }

    private func usual(_ argument: ArgumentContract) -> JSON? {
        if let value = base[argument.name], !value.isNull { return value }
        return SchemaSampler(prefersText: true).values(of: [argument.schema.view]).first { value in
            !value.isNull && !JSON.blanks.contains(value) && argument.schema.schema.accepts(value)
        }
    }

    private func blank(_ argument: ArgumentContract) -> JSON? {
        JSON.blanks.first(where: argument.schema.schema.accepts)
    }
}
