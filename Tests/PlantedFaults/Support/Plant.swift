import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema
import Testing

@testable import ExampleClients
@testable import contracts

/// A binding that replaces sound code of one of the five services: a model, a request builder or a client call.
struct Plant: Sendable {
    let service: String
    private let binding: Binding
    /// Globs for the checks of the binding.
    let checks: [String]
    /// The location of the model or endpoint in the contract.
    let pointer: String

    static func model(_ model: Model, in service: String) -> Plant {
        Plant(service, .model(model), checks: ["model/\(model.name)"], pointer: "/models/\(model.name)")
    }

    /// Plants a model that differs from the sound one in the properties returned by `read`.
    ///
    /// For these properties, the sound initializer receives the values of the contract's example. It receives no values
    /// at the ignored places. `read` alone sees the actual values; it rejects them by returning `nil` or throwing.
    static func model(
        _ path: String, ignoring places: [JSONPointer] = [],
        _ read: @escaping @Sendable (JSONRecord) throws -> [String: Any?]?
    ) -> Plant {
        let (service, name) = parts(of: path)
        guard let sound = soundModels[path], let contract = contract(of: service)?.model(name),
            let example = contract.examples.first
        else { preconditionFailure("no model '\(path)' with an example") }
        let model = Model(name) { (json: [String: Any]) -> Variant? in
            guard let properties = try read(JSONRecord(json)) else { return nil }
            var repaired = json
            for place in places { repaired.set(place.tokens[...], to: nil) }
            for place in properties.keys.flatMap(contract.places(of:)) {
                repaired.set(place.tokens[...], to: example[pointer: place]?.foundation)
            }
            return sound(repaired).map { Variant(of: $0, with: properties) }
        }
        return .model(model, in: service)
    }

    /// Plants a request builder; the client call stays sound.
    static func builder(_ path: String, _ build: @escaping Endpoint.Builder) -> Plant {
        let (service, name) = parts(of: path)
        let call = sound(service).endpoints.first { $0.name == name }?.call
        return Plant(
            service, .endpoint(Endpoint(name, build: build, call: call)),
            checks: ["request/\(name)", "rejects/\(name)/*"], pointer: "/endpoints/\(name)")
    }

    /// Plants a client call; the request builder stays sound.
    static func call<Value>(
        _ path: String, _ call: @escaping @Sendable (Arguments, any Transport) async throws -> Value
    ) -> Plant {
        let (service, name) = parts(of: path)
        let build = sound(service).endpoints.first { $0.name == name }?.build
        return Plant(
            service, .endpoint(build.map { Endpoint(name, $0, call: call) } ?? Endpoint(name, call: call)),
            checks: ["client/\(name)/*", "faults/\(name)/*"], pointer: "/endpoints/\(name)")
    }

    private init(_ service: String, _ binding: Binding, checks: [String], pointer: String) {
        self.service = service
        self.binding = binding
        self.checks = checks.map { "\(service)/\($0)" }
        self.pointer = pointer
    }

    /// The sound service with the binding replaced.
    var planted: Service {
        let sound = Self.sound(service)
        return Service(service) {
            sound.models.map { model in
                if case .model(let planted) = binding, planted.name == model.name { return binding }
                return .model(model)
            }
            sound.endpoints.map { endpoint in
                if case .endpoint(let planted) = binding, planted.name == endpoint.name { return binding }
                return .endpoint(endpoint)
            }
        }
    }

    /// Runs the checks of the binding over the contracts and recordings of this repository.
    func report() async -> Report {
        var options = Options(mode: .replay, only: checks)
        options.jobs = 1
        var suite = Self.suite.loaded.value
        suite.services = suite.services.map { sound in
            guard sound.name == service else { return sound }
            return LoadedService(
                name: sound.name, contract: sound.contract, binding: planted, faults: sound.faultsWithoutBindings,
                library: sound.library)
        }
        let checks = suite.services.flatMap(\.checks).filter(options.selection.takes)
        // An empty report does not pass.
        do { return try await Run(suite: suite, options: options).report(of: checks) } catch {
            return Report(checks: [], seconds: 0)
        }
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The five sound services. One suite serves all plants, so that contracts and recordings are read only once.
    static let suite = clientSuite(in: root)

    private static func sound(_ name: String) -> Service {
        suite.services.first { $0.name == name } ?? Service(name) {}
    }

    private static func contract(of service: String) -> Contract? {
        suite.loaded.value.services.first { $0.name == service }?.contract
    }

    var contract: Contract? { Self.contract(of: service) }

    private static func parts(of path: String) -> (service: String, name: String) {
        let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
        return (parts[0], parts.count == 2 ? parts[1] : "")
    }

    private static let soundModels: [String: @Sendable ([String: Any]) -> Any?] = [
        "elements/Element": { Element(json: $0) },
        "elements/Favorite": { Favorite(json: $0) },
        "meetup-events/Event": { Event(json: $0) },
        "on-the-map/ChangedLocation": { ChangedLocation(json: $0) },
        "on-the-map/EndedSession": { EndedSession(json: $0) },
        "on-the-map/PostedLocation": { PostedLocation(json: $0) },
        "on-the-map/Session": { Session(json: $0) },
        "on-the-map/StudentLocation": { StudentLocation(json: $0) },
        "on-the-map/User": { User(json: $0) },
        "representatives/Representative": { Representative(json: $0) },
        "tarot-cards/TarotCard": { TarotCard(json: $0) },
    ]
}

extension ModelContract {
    /// Returns the places of a property and its nested properties: those mapped by the contract, else the one with its
    /// name.
    fileprivate func places(of property: String) -> [JSONPointer] {
        let mapped = properties.filter { $0.path == property || $0.path.hasPrefix("\(property).") }.map(\.pointer)
        return mapped.isEmpty ? [MemberName.pointer(named: property, in: schema.view)].compactMap(\.self) : mapped
    }
}

/// A value with the stored properties of another value, some of them replaced, removed or added.
struct Variant: CustomReflectable {
    /// A marker for a property that the variant lacks.
    struct Removed {}

    private let properties: [(label: String?, value: Any)]

    init(of sound: Any, with changes: [String: Any?]) {
        let own = Array(Mirror(reflecting: sound).children)
        let added = changes.filter { change in !own.contains { $0.label == change.key } }
        properties = (own + added.map { (label: $0.key, value: $0.value as Any) }).compactMap { property in
            guard let label = property.label, let change = changes[label] else { return property }
            return change is Removed ? nil : (label: label, value: change ?? Optional<Int>.none as Any)
        }
    }

    var customMirror: Mirror { Mirror(self, children: properties, displayStyle: .struct) }
}

extension [String: Any] {
    /// Sets the value at a place if all its parents are objects.
    fileprivate mutating func set(_ place: ArraySlice<String>, to value: Any?) {
        guard let name = place.first else { return }
        if place.count == 1 {
            self[name] = value
        } else if var members = self[name] as? [String: Any] {
            members.set(place.dropFirst(), to: value)
            self[name] = members
        }
    }
}
