import ContractChecking
import Foundation

/// The names and kinds of a suite's bindings, for a process that plans and reports without running code under test.
struct SuiteOutline: Sendable, Codable {
    private let contracts: URL
    private let recordings: URL
    private let isReadOnly: Bool
    private let services: [BoundService]

    private struct BoundService: Codable {
        let name: String
        let models: [BoundModel]
        let endpoints: [BoundEndpoint]
        let conversions: [String]
    }

    private struct BoundModel: Codable {
        let name: String
        let isDecodable: Bool
        let takesData: Bool
    }

    private struct BoundEndpoint: Codable {
        let name: String
        let hasBuilder: Bool
        let hasCall: Bool
        let names: ParameterBinding?
    }

    init(of suite: ContractSuite) {
        contracts = suite.contracts
        recordings = suite.recordings
        isReadOnly = suite.isReadOnly
        services = suite.services.map { service in
            BoundService(
                name: service.name,
                models: service.models.map {
                    BoundModel(name: $0.name, isDecodable: $0.isDecodable, takesData: $0.makeFromBytes != nil)
                },
                endpoints: service.endpoints.map {
                    BoundEndpoint(
                        name: $0.name, hasBuilder: $0.build != nil, hasCall: $0.call != nil, names: $0.parameters)
                },
                conversions: service.conversions.map(\.name))
        }
    }

    /// A suite with the same checks and faults, whose bound code throws ``CodeElsewhere``.
    var suite: ContractSuite {
        ContractSuite(
            contracts: contracts, recordings: recordings, services: services.map(Self.service), isReadOnly: isReadOnly)
    }

    private static func service(_ bound: BoundService) -> Service {
        let build: Endpoint.Builder = { _ in throw CodeElsewhere() }
        let call: Endpoint.Call = { _, _ in throw CodeElsewhere() }
        return Service(bound.name) {
            bound.models.map {
                .model(Model(elsewhere: $0.name, isDecodable: $0.isDecodable, takesData: $0.takesData))
            }
            bound.endpoints.map {
                .endpoint(
                    Endpoint(
                        $0.name, build: $0.hasBuilder ? build : nil, call: $0.hasCall ? call : nil,
                        parameters: $0.names))
            }
            bound.conversions.map { .conversion(Conversion($0) { _ -> Never? in throw CodeElsewhere() }) }
        }
    }
}
