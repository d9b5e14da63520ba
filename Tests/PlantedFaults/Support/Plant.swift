import ContractChecking
import Foundation
import HTTPRecording
import Testing

@testable import contracts

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One binding put in the place of a sound one, and what has to be found because of it: nothing, where it is sound too.
struct Plant: Sendable, CustomTestStringConvertible {
    /// A broken rule and the place of the contract that it concerns.
    struct Fault: Hashable, Comparable, CustomStringConvertible {
        let rule: String
        let pointer: String

        var description: String { "\(rule) \(pointer)" }

        static func < (lhs: Self, rhs: Self) -> Bool { lhs.description < rhs.description }
    }

    /// What is wrong with it, or unusual about it.
    let summary: String
    let service: String
    private let binding: Binding
    /// Globs of the checks that look at the binding.
    let checks: [String]
    let expected: Set<Fault>

    /// The check that looks at the binding first, and the summary.
    var testDescription: String { "\(checks[0]): \(summary)" }

    /// Plants a model; places are below the model in the contract, or absolute where they begin with a slash.
    init(_ summary: String, in service: String, _ model: Model, finds faults: [String: [String]]) {
        self.init(
            summary, service, .model(model), checks: ["model/\(model.name)"], component: "/models/\(model.name)", faults
        )
    }

    /// Plants a request builder beside the sound call; places are below the endpoint, or absolute.
    init(
        _ summary: String, in service: String, builder name: String, finds faults: [String: [String]],
        _ build: @escaping Endpoint.Builder
    ) {
        let sound = Self.service(service).endpoints.first { $0.name == name }
        let endpoint = sound?.call.map { Endpoint(name, build, call: $0) } ?? Endpoint(name, build)
        self.init(
            summary, service, .endpoint(endpoint), checks: ["request/\(name)", "rejects/\(name)/*"],
            component: "/endpoints/\(name)", faults)
    }

    /// Plants a client call beside the sound request builder; places are below the endpoint, or absolute.
    init<Value>(
        _ summary: String, in service: String, call name: String, finds faults: [String: [String]],
        _ call: @escaping @Sendable (Arguments, any Transport) async throws -> Value
    ) {
        let sound = Self.service(service).endpoints.first { $0.name == name }
        let endpoint = sound?.build.map { Endpoint(name, $0, call: call) } ?? Endpoint(name, call: call)
        self.init(
            summary, service, .endpoint(endpoint), checks: ["client/\(name)/*", "faults/\(name)/*"],
            component: "/endpoints/\(name)", faults)
    }

    private init(
        _ summary: String, _ service: String, _ binding: Binding, checks: [String], component: String,
        _ faults: [String: [String]]
    ) {
        self.summary = summary
        self.service = service
        self.binding = binding
        self.checks = checks.map { "\(service)/\($0)" }
        expected = Set(
            faults.flatMap { rule, pointers in
                pointers.map { pointer in
                    let below = pointer.isEmpty ? component : "\(component)/\(pointer)"
                    return Fault(rule: rule, pointer: pointer.hasPrefix("/") ? pointer : below)
                }
            })
    }

    /// The service with the binding, over contracts and recordings below a folder.
    func suite(in root: URL = Plant.root) -> ContractSuite {
        let sound = Self.service(service)
        return ContractSuite(
            contracts: root.appendingPathComponent("Contracts", isDirectory: true),
            recordings: root.appendingPathComponent("Recordings", isDirectory: true)
        ) {
            Service(service) {
                sound.models.filter { $0.name != name }.map(Binding.model)
                sound.endpoints.filter { $0.name != name }.map(Binding.endpoint)
                [binding]
            }
        }
    }

    /// Runs the checks that look at the binding, over the contracts and recordings of this repository.
    func report() async -> Report {
        var options = Options(mode: .replay, only: checks)
        options.jobs = 1
        return await suite().verify(options)
    }

    /// Tells what was not found, and what was found beside it.
    ///
    /// - Parameter endless: whether a busy machine may come to the limit of time before that of memory.
    func compare(_ findings: [Finding], endless: Bool = false) {
        let found = Dictionary(grouping: findings) { finding in
            let fault = Fault(rule: finding.rule, pointer: finding.contract.pointer.description)
            let other = Fault(rule: "model.trap", pointer: fault.pointer)
            return endless && fault.rule == "model.timeout" && expected.contains(other) ? other : fault
        }
        for fault in expected.subtracting(found.keys).sorted() {
            Issue.record("\(testDescription): not found: \(fault)")
        }
        for (fault, findings) in found.sorted(by: { $0.key < $1.key }) where !expected.contains(fault) {
            Issue.record("\(testDescription): found: \(fault): \(findings[0].message); \(findings[0].found ?? "")")
        }
    }

    /// The name of the model or endpoint that is replaced.
    private var name: String {
        switch binding {
        case .model(let model): model.name
        case .endpoint(let endpoint): endpoint.name
        }
    }

    private static func service(_ name: String) -> Service {
        let services = [
            elementsService, meetupEventsService, onTheMapService, representativesService, tarotCardsService,
        ]
        return services.first { $0.name == name } ?? Service(name) {}
    }

    /// The folder of this repository.
    static let root: URL = {
        var root = URL(fileURLWithPath: #filePath)
        for _ in ["Plant.swift", "Support", "PlantedFaults", "Tests"] { root.deleteLastPathComponent() }
        return root
    }()
}
