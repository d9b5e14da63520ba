import CommandTestSupport
import ContractChecking
import Foundation
import JSONSchema
import Testing

/// Swift as written by people who do not know this package. Each file holds one piece of sound code and its twin. The
/// sound piece passes on a correct contract without a finding. The twin has one realistic fault, which must be found
/// with its rule and location. A new file is a new piece; there is no list.
// Serialized: hundreds of concurrent runs would leave no thread for tests that wait for a network.
@Suite(.serialized)
struct SoundCode {
    /// A broken rule, its location in the contract, and a string that the finding must contain.
    struct Fault: CustomStringConvertible {
        let rule: String
        let pointer: String
        let text: String

        init(_ rule: String, at pointer: String, telling text: String = "") {
            self.rule = rule
            self.pointer = pointer
            self.text = text
        }

        var description: String { "\(rule) \(pointer) \(text)" }

        func covers(_ finding: Finding) -> Bool {
            let told = "\(finding.message) \(finding.expected ?? "") \(finding.found ?? "")"
            return finding.rule == rule && finding.contract.pointer.description == pointer
                && (text.isEmpty || told.contains(text))
        }
    }

    /// Checks that the sound piece has no findings and that its twin has exactly the given faults.
    ///
    /// - Parameter scenario: a scenario to run with both, in addition to the checks of the bindings.
    func compare(
        _ service: String, in scenario: String? = nil, finds faults: Fault..., @BindingBuilder sound: () -> [Binding],
        @BindingBuilder twin: () -> [Binding], at location: SourceLocation = #_sourceLocation
    ) async {
        expectNone(await findings(service, sound(), in: scenario, location), location)
        compare(await findings(service, twin(), in: scenario, location), with: faults, location)
        guard FittedSample.takes(Test.current?.name ?? "") else { return }
        // A contract changed by `fit` must still reveal the twin.
        do {
            let fitted = try await FittedSample.folder(service, of: Self.folder) { suite(service, twin(), in: $0) }
            guard let (folder, changes) = fitted else { return }
            let found = await findings(service, twin(), in: scenario, over: folder.url, location)
            compare(found, with: faults, after: changes, location)
        } catch { Issue.record(error, sourceLocation: location) }
    }

    func expectNone(_ findings: [Finding], _ location: SourceLocation) {
        for finding in findings {
            Issue.record("the sound piece: \(Self.text(of: finding))", sourceLocation: location)
        }
    }

    func compare(
        _ findings: [Finding], with faults: [Fault], after changes: String = "", _ location: SourceLocation
    ) {
        for fault in faults {
            let count = findings.count(where: fault.covers)
            if count == 1 { continue }
            Issue.record("the twin: found \(count) times: \(fault) \(changes)", sourceLocation: location)
        }
        for finding in findings where !faults.contains(where: { $0.covers(finding) }) {
            Issue.record("the twin: \(Self.text(of: finding)) \(changes)", sourceLocation: location)
        }
    }

    /// Runs the checks of the bindings.
    func findings(
        _ service: String, _ bindings: [Binding], in scenario: String? = nil, over folder: URL = Self.folder,
        _ location: SourceLocation
    ) async -> [Finding] {
        var options = Options(mode: .replay, only: checks(of: bindings, in: service))
        options.only += scenario.map { ["\(service)/scenario/\($0)"] } ?? []
        options.jobs = 1
        let report = await suite(service, bindings, in: folder).verify(options)
        #expect(!report.checks.isEmpty, sourceLocation: location)
        for check in report.checks where check.outcome == .error || check.outcome == .skipped {
            Issue.record("\(check.check): \(check.reason ?? "")", sourceLocation: location)
        }
        return report.findings
    }

    /// Returns globs for the checks of the bindings.
    func checks(of bindings: [Binding], in service: String) -> [String] {
        bindings.flatMap { binding -> [String] in
            if case .model(let model) = binding { return ["\(service)/model/\(model.name)"] }
            guard case .endpoint(let endpoint) = binding else { return [] }
            return ["request", "response", "client", "rejects", "faults"].flatMap {
                ["\(service)/\($0)/\(endpoint.name)", "\(service)/\($0)/\(endpoint.name)/*"]
            }
        }
    }

    /// Returns a suite with the bindings, plus placeholders that never run for the rest of the contract.
    func suite(_ service: String, _ bindings: [Binding], in folder: URL = Self.folder) -> ContractSuite {
        let contracts = folder.appendingPathComponent("Contracts", isDirectory: true)
        let contract = contracts.appendingPathComponent("\(service)/contract.json")
        return ContractSuite(
            contracts: contracts, recordings: folder.appendingPathComponent("Recordings", isDirectory: true)
        ) {
            Service(service) {
                bindings
                Unbound.bindings(of: contract, beside: Service(service) { bindings })
            }
        }
    }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func text(of finding: Finding) -> String {
        "\(finding.rule) \(finding.contract.pointer): \(finding.message); expected \(finding.expected ?? "-"), "
            + "found \(finding.found ?? "-")"
    }
}

/// A placeholder for code that a piece does not bind.
private struct Unbound: Error {
    static func bindings(of contract: URL, beside service: Service) -> [Binding] {
        let json: JSON
        do { json = try JSON(parsing: [UInt8](Data(contentsOf: contract))) } catch {
            Issue.record("\(contract.path): \(error)")
            return []
        }
        let models = json["models"]?.objectValue?.keys ?? []
        let endpoints = json["endpoints"]?.objectValue.map(Array.init) ?? []
        let properties = (json["models"]?.objectValue ?? [:]).flatMap {
            Array($0.value["properties"]?.objectValue ?? [:])
        }
        let conversions = Set(properties.compactMap { $0.value["as"]?.stringValue })
            .subtracting(service.conversions.map(\.name))
        return conversions.sorted().map { .conversion(Conversion($0) { _ -> Unbound? in nil }) }
            + models.filter { name in !service.models.contains { $0.name == name } }.map { name in
                .model(Model(name) { (_: [String: Any]) -> Unbound? in nil })
            }
            + endpoints.filter { member in !service.endpoints.contains { $0.name == member.key } }.map { member in
                .endpoint(
                    member.value["uses"] == nil
                        ? Endpoint(member.key, { _ in throw Unbound() }, call: { _, _ in throw Unbound() })
                        : Endpoint(member.key, call: { _, _ in throw Unbound() }))
            }
    }
}
