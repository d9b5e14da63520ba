extension ProbeOutcome {
    /// Makes an outcome that this process did not see, such as one that a report tells of.
    package static func told(
        name: String, kind: String, pointer: String, expected: String, found: String, rule: String?
    ) -> ProbeOutcome {
        ProbeOutcome(name: name, kind: kind, pointer: pointer, expected: expected, found: found, rule: rule)
    }
}
