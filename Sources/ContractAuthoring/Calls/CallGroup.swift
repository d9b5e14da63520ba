import JSONSchema

/// Calls with one method and path, in which varying segments are placeholders.
struct CallGroup {
    let method: String
    let origin: String
    let path: [EndpointName.Segment]
    var calls: [ObservedCall]

    /// Groups calls in order of first appearance.
    ///
    /// A segment with a digit becomes a placeholder if it varies among otherwise equal calls. A number, UUID, or long
    /// hexadecimal segment also becomes one after a word, as in `/users/7`. The 3 of `/3/movie/550` stays.
    static func groups(of calls: [ObservedCall]) -> [CallGroup] {
        let alike = calls.grouped { call -> String in
            let shape = call.segments.indices.map { index in
                if let secret = PathSecret(of: call, at: index) { return "\u{0}" + secret.prefix }
                return PathSegment.mayBeIdentifier(call.segments[index]) ? "\u{0}" : call.segments[index]
            }.joined(separator: "/")
            // Several GraphQL operations share one URL.
            let operation =
                if case .graphql(let graphql) = call.body { graphql.operation ?? graphql.document } else { "" }
            return "\(call.method) \(call.origin)/\(shape) \(operation)"
        }
        return alike.compactMap { group($0.elements) }
    }

    private static func group(_ calls: [ObservedCall]) -> CallGroup? {
        guard let first = calls.first else { return nil }
        var names = DistinctNames()
        let open = first.segments.indices.filter { index -> Bool in
            let segment = first.segments[index]
            guard PathSecret(of: first, at: index) == nil else { return false }
            return PathSegment.mayBeIdentifier(segment) && calls.contains { $0.segments[index] != segment }
                || PathSegment.isIdentifier(segment) && follows(index, in: first.segments)
        }
        let path = first.segments.enumerated().map { index, segment -> EndpointName.Segment in
            if let secret = PathSecret(of: first, at: index) {
                return .secret(prefix: secret.prefix, name: names.take("token"))
            }
            guard open.contains(index) else { return .word(segment) }
            let owner =
                index > 0 && !PathSegment.isIdentifier(first.segments[index - 1]) ? first.segments[index - 1] : ""
            let name = open.count == 1 ? "id" : Naming.argument("\(Naming.singular(owner)) id")
            return .placeholder(names.take(name))
        }
        return CallGroup(method: first.method, origin: first.origin, path: path, calls: calls)
    }

    private static func follows(_ index: Int, in segments: [String]) -> Bool {
        guard index > 0 else { return false }
        let word = segments[index - 1]
        return !PathSegment.isIdentifier(word) && !PathSegment.isAPIOrVersion(word) && !word.nameWords.isEmpty
    }

    /// Whether the path ends with a placeholder and leads to one of several objects.
    var isSingleResource: Bool { if case .placeholder? = path.last { true } else { false } }

    var template: String {
        path.map { segment in
            switch segment {
            case .word(let word): "/" + Naming.literal(word)
            case .placeholder(let name): "/{\(name)}"
            case .secret(let prefix, let name): "/" + Naming.literal(prefix) + "{\(name)}"
            }
        }.joined()
    }
}
