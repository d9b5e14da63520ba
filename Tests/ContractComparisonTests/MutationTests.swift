import Foundation
import JSONSchema
import Testing

@testable import ContractComparison

/// The detection of every change: each value of contracts with all kinds of exchanges is removed, changed or extended,
/// and each mutant except prose must cause a finding.
struct MutationTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardizedFileURL

    @Test(arguments: [
        "Contracts/elements", "Contracts/meetup-events", "Contracts/on-the-map", "Contracts/representatives",
        "Contracts/tarot-cards", "Tests/SoundCode/Contracts/archive", "Tests/Exchanges/Contracts/workshop",
    ])
    func reportsAMutationOfEveryValue(path: String) throws {
        let folder = Self.package.appendingPathComponent(path)
        let (contracts, service) = (folder.deletingLastPathComponent(), folder.lastPathComponent)
        let contract = try JSON(parsing: try Data(contentsOf: folder.appendingPathComponent("contract.json")))
        let files = RevisionFiles(contracts: contracts, recordings: nil, label: PathLabel())
        var tried = 0
        // Many locations share the same part of the contract.
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

    /// Whether a value is a summary, title, description or schema name, whose changes are deliberately not reported.
    private static func isProse(_ pointer: JSONPointer, _ contract: JSON) -> Bool {
        guard let key = pointer.tokens.last, let parent = pointer.parent else { return true }
        if pointer.tokens == ["$schema"] || pointer.tokens == ["service"] { return true }
        guard ["summary", "title", "description", "$comment"].contains(key),
            contract[pointer: pointer]?.stringValue != nil
        else { return false }
        // Names of properties and arguments are not keywords, nor are members of literal values.
        let names: Set = [
            "properties", "arguments", "body", "multipart", "variables", "examples", "query", "headers", "models",
            "const",
        ]
        return !parent.tokens.contains(where: names.contains) || contract[pointer: parent]?["type"] != nil
            || (parent.tokens.count == 2 && names.contains(parent.tokens[0]))
    }

    /// Returns a key for the part of the contract around a location.
    private static func section(of pointer: JSONPointer) -> String {
        guard let first = pointer.tokens.first, ["endpoints", "scenarios"].contains(first) else { return "" }
        return pointer.tokens.prefix(2).joined(separator: "/")
    }

    /// Returns the contract without unrelated endpoints and scenarios, to speed up the comparison.
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

    /// Returns the contract with the value removed, and with the value changed or extended.
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
    /// Returns the value with the part at `path` replaced, or removed if `change` returns `nil`.
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
