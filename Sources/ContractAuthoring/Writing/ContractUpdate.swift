import ContractFormat
import JSONSchema

/// A three-way merge of a newer import into a contract that an older import wrote and the user edited.
///
/// Unedited values change to those of the newer import. Edited values stay, and clash with a different value of the
/// newer import. Endpoints, models, and definitions that the document lost are reported, not removed.
struct ContractUpdate {
    struct Clash {
        let pointer: JSONPointer
        let base: JSON?
        let mine: JSON?
        let theirs: JSON?
    }

    static let parts: [ContractKeys.Service] = [.models, .endpoints, .definitions]

    /// The new values by path, outer objects first. `nil` removes a member.
    private(set) var edits: [(path: [String], value: JSON?)] = []
    private(set) var clashes: [Clash] = []
    /// Entries that the newer import no longer contains, such as `endpoint list`.
    private(set) var gone: [String] = []

    /// - Parameters:
    ///   - base: The contract as the older import wrote it.
    ///   - mine: The current contract.
    ///   - theirs: The contract as the newer import would write it.
    init(base: JSON, mine: JSON, theirs: JSON) {
        for part in Self.parts {
            for (name, old) in base[part]?.objectValue ?? [:] {
                guard let current = mine[part]?[name] else { continue }
                guard let new = theirs[part]?[name] else {
                    gone.append("\(Self.noun(part)) \(name)")
                    continue
                }
                merge(old, current, new, [part.rawValue, name])
            }
        }
    }

    static func noun(_ part: ContractKeys.Service) -> String {
        [.models: "model", .endpoints: "endpoint", .definitions: "definition"][part] ?? part.rawValue
    }

    private mutating func merge(_ base: JSON?, _ mine: JSON?, _ theirs: JSON?, _ path: [String]) {
        if base == theirs || mine == theirs { return }
        // Recursion keeps the user's formatting of everything that did not change.
        if let mine = mine?.objectValue, let theirs = theirs?.objectValue {
            let base = base?.objectValue ?? [:]
            for name in (mine.keys + theirs.keys + base.keys).distinct {
                merge(base[name], mine[name], theirs[name], path + [name])
            }
            return
        }
        if mine == base { return edits.append((path, theirs)) }
        if let merged = Self.list(base, mine, theirs) { return edits.append((path, merged)) }
        clashes.append(Clash(pointer: JSONPointer(tokens: path), base: base, mine: mine, theirs: theirs))
    }

    /// Merges lists without a significant order. Returns `nil` for all others.
    private static func list(_ base: JSON?, _ mine: JSON?, _ theirs: JSON?) -> JSON? {
        guard let base = base?.arrayValue, let mine = mine?.arrayValue, let theirs = theirs?.arrayValue else {
            return nil
        }
        let all = base + mine + theirs
        if all.allSatisfy({ $0.objectValue == nil && $0.arrayValue == nil }) {
            return .array(
                mine.filter { theirs.contains($0) || !base.contains($0) }
                    + theirs.filter { !base.contains($0) && !mine.contains($0) })
        }
        let name = ContractKeys.Case.name.rawValue
        func named(_ elements: [JSON]) -> [String: JSON]? {
            guard let names = elements.mapAll({ $0[name]?.stringValue }), Set(names).count == names.count else {
                return nil
            }
            return Dictionary(uniqueKeysWithValues: zip(names, elements))
        }
        guard let old = named(base), let current = named(mine), let new = named(theirs) else { return nil }
        var merged: [JSON] = []
        for element in mine {
            guard let key = element[name]?.stringValue else { return nil }
            if old[key] == new[key] || element == new[key] || old[key] == nil && new[key] == nil {
                merged.append(element)
            } else if element == old[key] {
                if let element = new[key] { merged.append(element) }
            } else {
                return nil
            }
        }
        return .array(
            merged
                + theirs.filter { element in
                    element[name]?.stringValue.map { old[$0] == nil && current[$0] == nil } ?? false
                })
    }

    /// Returns the contract's text with the edits, and every other byte unchanged.
    func applied(to bytes: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
        var editor = try JSONTextEditor(bytes)
        for (path, value) in edits { try editor.set(value, at: path) }
        return editor.bytes
    }
}

/// The contract as the last import of a document wrote it. It reveals the user's edits and is stored beside the
/// contract.
enum ImportedBase {
    static let fileName = ".imported.json"

    /// Returns the file's text: the current import, and entries of the last one that are missing from it.
    static func text(of theirs: JSON, over base: JSON?) -> [UInt8] {
        var members = theirs.objectValue ?? [:]
        for part in ContractUpdate.parts {
            var entries = theirs[part]?.objectValue ?? [:]
            for (name, entry) in base?[part]?.objectValue ?? [:] where entries[name] == nil { entries[name] = entry }
            members[part.rawValue] = entries.isEmpty ? nil : .object(entries)
        }
        return Array((JSONLayout().text(.object(members), expanding: 3) + "\n").utf8)
    }
}

extension ContractDraft {
    /// Returns the draft without the parts of an earlier import that the user has removed.
    func leavingOut(_ base: JSON, goneFrom mine: JSON) -> ContractDraft {
        typealias Key = ContractKeys.Service
        func isGone(_ part: Key, _ name: String) -> Bool { base[part]?[name] != nil && mine[part]?[name] == nil }
        var draft = self
        draft.models = models.filter { !isGone(.models, $0.name) }
        draft.endpoints = endpoints.filter { !isGone(.endpoints, $0.name) }.map { endpoint in
            guard let old = base[Key.endpoints]?[endpoint.name] else { return endpoint }
            var endpoint = endpoint
            let responses = old[ContractKeys.Endpoint.responses]?.objectValue ?? [:]
            let cases = (old[ContractKeys.Endpoint.cases]?.arrayValue ?? []).compactMap {
                $0[ContractKeys.Case.name]?.stringValue
            }
            endpoint.responses = endpoint.responses.filter { responses[$0.key] == nil }
            endpoint.cases = endpoint.cases.filter { !cases.contains($0.name) }
            return endpoint
        }
        return draft
    }
}
