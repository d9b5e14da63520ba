import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

struct ContractCoverage {
    private static let maximumElements = 200
    private static let deepest = 64

    private let context: ServiceRun
    /// The numbers of recorded responses, and of values per schema, by contract pointer.
    private var counts: [JSONPointer: Int] = [:]

    init(_ context: ServiceRun) {
        self.context = context
        let contract = context.contract
        for endpoint in contract.endpoints {
            for testCase in endpoint.cases {
                for entry in entries(of: contract.file(of: testCase, endpoint)) {
                    count(entry.response, of: endpoint, testCase.outcome.response)
                }
            }
        }
        for scenario in contract.scenarios {
            for (step, entry) in zip(scenario.steps, entries(of: contract.file(of: scenario))) {
                if let endpoint = contract.endpoint(step.endpoint.text) { count(entry.response, of: endpoint, nil) }
            }
        }
        for model in contract.models {
            for example in model.examples { visit(example, model.schema.view) }
        }
    }

    func recorded(_ response: JSONPointer) -> Int { counts[response, default: 0] }

    private func entries(of file: String) -> [HTTPExchange] {
        guard case .success(let loaded) = context.library.recording(file) else { return [] }
        return loaded.recording.entries
    }

    private mutating func count(_ response: RecordedResponse, of endpoint: EndpointContract, _ variant: String?) {
        guard let shape = endpoint.shape(of: response, named: variant) else { return }
        counts[shape.pointer, default: 0] += 1
        guard case .json(let schema) = shape.body, case .json(let body, _) = ResponseBody.read(response.body, as: shape)
        else { return }
        visit(body, schema.view)
    }

    private mutating func visit(_ value: JSON, _ view: SchemaView, depth: Int = 0) {
        guard depth < Self.deepest else { return }
        for part in view.conjuncts {
            counts[part.pointer, default: 0] += 1
            switch value {
            case .object(let members):
                for (name, member) in members {
                    for inner in part.member(name) { visit(member, inner, depth: depth + 1) }
                    if let names = part.child("propertyNames") { visit(.string(name), names, depth: depth + 1) }
                }
            case .array(let elements):
                for (index, element) in elements.prefix(Self.maximumElements).enumerated() {
                    if let inner = part.element(index) { visit(element, inner, depth: depth + 1) }
                    if let inner = part.child("contains") { visit(element, inner, depth: depth + 1) }
                }
            case .null, .bool, .number, .string: break
            }
            for branch in ["anyOf", "oneOf"].flatMap(part.children) where branch.schema?.accepts(value) ?? false {
                visit(value, branch, depth: depth + 1)
            }
        }
    }

    func parts(of root: JSON) -> [Strength.Part] {
        var parts: [Strength.Part] = []
        func add(_ kind: Strength.Part.Kind, _ name: String, _ count: Int, at pointer: JSONPointer) {
            parts.append(
                Strength.Part(kind: kind, name: name, count: count, contract: context.contract.place(of: pointer)))
        }
        for endpoint in context.contract.endpoints {
            let isCalled = context.service.endpoint(endpoint.name)?.call != nil
            for argument in endpoint.arguments {
                let given = endpoint.cases.count { testCase in testCase.arguments.contains { $0.name == argument.name }
                }
                let place = endpoint.pointer.appending(ContractKeys.Endpoint.arguments).appending(argument.name)
                add(.argument, argument.name, given, at: place)
            }
            for response in endpoint.responses {
                add(.response, response.key.description, recorded(response.pointer), at: response.pointer)
            }
            for testCase in endpoint.cases {
                let recorded = entries(of: context.contract.file(of: testCase, endpoint))
                add(.case, testCase.name, recorded.isEmpty ? 0 : 1, at: testCase.pointer)
            }
            for fault in endpoint.faults { add(.fault, fault.name, isCalled ? 1 : 0, at: fault.pointer) }
        }
        let models = root.entries(of: .models).map { $0.appending(ContractKeys.Model.schema) }
        let responses = root.entries(of: .endpoints).flatMap {
            root.members(at: $0.appending(ContractKeys.Endpoint.responses))
        }.map { $0.pointer.appending(ContractKeys.Response.schema) }
        let schemas = models + root.entries(of: .definitions) + responses
        for schema in schemas {
            for (pointer, part) in root.subschemas(at: schema) {
                add(.schema, part.keys.joined(separator: ", "), counts[pointer, default: 0], at: pointer)
            }
        }
        return parts.sorted { ($0.contract.line, $0.contract.column) < ($1.contract.line, $1.contract.column) }
    }
}
