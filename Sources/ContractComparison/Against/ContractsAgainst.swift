import ContractChecking
import ContractFormat
import ContractOpenAPI
import ContractPact
import Foundation
import JSONSchema

extension OpenAPIDocument {
    /// Whether one of the contract's origins is a server of the document.
    package func serves(_ contract: Contract) -> Bool {
        let own = Set((servers + operations.flatMap(\.servers)).compactMap { $0.origin?.lowercased() })
        return ([contract.origin] + contract.endpoints.compactMap(\.origin)).contains { own.contains($0.lowercased()) }
    }
}

/// Compares contracts, or a Pact, with a provider's OpenAPI document.
package struct ContractsAgainst {
    package enum Coverage: String, Sendable, Hashable, CaseIterable {
        case covered
        case notCovered = "not covered"
        case contradicted
    }

    package struct Entry: Sendable {
        package let check: Check
        package let coverage: Coverage
        package let contract: Place
        /// The label, such as `GET /pets/{id}`, and place of the operation, or `nil` if the document has none.
        package let operation: (label: String, place: Place)?
    }

    package struct Result: Sendable {
        package let report: Report
        package let entries: [Entry]
    }

    private struct Expectation {
        let check: Check
        let place: Place
        let placeOf: (JSONPointer) -> Place
        let compared: (ProviderDocument) -> (operation: OpenAPIDocument.Operation?, mismatches: [AgainstMismatch])
    }

    private let document: OpenAPIDocument
    private let expectations: [Expectation]

    package init(document: OpenAPIDocument, contracts: [Contract]) {
        self.document = document
        expectations = contracts.flatMap { contract -> [Expectation] in
            let schemas = ExpectedSchemas(contract)
            return contract.endpoints.compactMap { endpoint in
                guard let request = endpoint.request else { return nil }
                return Expectation(
                    check: Check(service: contract.service, kind: .contract, endpoint.name),
                    place: contract.source.keyPlace(of: endpoint.pointer), placeOf: contract.place(of:)
                ) { provider in
                    EndpointConformance(
                        endpoint: endpoint, request: request, origin: contract.origin(of: endpoint),
                        expected: schemas, provider: provider
                    ).compared()
                }
            }
        }
    }

    /// Selects every HTTP interaction. Repeated descriptions get a number.
    package init(document: OpenAPIDocument, pact: PactDocument) {
        self.document = document
        var names = DistinctNames.ofTests
        expectations = pact.interactions.map { interaction in
            let name = names.take(interaction.description)
            return Expectation(
                check: Check(service: pact.provider, kind: .contract, name), place: interaction.place,
                placeOf: pact.source.place(of:)
            ) { provider in InteractionConformance(interaction: interaction, provider: provider).compared() }
        }
    }

    package var checks: [Check] { expectations.map(\.check) }

    package func compared(_ options: ComparisonOptions = ComparisonOptions(command: "contracts against")) -> Result {
        compared(options, by: ProviderDocument(document))
    }

    func compared(_ options: ComparisonOptions, by provider: ProviderDocument) -> Result {
        let start = Date()
        var results: [CheckResult] = []
        var entries: [Entry] = []
        for expectation in expectations where options.takes(expectation.check) {
            let started = Date()
            let check = expectation.check
            let (operation, mismatches) = expectation.compared(provider)
            let findings = findings(of: mismatches, expectation, options)
            results.append(
                CheckResult(
                    check: check, outcome: options.outcome(of: findings),
                    seconds: Date().timeIntervalSince(started), findings: findings))
            let isContradicted = findings.contains { $0.severity == .error }
            entries.append(
                Entry(
                    check: check, coverage: operation == nil ? .notCovered : isContradicted ? .contradicted : .covered,
                    contract: expectation.place,
                    operation: operation.map { ($0.label, document.keyPlace(of: $0.pointer)) }))
        }
        return Result(report: Report(checks: results, seconds: Date().timeIntervalSince(start)), entries: entries)
    }

    private func findings(
        of mismatches: [AgainstMismatch], _ expectation: Expectation, _ options: ComparisonOptions
    ) -> [Finding] {
        var seen: Set<String> = []
        let findings = mismatches.compactMap { mismatch -> Finding? in
            let fingerprint = Fingerprint.of(
                rule: mismatch.rule.id, check: expectation.check.id,
                pointer: JSONPointer(
                    tokens: mismatch.contract.tokens + ["", mismatch.document.description, mismatch.subject]))
            guard seen.insert(fingerprint).inserted else { return nil }
            return Finding(
                reported: mismatch.rule.id, severity: mismatch.severity, message: mismatch.message,
                expected: mismatch.expected, found: mismatch.found, contract: expectation.placeOf(mismatch.contract),
                recording: document.place(of: mismatch.document),
                repeatCommand: options.repeatCommand(for: expectation.check), fingerprint: fingerprint)
        }
        return findings.worstFirst
    }
}
