import ContractFormat
import JSONSchema

/// Contract changes that make the contract describe the model's behavior.
extension ModelProber {
    /// Proposes the mappings and computed properties that the fitted contract adds.
    func adaptations(to fitted: ModelContract, _ state: State, _ sensitivity: Sensitivity) -> [Adaptation] {
        let mapped =
            fitted.properties.dropFirst(contract.properties.count)
            + fitted.elementProperties.dropFirst(contract.elementProperties.count)
        let maps = mapped.compactMap { property -> Adaptation? in
            // Another property shows this member too, so the member is read twice, not renamed.
            let isShared = sensitivity.isFollowed(property.pointer.tokens, besides: property.names)
            return isShared ? nil : map(property)
        }
        let computed = fitted.ignored.dropFirst(contract.ignored.count).map { ignored in
            let members = sensitivity.members(followedBy: ignored.text.pathNames)
            if members.count == 1, let only = members.first,
                let property = converted(ignored.text, only, state, sensitivity)
            {
                return map(property)
            }
            let places = members.map { "'\(JSONPointer(tokens: $0))'" }.sorted().joined(separator: ", ")
            return Adaptation(
                .computed, .append(.string(ignored.text)), at: contract.pointer(to: .ignored),
                reason: "'\(ignored.text)' is computed from \(places)")
        }
        return maps + computed
    }

    /// Proposes standard conversions for properties that hold a converted form of their own member.
    func converted(_ state: State, _ sensitivity: () -> Sensitivity) -> [Adaptation] {
        let mapped = Set((contract.properties + contract.elementProperties).map(\.path))
        return state.wrong.filter { !mapped.contains($0.key) }.sorted { $0.key < $1.key }.compactMap { path, member in
            guard sensitivity().members(followedBy: path.pathNames) == [member] else { return nil }
            return converted(path, member, state, sensitivity()).map(map)
        }
    }

    /// Returns the property with the standard conversion that explains it in all instances, including changed ones.
    private func converted(
        _ path: String, _ member: [String], _ state: State, _ sensitivity: Sensitivity
    ) -> PropertyContract? {
        let pointer = JSONPointer(tokens: member)
        // With mixed types, a conversion would also turn numeric strings into numbers.
        let instances = state.acceptedInstances + sensitivity.others[pointer, default: []]
        let values = instances.compactMap { $0[pointer: pointer] }.filter { !$0.isNull }
        guard Set(values.map { $0.numberValue == nil ? $0.typeName : "number" }).count <= 1 else { return nil }
        let made = shownValues(of: instances)
        guard !made.isEmpty, made.count == instances.count else { return nil }
        return ConversionContract.Standard.allCases.lazy.map {
            PropertyContract(
                path: path, pointer: pointer, place: contract.pointer(to: .properties), conversion: .standard($0))
        }.first { holds(contract.mapping($0), at: $0.names, made) }
    }

    private func map(_ property: PropertyContract) -> Adaptation {
        let way = property.standardName.map { " as \($0)" } ?? ""
        return Adaptation(
            .map, .set(property.entry), at: property.place.appending(property.path),
            reason: "'\(property.path)' follows '\(property.pointer)'\(way)")
    }

    /// Proposes looser contract settings for unread members, unmapped properties and accepted invalid input.
    func looserSettings(_ state: State, _ score: ModelScore, _ sensitivity: () -> Sensitivity) -> [Adaptation] {
        var habits = unread(state, sensitivity)
        // Unexplained properties are findings only with exact strictness.
        if state.verdict.strictness == .exact, let first = state.acceptedInstances.first, let made = value(of: first),
            !state.faults.findings.contains(where: { $0.rule == ModelRule.unstable.id })
        {
            let properties = Reflection.properties(of: made)
            let own = state.unmapped.filter { text in
                Reflection.value(at: text.pathNames[...], in: properties).map { !Reflection.isNull($0) } ?? false
            }
            habits += own.map {
                Adaptation(
                    .own, .append(.string($0)), at: contract.pointer(to: .ignored), reason: "'\($0)' follows no member")
            }
        }
        if state.verdict.strictness == .shape, !score.missing.isEmpty {
            let lenient = ModelContract.Strictness.lenient.rawValue
            habits.append(
                Adaptation(
                    .strictness, .set(.string(lenient)), at: contract.pointer(to: .strictness),
                    reason:
                        "accepts \(score.missing.count) of the \(score.total - score.left.count) kinds of invalid input "
                        + "that '\(state.verdict.strictness.rawValue)' refuses",
                    count: state.wronglyAcceptedMembers.count))
        }
        return habits
    }

    private func unread(_ state: State, _ sensitivity: () -> Sensitivity) -> [Adaptation] {
        // A member is unread if it was changed and no property changed with it.
        let unread = state.unshown.filter { sensitivity().hasTried($0) && !sensitivity().isFollowed($0) }
        if unread.isEmpty { return [] }
        let members = Set(state.acceptedInstances.flatMap(\.memberPlaces).map(\.pattern.tokens))
        let unshown = members.filter { member in unread.contains { member.starts(with: $0) } }
        // Count one if any other unshown member is read or was not tried.
        let count = unread.count == state.unshown.count ? unshown.count : 1
        return unread.sorted { $0.lexicographicallyPrecedes($1) }.map { member in
            let pointer = JSONPointer(tokens: member)
            return Adaptation(
                .unread, .append(.string("\(pointer)")), at: contract.pointer(to: .unread),
                reason: "no property exposes '\(pointer)'", count: count, total: members.count)
        }
    }
}

extension PropertyContract {
    /// The name of the standard conversion, if any.
    var standardName: String? {
        if case .standard(let standard)? = conversion { standard.rawValue } else { nil }
    }

    /// The entry that maps the property in a contract.
    var entry: JSON {
        let pointer = JSON.string("\(pointer)")
        var words: JSONObject = ["pointer": pointer]
        words["as"] = standardName.map(JSON.string)
        words["otherwise"] = otherwise
        words["lossy"] = isLossy ? true : nil
        return words.count == 1 ? pointer : .object(words)
    }
}
