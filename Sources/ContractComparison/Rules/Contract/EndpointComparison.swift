import ContractFormat

enum EndpointComparison {
    static func compare(_ pair: Pair, _ comparison: inout ServiceComparison) {
        let renamed = renames(pair)
        let newNames = Set(renamed.values)
        for (name, endpoint) in pair.members {
            switch (endpoint.old, endpoint.new) {
            case (.some, .some): compare(endpoint, name: name, &comparison)
            case (nil, .some):
                if newNames.contains(name) { continue }
                comparison.add(
                    .endpointAdded, of: "'\(name)'", "endpoint \(ChangeTheme.slot) is new",
                    plural: "endpoints \(ChangeTheme.slot) are new",
                    client: .harmless, provider: .risky, endpoint)
            case (.some, nil):
                if let newName = renamed[name], let new = pair.new?[newName] {
                    let both = Pair(old: endpoint.old, new: new)
                    comparison.add(
                        Change(
                            .endpointRenamed, "endpoint '\(name)' is '\(newName)' now, and calls the same",
                            .impact(Impact(client: .risky, provider: .harmless)), old: both.old, new: both.new,
                            expected: name, found: newName))
                    compare(both, name: newName, &comparison)
                    continue
                }
                comparison.add(
                    .endpointRemoved, of: "'\(name)'", "endpoint \(ChangeTheme.slot) is gone",
                    plural: "endpoints \(ChangeTheme.slot) are gone",
                    client: .breaking, provider: .harmless, endpoint)
            case (nil, nil): break
            }
        }
    }

    /// The new names of endpoints that call what they called: the method and the path, as far as the paths of the others
    /// begin otherwise now, too.
    private static func renames(_ endpoints: Pair) -> [String: String] {
        var prefixes: [[String]: Int] = [:]
        for (_, pair) in endpoints.members {
            guard let old = call(of: pair.old), let new = call(of: pair.new), old.path != new.path,
                let (before, after) = PathShape.prefixes(old.path, new.path)
            else { continue }
            prefixes[[before, after], default: 0] += 1
        }
        let moved = prefixes.max { ($0.value, $1.key.joined()) < ($1.value, $0.key.joined()) }?.key
        var added: [String: [String]] = [:]
        for (name, pair) in endpoints.members where pair.old == nil {
            if let call = call(of: pair.new) { added[call.text, default: []].append(name) }
        }
        var renames: [String: String] = [:]
        for (name, pair) in endpoints.members where pair.new == nil {
            guard let old = call(of: pair.old) else { continue }
            let path = moved.flatMap { old.path.replacing($0[0], with: $0[1]) }
            let texts = [old.text] + (path.map { [Call(method: old.method, path: $0).text] } ?? [])
            // Several endpoints with the same call are ambiguous.
            for text in texts where renames[name] == nil && added[text]?.count == 1 {
                renames[name] = added[text]?.popLast()
            }
        }
        return renames
    }

    private struct Call {
        let method: String
        let path: PathShape

        var text: String { "\(method) \(path.segments.joined(separator: "/"))" }
    }

    private static func call(of endpoint: Spot?) -> Call? {
        guard let request = endpoint?[ContractKeys.Endpoint.request],
            let method = request[ContractKeys.Request.method]?.value.stringValue,
            let path = request[ContractKeys.Request.path]?.value.stringValue
        else { return nil }
        return Call(method: method, path: PathShape(path))
    }

    private static func compare(_ pair: Pair, name: String, _ comparison: inout ServiceComparison) {
        let renames = RequestRenames(pair)
        for (key, part) in comparison.members(of: pair, as: ContractKeys.Endpoint.self) {
            switch key {
            case .summary: break
            case .origin: OriginComparison.compare(part, endpoint: name, &comparison)
            case .arguments: ArgumentComparison.compare(part, in: pair, renames, endpoint: name, &comparison)
            case .request: RequestComparison.compare(renames.applied(to: part), endpoint: name, &comparison)
            case .uses:
                if !part.isSame {
                    comparison.add(
                        .usesChanged, "endpoint '\(name)' sends the requests of other endpoints", client: .breaking,
                        provider: .harmless, part)
                }
            case .responses: ResponseComparison.compare(part, endpoint: name, &comparison)
            case .cases: CaseComparison.compare(part, renames, endpoint: name, &comparison)
            case .rejects: RejectComparison.compare(part, endpoint: name, &comparison)
            case .faults: FaultComparison.compare(part, endpoint: name, &comparison)
            case .survives:
                ModelPromiseComparison.compare(survival: part, "endpoint '\(name)'", &comparison)
            case .health: comparison.addUnweighed(key.rawValue, part)
            case .secrets: SecretMemberComparison.compare(part, of: "endpoint '\(name)'", &comparison)
            }
        }
    }
}

/// The members that hold credentials: recordings change with them, and nothing that is exchanged.
enum SecretMemberComparison {
    static func compare(_ pair: Pair, of subject: String, _ comparison: inout ServiceComparison) {
        guard !pair.isSame else { return }
        comparison.add(
            .argumentSecrecyChanged, "other members of \(subject) hold credentials: recordings hide them",
            client: .risky,
            provider: .harmless, pair)
    }
}

/// The origin of the service, or of one endpoint.
enum OriginComparison {
    static func compare(_ pair: Pair, endpoint: String? = nil, _ comparison: inout ServiceComparison) {
        guard !pair.isSame else { return }
        let subject = endpoint.map { "endpoint '\($0)'" } ?? "the service"
        comparison.add(
            .originChanged, "\(subject) has another origin", client: .breaking, provider: .breaking, pair)
    }
}

enum ArgumentComparison {
    static func compare(
        _ pair: Pair, in whole: Pair, _ renames: RequestRenames, endpoint: String,
        _ comparison: inout ServiceComparison
    ) {
        let contract = comparison.new.contract?.endpoints.first { $0.name == endpoint }
        let newNames = Set(renames.arguments.values)
        let request = whole[ContractKeys.Endpoint.request]
        for (name, argument) in pair.members {
            let subject = "argument '\(name)' of '\(endpoint)'"
            if argument.old == nil, newNames.contains(name) { continue }
            if let newName = renames.arguments[name], argument.old != nil {
                let both = Pair(old: argument.old, new: pair.new?[newName])
                comparison.add(
                    .argumentRenamed, of: "'\(newName)' in '\(endpoint)'",
                    "argument '\(name)' is called otherwise now: \(ChangeTheme.slot)",
                    plural: "argument '\(name)' is called otherwise now: \(ChangeTheme.slot)", client: .risky,
                    provider: .harmless, both)
                comparison.schemas.compare(
                    both, in: both, use: Use(owner: .endpoint(endpoint), position: .argument))
                continue
            }
            // The finding of a new or removed part of the request covers the arguments that fill it.
            let part = argument.old == nil ? request.new : request.old
            if argument.isOneSided,
                Self.isWholeMember(name, of: part, missing: argument.old == nil ? request.old : request.new)
            {
                continue
            }
            switch (argument.old, argument.new) {
            case (.some, .some):
                comparison.schemas.compare(
                    argument, in: argument, use: Use(owner: .endpoint(endpoint), position: .argument))
            case (nil, .some):
                let isOptional = contract?.argument(name)?.isOptional ?? false
                comparison.add(
                    .argumentAdded, "\(subject) is new\(isOptional ? ", and may be left out" : "")",
                    client: isOptional ? .harmless : .breaking, provider: .harmless, argument)
            case (.some, nil):
                comparison.add(
                    .argumentRemoved, "\(subject) is gone", client: .breaking, provider: .harmless, argument)
            case (nil, nil): break
            }
        }
    }

    /// Returns whether an argument fills a member of the query, the headers, the body or the form that the other side does
    /// not have.
    private static func isWholeMember(_ name: String, of request: Spot?, missing other: Spot?) -> Bool {
        let keys: [ContractKeys.Request] = [.query, .headers, .body, .form, .multipart]
        return keys.contains { key in
            (request?[key]?.members ?? []).contains { member, spot in
                guard other?[key]?[member] == nil, let text = spot.value.stringValue else { return false }
                return text == "{\(name)}" || text.hasPrefix("{\(name)|")
            }
        }
    }
}

/// The expected end of a client call for each network fault.
enum FaultComparison {
    static func compare(_ pair: Pair, endpoint: String, _ comparison: inout ServiceComparison) {
        for (name, fault) in pair.members {
            let subject = "fault '\(name)' of '\(endpoint)'"
            switch (fault.old, fault.new) {
            case (nil, .some):
                comparison.add(.faultAdded, "\(subject) is new", client: .risky, provider: .harmless, fault)
            case (.some, nil):
                comparison.add(
                    .faultRemoved, "\(subject) is gone, and no longer tried", client: .risky, provider: .harmless,
                    fault)
            case (.some, .some):
                if !fault.isSame {
                    comparison.add(
                        .faultErrorChanged, "\(subject) ends in another error", client: .breaking, provider: .harmless,
                        fault)
                }
            case (nil, nil): break
            }
        }
    }
}
