import JSONSchema

/// Requires that a model's examples fit its schema.
enum ExampleRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        for model in contract.models {
            for (index, example) in model.examples.enumerated() where !model.schema.schema.accepts(example) {
                let pointer = model.pointer(to: .examples).appending(index)
                for violation in model.schema.schema.violations(of: example) {
                    report(
                        "the example violates the schema of '\(model.name)': \(violation.message)",
                        JSONPointer(tokens: pointer.tokens + violation.instancePointer.tokens))
                }
            }
        }
    }
}
