import ContractFormat

extension ServiceComparison {
    mutating func compareEndpoints(_ pair: ValuePair) {
        let renames = Self.renamedEndpoints(pair)
        compareParts(pair.members(renamed: renames), .endpoint, former: renames.inverted) {
            $0.compareEndpoint($1, $2, $3)
        }
    }

    private mutating func compareEndpoint(_ name: String, _ subject: String, _ pair: ValuePair) {
        let renames = RequestRenames(pair)
        let owner = " of '\(name)'"
        for (key, part) in members(of: pair, as: ContractKeys.Endpoint.self) {
            switch key {
            case .summary: break
            case .origin: compareOrigin(part, of: subject)
            case .arguments: compareArguments(part, in: pair, renames, of: name)
            case .request: compareRequest(renames.applied(to: part), of: name)
            case .uses:
                compare(part, as: .usesChanged, "\(subject) sends the requests of other endpoints", .client(.breaking))
            case .responses: compareResponses(part, of: name)
            case .cases: compareCases(part, renames, of: name)
            case .rejects: compareRejects(part, owner)
            case .faults: compareFaults(part, owner)
            case .survives: compareSurvival(part, subject)
            case .health: addUnclassified(key.rawValue, part)
            case .secrets: compareSecrets(part, of: subject)
            }
        }
    }

    private struct Call {
        let method: String
        let path: PathShape

        var text: String { "\(method) \(path.segments.joined(separator: "/"))" }

        init(method: String, path: PathShape) { (self.method, self.path) = (method, path) }

        init?(of endpoint: LocatedValue?) {
            guard let request = endpoint?[ContractKeys.Endpoint.request],
                let method = request[ContractKeys.Request.method]?.value.stringValue,
                let path = request[ContractKeys.Request.path]?.value.stringValue
            else { return nil }
            self.init(method: method, path: PathShape(path))
        }
    }

    /// Returns the new names of endpoints with an unchanged method and path. A path also counts as unchanged if its
    /// prefix changed in the same way as that of most other paths.
    private static func renamedEndpoints(_ endpoints: ValuePair) -> [String: String] {
        var prefixes: [[String]: Int] = [:]
        for (_, pair) in endpoints.members {
            guard let old = Call(of: pair.old), let new = Call(of: pair.new), old.path != new.path,
                let (before, after) = PathShape.prefixes(old.path, new.path)
            else { continue }
            prefixes[[before, after], default: 0] += 1
        }
        let moved = prefixes.max { ($0.value, $1.key.joined()) < ($1.value, $0.key.joined()) }?.key
        var added: [String: [String]] = [:]
        for (name, pair) in endpoints.members where pair.old == nil {
            if let call = Call(of: pair.new) { added[call.text, default: []].append(name) }
        }
        var renames: [String: String] = [:]
        for (name, pair) in endpoints.members where pair.new == nil {
            guard let old = Call(of: pair.old) else { continue }
            let path = moved.flatMap { old.path.replacing($0[0], with: $0[1]) }
            let texts = [old.text] + (path.map { [Call(method: old.method, path: $0).text] } ?? [])
            for text in texts where renames[name] == nil && added[text]?.count == 1 {
                renames[name] = added[text]?.popLast()
            }
        }
        return renames
    }

    private mutating func compareArguments(
        _ pair: ValuePair, in whole: ValuePair, _ renames: RequestRenames, of endpoint: String
    ) {
        let contract = new.contract?.endpoints.first { $0.name == endpoint }
        let request = whole[ContractKeys.Endpoint.request]
        let former = renames.arguments.inverted
        for (name, argument) in pair.members(renamed: renames.arguments) {
            let subject = "argument '\(name)' of '\(endpoint)'"
            guard argument.isOneSided else {
                if let former = former[name] {
                    let message = "argument '\(former)' was renamed: \(ChangeTheme.slot)"
                    add(.argumentRenamed, ChangeTheme(message, "'\(name)' in '\(endpoint)'"), .client(.risky), argument)
                }
                schemas.compare(argument, in: argument, use: .endpoint(endpoint, .argument))
                continue
            }
            let isNew = argument.old == nil
            // The finding for a new or removed part of the request covers the arguments that fill it.
            if Self.isWholeMember(
                name, of: isNew ? request.new : request.old, missing: isNew ? request.old : request.new)
            {
                continue
            }
            if isNew, contract?.argument(name)?.isOptional ?? false {
                add(.argumentAdded, "\(subject) is new, but optional", .harmless, argument)
            } else {
                add(
                    isNew ? .argumentAdded : .argumentRemoved, "\(subject) \(argument.verb)", .client(.breaking),
                    argument)
            }
        }
    }

    private static func isWholeMember(_ name: String, of request: LocatedValue?, missing other: LocatedValue?) -> Bool {
        let keys: [ContractKeys.Request] = [.query, .headers, .body, .form, .multipart]
        return keys.contains { key in
            (request?[key]?.members ?? []).contains { member, located in
                guard other?[key]?[member] == nil, let text = located.value.stringValue else { return false }
                return text == "{\(name)}" || text.hasPrefix("{\(name)|")
            }
        }
    }
}
