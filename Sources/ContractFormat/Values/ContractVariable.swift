import JSONSchema

package struct ContractVariable: Sendable, Hashable {
    package let name: String
    package let pointer: JSONPointer
}

extension Contract {
    package var variables: [ContractVariable] {
        let arguments =
            endpoints.flatMap { $0.cases.flatMap(\.arguments) } + scenarios.flatMap { $0.steps.flatMap(\.arguments) }
        let requests = endpoints.compactMap(\.request).flatMap(\.templates).flatMap { template, pointer in
            template.placeholders.map { ($0, pointer) }
        }
        let responses = endpoints.flatMap(\.responses).flatMap(\.headers).flatMap { header in
            ([(header.expectation, header.pointer)] + header.relations.map { ($0.expectation, $0.pointer) })
                .flatMap { expectation, pointer in (expectation?.placeholders ?? []).map { ($0, pointer) } }
        }
        var seen: Set<String> = []
        let all = arguments.flatMap { argument in argument.value.placeholders.map { ($0, argument.pointer) } }
        return (all + requests + responses).compactMap { placeholder, pointer in
            guard case .environment(let name) = placeholder, seen.insert(name).inserted else { return nil }
            return ContractVariable(name: name, pointer: pointer)
        }
    }
}
