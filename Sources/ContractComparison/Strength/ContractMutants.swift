import ContractFormat
import HTTPRecording
import JSONSchema

package enum ContractMutation: String, Sendable, Hashable, CaseIterable {
    // The most severe first.
    case statusRemoved = "status-removed"
    case caseRemoved = "case-removed"
    case throwsChanged = "throws-changed"
    case headerDropped = "header-dropped"
    case queryDropped = "query-dropped"
    case bodyMemberDropped = "body-member-dropped"
    case eventDropped = "event-dropped"
    case requiredDropped = "required-dropped"
    case typeWidened = "type-widened"
    case enumValueRemoved = "enum-value-removed"
    case boundMoved = "bound-moved"
    case patternDropped = "pattern-dropped"
}

struct ContractMutant {
    let mutation: ContractMutation
    let name: String
    let pointer: JSONPointer
    /// The model, response or shared schema that the mutation changes, or `nil` if it changes no schema.
    let schema: JSONPointer?
    let json: JSON

    var keyword: JSONPointer {
        let lists = ["required", "enum"]
        guard let parent = pointer.parent, let name = parent.tokens.last, lists.contains(name) else { return pointer }
        return parent
    }

    static func all(of contract: JSON) -> [ContractMutant] {
        var mutants = ContractMutants(root: contract)
        mutants.visitContract()
        return ContractMutation.allCases.flatMap { mutation in mutants.found.filter { $0.mutation == mutation } }
    }
}

private struct ContractMutants {
    let root: JSON
    private(set) var found: [ContractMutant] = []

    private mutating func add(
        _ mutation: ContractMutation, _ name: String, at pointer: JSONPointer, in schema: JSONPointer? = nil,
        _ json: JSON?
    ) {
        guard let json, json != root else { return }
        found.append(ContractMutant(mutation: mutation, name: name, pointer: pointer, schema: schema, json: json))
    }

    private mutating func drop(
        _ pointer: JSONPointer, _ mutation: ContractMutation, _ name: String, in schema: JSONPointer? = nil
    ) {
        add(mutation, name, at: pointer, in: schema, root.removing(pointer))
    }

    mutating func visitContract() {
        for model in root.entries(of: .models) { visitSchema(model.appending(ContractKeys.Model.schema)) }
        for definition in root.entries(of: .definitions) { visitSchema(definition) }
        for endpoint in root.entries(of: .endpoints) { visit(endpoint: endpoint) }
    }

    // MARK: - Endpoints

    private mutating func visit(endpoint: JSONPointer) {
        visit(request: endpoint.appending(ContractKeys.Endpoint.request))
        for (status, response) in root.members(at: endpoint.appending(ContractKeys.Endpoint.responses)) {
            drop(response, .statusRemoved, "the status \(status) is no longer a response")
            for (name, header) in root.members(at: response.appending(ContractKeys.Response.headers))
            // Removing an optional header's rule allows no additional responses.
            where root[pointer: header]?[ContractKeys.Header.optional] != .bool(true) {
                drop(header, .headerDropped, "the response may lack '\(name)'")
            }
            visitSchema(response.appending(ContractKeys.Response.schema))
            visitSchema(response.appending(ContractKeys.Response.xml))
            let events = response.appending(ContractKeys.Response.events)
            visitSchema(events.appending(ContractKeys.Events.schema))
            for (name, schema) in root.members(at: events.appending(ContractKeys.Events.byName)) {
                drop(schema, .eventDropped, "the event '\(name)' has no schema of its own")
                visitSchema(schema)
            }
        }
        let cases = endpoint.appending(ContractKeys.Endpoint.cases)
        for (index, value) in (root[pointer: cases]?.arrayValue ?? []).enumerated() {
            let name = value[ContractKeys.Case.name]?.stringValue ?? "\(index)"
            removeElement(index, of: cases, .caseRemoved, "the case '\(name)' is no longer tested")
            addErrorMutants(at: cases.appending(index).appending(ContractKeys.Case.throws))
        }
        for (_, fault) in root.members(at: endpoint.appending(ContractKeys.Endpoint.faults)) {
            addErrorMutants(at: fault)
        }
        let rejects = endpoint.appending(ContractKeys.Endpoint.rejects)
        for index in (root[pointer: rejects]?.arrayValue ?? []).indices {
            addErrorMutants(at: rejects.appending(index).appending(ContractKeys.Reject.throws))
        }
    }

    private mutating func visit(request: JSONPointer) {
        for (name, header) in root.members(at: request.appending(ContractKeys.Request.headers)) {
            drop(header, .headerDropped, "the request may lack '\(name)'")
        }
        for (name, pair) in root.members(at: request.appending(ContractKeys.Request.query)) {
            drop(pair, .queryDropped, "the query has no '\(name)'")
        }
        for key in [ContractKeys.Request.body, .form] { addMemberMutants(of: request.appending(key)) }
        for (name, part) in root.members(at: request.appending(ContractKeys.Request.multipart)) {
            drop(part, .bodyMemberDropped, "the body has no part '\(name)'")
        }
        addMemberMutants(of: request.appending(ContractKeys.Request.graphql).appending(ContractKeys.GraphQL.variables))
        addElementMutants(of: request.appending(ContractKeys.Request.xml))
    }

    private mutating func addElementMutants(of body: JSONPointer) {
        guard let text = root[pointer: body]?.stringValue else { return }
        let tree: XMLTree
        do { tree = try XMLTree(parsing: text) } catch { return }
        for reduction in tree.reductions {
            add(
                .bodyMemberDropped, "the body has no '\(reduction.path)'", at: body,
                root.replacing(body, with: .string(XMLText.text(of: reduction.tree))))
        }
    }

    private mutating func addMemberMutants(of body: JSONPointer) {
        for (name, member) in root.members(at: body) {
            drop(member, .bodyMemberDropped, "the body has no '\(name)'")
            addMemberMutants(of: member)
        }
    }

    /// Changes an error's name. For an error object, changes its case, type or code.
    private mutating func addErrorMutants(at pointer: JSONPointer) {
        let other = "anotherError"
        switch root[pointer: pointer] {
        case .string(let name)?:
            add(
                .throwsChanged, "the error is not '\(name)'", at: pointer,
                root.replacing(pointer, with: .string(other)))
        case .object(let error)?:
            let keys = [ContractKeys.Thrown.case, .type, .code]
            guard let key = keys.first(where: { error[$0.rawValue]?.stringValue != nil }) else { return }
            let place = pointer.appending(key)
            add(
                .throwsChanged, "the error has a different '\(key.rawValue)'", at: place,
                root.replacing(place, with: .string(other)))
        case .null?, .bool?, .number?, .array?, nil: break
        }
    }

    private mutating func removeElement(
        _ index: Int, of list: JSONPointer, _ mutation: ContractMutation, _ name: String, in schema: JSONPointer? = nil
    ) {
        guard var elements = root[pointer: list]?.arrayValue else { return }
        elements.remove(at: index)
        add(
            mutation, name, at: list.appending(index), in: schema,
            elements.isEmpty ? root.removing(list) : root.replacing(list, with: .array(elements)))
    }

    // MARK: - Schemas

    private mutating func visitSchema(_ whole: JSONPointer) {
        for (pointer, schema) in root.subschemas(at: whole) { visit(schema, at: pointer, whole) }
    }

    private mutating func visit(_ schema: JSONObject, at pointer: JSONPointer, _ whole: JSONPointer) {
        for (index, name) in (schema["required"]?.arrayValue ?? []).enumerated() {
            let what = "'\(name.stringValue ?? "")' is not required"
            removeElement(index, of: pointer.appending("required"), .requiredDropped, what, in: whole)
        }
        widenType(of: schema, at: pointer, whole)
        let choices = schema["enum"]?.arrayValue ?? []
        for (index, choice) in choices.enumerated() where choices.count > 1 {
            let what = "\(choice.text(.compact)) is no longer a value of the enumeration"
            removeElement(index, of: pointer.appending("enum"), .enumValueRemoved, what, in: whole)
        }
        moveBounds(of: schema, at: pointer, whole)
        if schema["pattern"] != nil {
            drop(
                pointer.appending("pattern"), .patternDropped, "the string need not match the pattern", in: whole)
        }
    }

    private mutating func widenType(of schema: JSONObject, at pointer: JSONPointer, _ whole: JSONPointer) {
        guard let type = schema["type"] else { return }
        let types = type.arrayValue?.compactMap(\.stringValue) ?? type.stringValue.map { [$0] } ?? []
        let place = pointer.appending("type")
        // The confusion most likely in code comes first: an integer that is a fraction, then a string, then a number.
        let wider: [String]
        if types.contains("integer"), !types.contains("number") {
            wider = types.map { $0 == "integer" ? "number" : $0 }
        } else if let other = ["string", "number", "object"].first(where: { !types.contains($0) }) {
            wider = types + [other]
        } else {
            return
        }
        add(
            .typeWidened, "the type may be \(wider.joined(separator: " or "))", at: place, in: whole,
            root.replacing(place, with: wider.count == 1 ? .string(wider[0]) : .array(wider.map(JSON.string))))
    }

    private static let steps: [(keyword: String, step: Int)] = [
        ("minimum", -1), ("exclusiveMinimum", -1), ("minLength", -1), ("minItems", -1), ("minProperties", -1),
        ("maximum", 1), ("exclusiveMaximum", 1), ("maxLength", 1), ("maxItems", 1), ("maxProperties", 1),
    ]

    private mutating func moveBounds(of schema: JSONObject, at pointer: JSONPointer, _ whole: JSONPointer) {
        for (keyword, step) in Self.steps {
            guard let bound = schema[keyword]?.numberValue else { continue }
            let place = pointer.appending(keyword)
            let moved: JSONNumber?
            if let whole = bound.intValue {
                let (value, isBeyond) = whole.addingReportingOverflow(step)
                let isCount = keyword != "minimum" && keyword != "exclusiveMinimum"
                moved = isBeyond || isCount && value < 0 && step < 0 ? nil : JSONNumber(value)
            } else {
                moved = JSONNumber(bound.doubleValue + Double(step))
            }
            guard let moved else { continue }
            add(
                .boundMoved, "'\(keyword)' is \(moved.text), not \(bound.text)", at: place, in: whole,
                root.replacing(place, with: .number(moved)))
        }
    }
}
