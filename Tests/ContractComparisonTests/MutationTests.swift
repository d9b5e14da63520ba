import Foundation
import JSONSchema
import Testing

@testable import ContractComparison

/// No change of a contract passes unreported: of contracts with exchanges of every kind each value in turn is removed, or changed or
/// given one member more, and each time there is a finding, unless the value is prose.
struct MutationTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardizedFileURL

    @Test(arguments: [
        "Contracts/elements", "Contracts/meetup-events", "Contracts/on-the-map", "Contracts/representatives",
        "Contracts/tarot-cards", "Tests/SoundCode/Contracts/archive", "Tests/Exchanges/Contracts/workshop",
    ])
    func everyChangeOfEveryValueIsTold(path: String) throws {
        let folder = Self.package.appendingPathComponent(path)
        let (contracts, service) = (folder.deletingLastPathComponent(), folder.lastPathComponent)
        let contract = try JSON(parsing: try Data(contentsOf: folder.appendingPathComponent("contract.json")))
        let files = RevisionFiles(contracts: contracts, recordings: nil, label: PathLabel())
        var tried = 0
        // Many places share the part of the contract that they are in.
        var sides: [String: ServiceRevision] = [:]
        for (index, pointer) in Self.places(in: contract).enumerated() where !Self.isProse(pointer, contract) {
            let part = Self.part(of: contract, around: pointer)
            let section = Self.section(of: pointer)
            let old = sides[section] ?? ServiceRevision(name: service, json: part, in: files)
            sides[section] = old
            let mutants = Self.mutants(of: part, at: pointer.tokens[...])
            let (kind, mutant) = mutants[index % mutants.count]
            tried += 1
            let new = ServiceRevision(name: service, json: mutant, in: files)
            var comparison = ServiceComparison(old: old, new: new)
            if comparison.results().isEmpty { Issue.record("nothing is told of \(kind) at \(pointer)") }
        }
        #expect(tried > 120)
    }

    /// Summaries, titles and descriptions, and the name of the schema: what is silent by design.
    private static func isProse(_ pointer: JSONPointer, _ contract: JSON) -> Bool {
        guard let key = pointer.tokens.last, let parent = pointer.parent else { return true }
        if pointer.tokens == ["$schema"] || pointer.tokens == ["service"] { return true }
        guard ["summary", "title", "description", "$comment"].contains(key),
            contract[pointer: pointer]?.stringValue != nil
        else { return false }
        // The names of properties and arguments are no keywords, nor are those of literal values.
        let names: Set = [
            "properties", "arguments", "body", "multipart", "variables", "examples", "query", "headers", "models",
            "const",
        ]
        return !parent.tokens.contains(where: names.contains) || contract[pointer: parent]?["type"] != nil
            || (parent.tokens.count == 2 && names.contains(parent.tokens[0]))
    }

    /// What tells the part of one place from that of another.
    private static func section(of pointer: JSONPointer) -> String {
        guard let first = pointer.tokens.first, ["endpoints", "scenarios"].contains(first) else { return "" }
        return pointer.tokens.prefix(2).joined(separator: "/")
    }

    /// The contract without endpoints and scenarios that the place is not in, so that each comparison is quick.
    private static func part(of contract: JSON, around pointer: JSONPointer) -> JSON {
        var members = contract.objectValue ?? [:]
        for section in ["endpoints", "scenarios"] where pointer.tokens != [section] {
            let name = pointer.tokens.first == section ? pointer.tokens[1] : ""
            let kept = contract[section]?[name].map { [(name, $0)] } ?? []
            members[section] = members[section] == nil ? nil : .object(JSONObject(kept))
        }
        return .object(members)
    }

    private static func places(in json: JSON) -> [JSONPointer] {
        var places: [JSONPointer] = []
        var pending = [(JSONPointer.root, json)]
        while let (pointer, value) = pending.popLast() {
            places.append(pointer)
            for (key, member) in value.objectValue ?? [:] { pending.append((pointer.appending(key), member)) }
            for (index, element) in (value.arrayValue ?? []).enumerated() {
                pending.append((pointer.appending(index), element))
            }
        }
        return places
    }

    /// The contract without the value, with another one of its type, and with a member more in it.
    private static func mutants(of json: JSON, at path: ArraySlice<String>) -> [(kind: String, json: JSON)] {
        let value = json[pointer: JSONPointer(tokens: Array(path))]
        var mutants = [("a removal", json.setting(path) { _ in nil })]
        switch value {
        case .bool(let value): mutants.append(("a change", json.setting(path) { _ in .bool(!value) }))
        case .number(let value):
            mutants.append(("a change", json.setting(path) { _ in .number(JSONNumber((value.intValue ?? 0) + 1)) }))
        case .string(let value): mutants.append(("a change", json.setting(path) { _ in .string(value + "x") }))
        case .null: mutants.append(("a change", json.setting(path) { _ in 0 }))
        case .object(var members):
            members["zz"] = ["type": "string"]
            let changed = JSON.object(members)
            mutants.append(("an addition", json.setting(path) { _ in changed }))
        case .array(let elements):
            mutants.append(("an addition", json.setting(path) { _ in .array(elements + ["zz"]) }))
        case nil: break
        }
        return mutants.map { ($0, $1 ?? .null) }
    }
}

extension JSON {
    /// The value with what stands at a path replaced, or taken out where the change gives nothing.
    fileprivate func setting(_ path: ArraySlice<String>, _ change: (JSON) -> JSON?) -> JSON? {
        guard let token = path.first else { return change(self) }
        switch self {
        case .object(var members):
            members[token] = members[token]?.setting(path.dropFirst(), change)
            return .object(members)
        case .array(var elements):
            guard let index = Int(token), elements.indices.contains(index) else { return self }
            if let element = elements[index].setting(path.dropFirst(), change) {
                elements[index] = element
            } else {
                elements.remove(at: index)
            }
            return .array(elements)
        case .null, .bool, .number, .string: return self
        }
    }
}
