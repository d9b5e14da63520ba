import ContractFormat
import Foundation
import JSONSchema

package struct ImportOptions: Sendable {
    package var service: String?
    package var origin: String?
    /// Whether texts that repeat a few values become enumerations.
    package var enumerations = false
    /// Globs over the names, the paths, and methods with paths of operations; none takes all.
    package var only: [String] = []
    /// The names that the suite binds, by service.
    package var bound: [String: BoundNames] = [:]
    /// Whether only operations and models are imported that the suite binds.
    package var isBoundOnly = false
    /// More cases than these of one endpoint and status say nothing new; their samples still shape the schemas.
    package var casesOfOneStatus = 3
    /// The services that have a contract already, each with its origins.
    package var known: [(service: String, origins: [String])] = []

    package init() {}

    /// The service that calls of an origin belong to: the one that was named, one whose contract has the origin, or one
    /// named after the host.
    func service(for origin: String) throws(AuthoringError) -> String {
        if let service { return service }
        if let known = known.first(where: { $0.origins.contains(origin) }) { return known.service }
        guard let name = Self.name(ofHostIn: origin) else {
            throw AuthoringError("no name for a service can be made of '\(origin)'; give one with '--service NAME'")
        }
        if known.contains(where: { $0.service == name }) {
            throw AuthoringError(
                "the service '\(name)' is there already, with another origin than \(origin); "
                    + "say with '--service NAME' whether this belongs to it")
        }
        return name
    }

    func origin(of service: String) -> String? { known.first { $0.service == service }?.origins.first }

    /// `https://api.example.co.uk` as `example`, an address of numbers as `service`.
    private static func name(ofHostIn origin: String) -> String? {
        guard let host = URLComponents(string: origin)?.host, !host.isEmpty else { return nil }
        if host.utf8.allSatisfy({ $0.isASCIIDigit || ".:[]".utf8.contains($0) }) { return "service" }
        var labels = host.split(separator: ".").map(String.init)
        if labels.count > 1 { labels.removeLast() }
        // For co.uk and com.au, the label before names the owner.
        if labels.count > 1, let last = labels.last, ["co", "com", "org", "net", "gov", "ac"].contains(last) {
            labels.removeLast()
        }
        return labels.last.flatMap { Naming.safe($0) }
    }
}

/// A draft that an importer made, with what a person must know of it.
package struct ImportedDraft: Sendable {
    package var draft: ContractDraft
    /// The variables of the environment that hold the secrets, each with what it is for.
    package var variables: [(name: String, use: String)] = []
}

/// The models and endpoints that a suite binds to a service.
package struct BoundNames: Sendable {
    let models: [String]
    let endpoints: [String]
    /// Whether nothing else is wanted.
    var isLimit = false

    package init(models: [String], endpoints: [String]) {
        self.models = models
        self.endpoints = endpoints
    }

    /// The bound name that differs from a name in spelling at most.
    func model(_ name: String) -> String? { MemberName.match(name, among: models) }
    func endpoint(_ name: String) -> String? { MemberName.match(name, among: endpoints) }
}
