import JSONSchema

/// Properties that are new or gone, and the schemas of those that stayed.
enum PropertyRule: SchemaRule {
    static func claims(_ keyword: String) -> Bool { keyword == "properties" }

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        let (oldRequired, newRequired) = (RequiredRule.names(pair.old), RequiredRule.names(pair.new))
        for (name, property) in pair["properties"].members {
            switch (property.old, property.new) {
            case (.some, .some): walk.descend(property, around: pair)
            case (nil, let new?):
                let isRequired = newRequired.contains(name)
                // In a closed object it was not allowed before; in an open one it may have been anything.
                let variance: Variance =
                    switch (isClosed(pair.old), isRequired) {
                    case (true, true): .changed
                    case (true, false): .widened
                    case (false, true): .narrowed
                    case (false, false): .same
                    }
                walk.add(
                    .propertyAdded,
                    "\(Subject.text(of: new.location)) is new\(isRequired ? " and required" : ", not required")",
                    variance, isMild: isRequired && oldRequired.contains(name), in: pair, old: nil, new: new,
                    theme: theme(new, "new", isRequired ? " and required" : ", not required"))
            case (let old?, nil):
                let wasRequired = oldRequired.contains(name)
                walk.add(
                    .propertyRemoved,
                    "\(Subject.text(of: old.location)) is gone; it was \(wasRequired ? "" : "not ")required",
                    isClosed(pair.new) ? .changed : .widened, isMild: !wasRequired || newRequired.contains(name),
                    in: pair, old: old, new: nil,
                    theme: theme(old, "gone", wasRequired ? "; they were required" : "; they were not required"))
            case (nil, nil): break
            }
        }
    }

    /// Members of one object, or of what is in it, are read as one.
    private static func theme(_ spot: Spot, _ what: String, _ rest: String) -> ChangeTheme? {
        Subject.member(at: spot.location).map { item, owner in
            let plural = "\(ChangeTheme.slot) of \(owner) are \(what)\(rest)"
            return ChangeTheme(pattern: plural, item: item, plural: plural)
        }
    }

    private static func isClosed(_ schema: Spot) -> Bool {
        schema.value["additionalProperties"] == false || schema.value["unevaluatedProperties"] == false
    }
}
