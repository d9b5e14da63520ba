import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema
import Testing

@testable import ExampleClients
@testable import contracts

/// Code put in the place of sound code: a model, a request builder or a client call of one of the five services.
struct Plant: Sendable {
    let service: String
    private let binding: Binding
    /// Globs of the checks that look at the binding.
    let checks: [String]
    /// The place of the model or endpoint in the contract.
    let pointer: String

    /// Plants a whole model.
    static func model(_ model: Model, in service: String) -> Plant {
        Plant(service, .model(model), checks: ["model/\(model.name)"], pointer: "/models/\(model.name)")
    }

    /// Plants a model that is the sound one but for the properties that `read` gives.
    ///
    /// The sound initializer is handed what the contract's example holds in the places of these properties, and nothing
    /// in the places to ignore: what stands there is read by `read` alone, which refuses by `nil` or an error.
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

    /// Plants a request builder beside the sound call.
    static func builder(_ path: String, _ build: @escaping Endpoint.Builder) -> Plant {
        let (service, name) = parts(of: path)
        let call = sound(service).endpoints.first { $0.name == name }?.call
        return Plant(
            service, .endpoint(Endpoint(name, build: build, call: call)),
            checks: ["request/\(name)", "rejects/\(name)/*"], pointer: "/endpoints/\(name)")
    }

    /// Plants a client call beside the sound request builder.
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

    /// The sound service with the binding in the place of the one of its name.
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

    /// Runs the checks that look at the binding, over the contracts and recordings of this repository.
    func report() async -> Report {
        var options = Options(mode: .replay, only: checks)
        options.jobs = 1
        return await Self.suite.binding(planted).verify(options)
    }

    /// The folder of this repository.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The five services as they are: contracts and recordings are read once for all plants.
    static let suite = clientSuite(in: root)

    private static func sound(_ name: String) -> Service {
        suite.services.first { $0.name == name } ?? Service(name) {}
    }

    private static func contract(of service: String) -> Contract? {
        suite.loaded.value.services.first { $0.name == service }?.contract
    }

    /// The contract of the service, which the sound code keeps.
    var contract: Contract? { Self.contract(of: service) }

    /// Splits `SERVICE/NAME`.
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
    /// The places that a property, or what is nested in it, is read from: as the contract says, else by its name.
    fileprivate func places(of property: String) -> [JSONPointer] {
        let mapped = properties.filter { $0.path == property || $0.path.hasPrefix("\(property).") }.map(\.pointer)
        return mapped.isEmpty ? [MemberName.pointer(named: property, in: schema.view)].compactMap(\.self) : mapped
    }
}

/// A value that shows the stored properties of another, some of them replaced, removed or added.
struct Variant: CustomReflectable {
    /// Stands for a property that the variant does not have.
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
    /// Puts a value at a place whose parents are objects; elsewhere nothing changes.
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
