import JSONSchema

package struct ContractVariable: Sendable, Hashable {
    package let name: String
    package let pointer: JSONPointer
}

extension Contract {
    package var variables: [ContractVariable] {
        var variables: [ContractVariable] = []
        func add(_ placeholders: [Placeholder], at pointer: JSONPointer) {
            for case .environment(let name) in placeholders where !variables.contains(where: { $0.name == name }) {
                variables.append(ContractVariable(name: name, pointer: pointer))
            }
        }
        let arguments = endpoints.flatMap(\.cases).map(\.arguments) + scenarios.flatMap(\.steps).map(\.arguments)
        for argument in arguments.joined() { add(argument.value.placeholders, at: argument.pointer) }
        for request in endpoints.compactMap(\.request) {
            for (template, pointer) in request.templates { add(template.placeholders, at: pointer) }
        }
        for header in endpoints.flatMap(\.responses).flatMap(\.headers).flatMap({ [$0] + $0.relations }) {
            add(header.expectation?.placeholders ?? [], at: header.pointer)
        }
        return variables
    }
}
