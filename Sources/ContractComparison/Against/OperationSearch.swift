import ContractFormat
import ContractOpenAPI
import JSONSchema

struct OperationSearch {
    enum OperationMatch {
        /// All matches: documents distinguish operations of one path by a fragment or a parameter name.
        case found([(operation: OpenAPIDocument.Operation, match: PathMatch)])
        case missing(AgainstMismatch)
    }

    /// Operations by the first segment of their paths. Those that start with a parameter have an empty key.
    private let byStart: [Substring: [OpenAPIDocument.Operation]]
    private let operations: [OpenAPIDocument.Operation]

    init(_ document: OpenAPIDocument) {
        operations = document.operations
        var byStart: [Substring: [OpenAPIDocument.Operation]] = [:]
        for operation in document.operations {
            let bases = operation.servers.map(\.basePath) + [""]
            for start in Set(bases.map { Self.start(of: $0 + operation.path.text) }) {
                byStart[start, default: []].append(operation)
            }
        }
        self.byStart = byStart
    }

    private static func start(of path: String) -> Substring {
        let segment = path.dropFirst().prefix { $0 != "/" }
        return segment.contains("{") ? "" : segment
    }

    /// - Parameters:
    ///   - origin: the request's origin, or `nil` if unknown. Without it, the path may omit a server's base path.
    ///   - places: the pointers to the request's path and method.
    func operation(
        _ method: String, _ path: Template, origin: String?, at places: (path: JSONPointer, method: JSONPointer)
    ) -> OperationMatch {
        let start = Self.start(of: path.source)
        var best: [(operation: OpenAPIDocument.Operation, match: PathMatch)] = []
        var others: [OpenAPIDocument.Operation] = []
        for operation in [start, ""].distinct.flatMap({ byStart[$0, default: []] }) {
            guard let match = match(path, operation, origin) else { continue }
            guard operation.method == method.uppercased() else {
                others.append(operation)
                continue
            }
            let most = best.first?.match.sameSegments ?? -1
            if match.sameSegments > most { best = [] }
            if match.sameSegments >= most { best.append((operation, match)) }
        }
        if !best.isEmpty { return .found(best) }
        if let first = others.first {
            return .missing(
                AgainstMismatch(
                    .method, .error, "the document has this path, but not with the method \(method)",
                    expected: method, found: others.map(\.method).joined(separator: ", "), at: places.method,
                    in: first.pointer.parent ?? "/paths"))
        }
        let labels = operations.map { "\($0.method) \(Self.bases(of: $0, origin)[0])\($0.path.text)" }
        let wanted = "\(method) \(path.source)"
        let hint = Suggestion.text(for: wanted, among: labels, otherwise: "")
        return .missing(
            AgainstMismatch(
                .missingEndpoint, .error, "the document has no path that matches '\(path.source)'\(hint)",
                expected: wanted, found: "no such path", at: places.path, in: "/paths"))
    }

    private func match(_ path: Template, _ operation: OpenAPIDocument.Operation, _ origin: String?) -> PathMatch? {
        Self.bases(of: operation, origin).lazy.compactMap { PathMatch(path, operation.path, base: $0) }.first
    }

    private static func bases(of operation: OpenAPIDocument.Operation, _ origin: String?) -> [String] {
        let own = operation.servers.filter { origin != nil && $0.origin?.lowercased() == origin?.lowercased() }
        let bases = (own.isEmpty ? operation.servers : own).map(\.basePath)
        return (origin == nil || bases.isEmpty ? bases + [""] : bases).distinct
    }
}

extension Template {
    var source: String {
        parts.map { part in
            switch part {
            case .text(let text): text.replacing("{", with: "{{")
            case .placeholder(let slot): slot.placeholder.text
            }
        }.joined()
    }
}
