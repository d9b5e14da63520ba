import ContractFormat
import JSONSchema

/// The types that a value may have; whether it may be null is told apart.
enum TypeRule: SchemaRule {
    static func claims(_ keyword: String) -> Bool { keyword == "type" }

    private static let all: Set = ["null", "boolean", "integer", "fraction", "string", "array", "object"]

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        let part = pair["type"]
        var (old, new) = (kinds(part.old), kinds(part.new))
        let says = (old: text(part.old), new: text(part.new))
        func add(_ rule: ComparisonRule, _ message: String, _ variance: Variance) {
            walk.add(
                rule, "\(pair.subject) \(message)", variance, in: pair, old: part.old ?? pair.old,
                new: part.new ?? pair.new, expected: says.old, found: says.new)
        }
        if part.old != nil, part.new != nil {
            switch (old.remove("null") != nil, new.remove("null") != nil) {
            case (false, true): add(.becameNullable, "may be null now", .widened)
            case (true, false): add(.noLongerNullable, "may not be null any more", .narrowed)
            case (true, true), (false, false): break
            }
        }
        if old == new { return }
        if old.isSubset(of: new) {
            add(.typeWidened, "may have more types now", .widened)
        } else if new.isSubset(of: old) {
            add(.typeNarrowed, "may have fewer types now", .narrowed)
        } else {
            add(.typeChanged, "has another type now", .changed)
        }
    }

    /// The types that are allowed, where `number` is every integer and every fraction.
    private static func kinds(_ spot: Spot?) -> Set<String> {
        guard let spot else { return all }
        return spot.list.reduce(into: []) { kinds, type in
            let name = type.value.plainText
            kinds.formUnion(name == "number" ? ["integer", "fraction"] : [name])
        }
    }

    private static func text(_ spot: Spot?) -> String {
        spot.map { $0.list.map(\.value.plainText).joined(separator: " or ") } ?? "any type"
    }
}
