import ContractFormat
import ContractOpenAPI
import JSONSchema

/// Finds the operation that an endpoint calls.
struct OperationSearch {
    enum Outcome {
        case found(OpenAPIDocument.Operation, PathMatch)
        /// The path is there with other methods.
        case otherMethods([OpenAPIDocument.Operation])
        /// The label of an operation that may be meant.
        case none(nearest: String?)
    }

    /// Operations by the first segment of their paths; those in which it is a parameter under nothing.
    private let byStart: [Substring: [OpenAPIDocument.Operation]]
    private let operations: [OpenAPIDocument.Operation]

    init(_ document: OpenAPIDocument) {
        operations = document.operations
        var byStart: [Substring: [OpenAPIDocument.Operation]] = [:]
        for operation in document.operations {
            for start in Set(operation.servers.map { Self.start(of: $0.basePath + operation.path.text) })
                .union(operation.servers.isEmpty ? [Self.start(of: operation.path.text)] : [])
            {
                byStart[start, default: []].append(operation)
            }
        }
        self.byStart = byStart
    }

    /// The first segment of a path; nothing where it has a placeholder.
    private static func start(of path: String) -> Substring {
        let segment = path.dropFirst().prefix { $0 != "/" }
        return segment.contains("{") ? "" : segment
    }

    func operation(of request: RequestContract, origin: String) -> Outcome {
        let start = Self.start(of: request.path.source)
        var best: (operation: OpenAPIDocument.Operation, match: PathMatch)?
        var others: [OpenAPIDocument.Operation] = []
        for operation in (byStart[start] ?? []) + (start.isEmpty ? [] : byStart[""] ?? []) {
            guard let match = match(request.path, operation, origin) else { continue }
            guard operation.method == request.method.uppercased() else {
                others.append(operation)
                continue
            }
            if best.map({ $0.match.sameSegments < match.sameSegments }) ?? true { best = (operation, match) }
        }
        if let best { return .found(best.operation, best.match) }
        if !others.isEmpty { return .otherMethods(others) }
        let labels = operations.map { "\($0.method) \(Self.bases(of: $0, origin)[0])\($0.path.text)" }
        return .none(nearest: Suggestion.nearest(to: "\(request.method) \(request.path.source)", among: labels))
    }

    private func match(_ path: Template, _ operation: OpenAPIDocument.Operation, _ origin: String) -> PathMatch? {
        Self.bases(of: operation, origin).lazy.compactMap { PathMatch(path, operation.path, base: $0) }.first
    }

    /// The paths of the servers; of those at the contract's origin, where there are any.
    private static func bases(of operation: OpenAPIDocument.Operation, _ origin: String) -> [String] {
        let own = operation.servers.filter { $0.origin?.lowercased() == origin.lowercased() }
        var bases: [String] = []
        for server in own.isEmpty ? operation.servers : own where !bases.contains(server.basePath) {
            bases.append(server.basePath)
        }
        return bases.isEmpty ? [""] : bases
    }
}

extension Template {
    /// The text as a contract writes it.
    var source: String {
        parts.map { part in
            switch part {
            case .text(let text): text.replacing("{", with: "{{")
            case .placeholder(let placeholder, _): placeholder.text
            }
        }.joined()
    }
}
