import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

package struct ImportOptions: Sendable {
    package var service: String?
    package var origin: String?
    /// Whether strings that repeat a few values become enumerations.
    package var enumerations = false
    /// Globs over operation names, paths, and methods with paths. An empty list matches all.
    package var only: [String] = []
    /// The names that the suite binds, by service.
    package var bound: [String: BoundNames] = [:]
    /// Whether to import only operations and models that the suite binds.
    package var isBoundOnly = false
    /// The maximum number of cases per endpoint and status. Samples of further calls still shape the schemas.
    package var maximumCasesPerStatus = 3
    package var known: [(service: String, origins: [String])] = []

    package init() {}

    /// Returns the named service, the service whose contract has the origin, or one named after the host.
    func service(for origin: String) throws(AuthoringError) -> String {
        if let service { return service }
        if let known = known.first(where: { $0.origins.contains(origin) }) { return known.service }
        guard let name = Self.name(ofHostIn: origin) else {
            throw AuthoringError("no service name can be derived from '\(origin)'; pass one with '--service NAME'")
        }
        if known.contains(where: { $0.service == name }) {
            throw AuthoringError(
                "the service '\(name)' already exists with a different origin than \(origin); "
                    + "select the service of this import with '--service NAME'")
        }
        return name
    }

    func origin(of service: String) -> String? { known.first { $0.service == service }?.origins.first }

    /// Returns `example` for `https://api.example.co.uk`, and `service` for an IP address.
    private static func name(ofHostIn origin: String) -> String? {
        guard let host = URLComponents(string: origin)?.host, !host.isEmpty else { return nil }
        if host.utf8.allSatisfy({ $0.isASCIIDigit || ".:[]".utf8.contains($0) }) { return "service" }
        var labels = host.split(separator: ".").map(String.init)
        if labels.count > 1 { labels.removeLast() }
        // In co.uk and com.au, the preceding label names the owner.
        if labels.count > 1, let last = labels.last, ["co", "com", "org", "net", "gov", "ac"].contains(last) {
            labels.removeLast()
        }
        return labels.last.flatMap { Naming.safe($0) }
    }
}

/// The result of an import, with the parts that only some sources have.
package struct ImportedDraft: Sendable {
    package var draft: ContractDraft
    package var variables: [(name: String, use: String)] = []
    /// The exchanges of the cases, without secrets and with requests as the contract describes them.
    package var exchanges: Recording?
    /// The places of the fixtures.
    package var fixtures: (accepted: [String], refused: [String])?
}

package struct BoundNames: Sendable {
    let models: [String]
    let endpoints: [String]
    /// Whether unbound models and endpoints are excluded.
    var isExclusive = false

    package init(models: [String], endpoints: [String]) {
        self.models = models
        self.endpoints = endpoints
    }

    /// Returns the bound name that differs from a name at most in spelling.
    func model(_ name: String) -> String? { MemberName.match(name, among: models) }
    func endpoint(_ name: String) -> String? { MemberName.match(name, among: endpoints) }
}
