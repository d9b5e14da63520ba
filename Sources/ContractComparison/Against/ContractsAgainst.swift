import ContractChecking
import ContractFormat
import ContractOpenAPI
import Foundation
import JSONSchema

/// Holds contracts to a provider's OpenAPI document: is everything that they expect promised?
package struct ContractsAgainst {
    /// How much of an endpoint the document promises.
    package enum Coverage: String, Sendable, Hashable, CaseIterable {
        case covered
        /// The document does not have the endpoint.
        case notCovered = "not covered"
        /// The document says something else.
        case contradicted
    }

    /// What became of one endpoint.
    package struct Entry: Sendable {
        package let check: Check
        package let coverage: Coverage
        package let contract: Place
        /// `GET /pets/{id}`, and where the document describes it; `nil` where it does not.
        package let operation: (label: String, place: Place)?
    }

    package struct Outcome: Sendable {
        package let report: Report
        /// In the order of the report's checks.
        package let entries: [Entry]
    }

    package struct Options: Sendable {
        /// The least severity that fails a check.
        package var failOn: Severity = .error
        /// Globs over check identifiers; none selects all.
        package var only: [String] = []
        /// The command that is told to repeat one check with `--only`.
        package var command = "contracts against"

        package init() {}
    }

    private let document: OpenAPIDocument
    private let contracts: [Contract]

    package init(document: OpenAPIDocument, contracts: [Contract]) {
        self.document = document
        self.contracts = contracts
    }

    /// A check for every endpoint with a request of its own.
    package var checks: [Check] { units.map(\.check) }

    private var units: [(check: Check, contract: Contract, endpoint: EndpointContract, request: RequestContract)] {
        contracts.flatMap { contract in
            contract.endpoints.compactMap { endpoint in
                endpoint.request.map {
                    (Check(service: contract.service, kind: .contract, endpoint.name), contract, endpoint, $0)
                }
            }
        }
    }

    /// Compares every endpoint that the options select.
    ///
    /// - Throws: where a contract's text is no longer JSON.
    package func compared(_ options: Options = Options()) throws -> Outcome {
        let start = Date()
        let globs = options.only.map(Glob.init)
        let provider = ProviderDocument(document)
        var results: [CheckResult] = []
        var entries: [Entry] = []
        var expected: [String: ExpectedSchemas] = [:]
        for (check, contract, endpoint, request) in units
        where globs.isEmpty || globs.contains(where: { $0.matches(check.id) }) {
            let started = Date()
            let schemas = try expected[contract.service] ?? ExpectedSchemas(contract)
            expected[contract.service] = schemas
            let (operation, mismatches) = EndpointAgainst(
                endpoint: endpoint, request: request, origin: endpoint.origin ?? contract.origin, expected: schemas,
                provider: provider
            ).compared()
            let findings = findings(of: mismatches, check, contract, options)
            results.append(
                CheckResult(
                    check: check, outcome: findings.contains { $0.severity <= options.failOn } ? .failed : .passed,
                    seconds: Date().timeIntervalSince(started), findings: findings))
            let isContradicted = findings.contains { $0.severity == .error }
            entries.append(
                Entry(
                    check: check,
                    coverage: operation == nil ? .notCovered : isContradicted ? .contradicted : .covered,
                    contract: contract.source.keyPlace(of: endpoint.pointer),
                    operation: operation.map { ($0.label, document.keyPlace(of: $0.pointer)) }))
        }
        return Outcome(report: Report(checks: results, seconds: Date().timeIntervalSince(start)), entries: entries)
    }

    private func findings(
        of mismatches: [AgainstMismatch], _ check: Check, _ contract: Contract, _ options: Options
    ) -> [Finding] {
        var seen: Set<String> = []
        let findings = mismatches.compactMap { mismatch -> Finding? in
            let fingerprint = Fingerprint.of(
                rule: mismatch.rule.rule, check: check,
                pointer: JSONPointer(
                    tokens: mismatch.contract.tokens + ["", mismatch.document.description, mismatch.subject]))
            guard seen.insert(fingerprint).inserted else { return nil }
            return Finding(
                rule: mismatch.rule.rule, severity: mismatch.severity, message: mismatch.message,
                expected: mismatch.expected, found: mismatch.found, contract: contract.place(of: mismatch.contract),
                recording: document.place(of: mismatch.document),
                repeatCommand: "\(options.command) --only \(ShellWord.quoted(check.id))", fingerprint: fingerprint)
        }
        return Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
    }
}
