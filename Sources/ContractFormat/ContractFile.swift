import Foundation
import JSONSchema

package enum ContractFile {
    package static let name = "contract.json"

    private static let endings = ["yaml", "yml", "json", "json5", "jsonc", "hjson", "toml", "plist"]

    package static func exists(in folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
            || !misnamed(in: folder).isEmpty
    }

    package static func services(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter {
            exists(in: folder.appendingPathComponent($0))
        }
    }

    static func faults(in folder: URL) -> [SourceFault] {
        misnamed(in: folder).map { file in
            let path = SourceFile.displayPath(of: folder.appendingPathComponent(file))
            let contract = SourceFile.displayPath(of: folder.appendingPathComponent(name))
            let remedy =
                isYAML(file)
                ? "'contracts convert \(path) > \(contract)' converts it to JSON; then remove it"
                : "save it as JSON in \(contract), and remove it"
            return SourceFault(
                "this file is not read, because a contract must be named '\(name)'; \(remedy)", at: Place(file: path))
        }
    }

    static func isYAML(_ file: String) -> Bool {
        ["yaml", "yml"].contains((file.lowercased() as NSString).pathExtension)
    }

    private static func misnamed(in folder: URL) -> [String] {
        let files: [String]
        do { files = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
            return []  // An unreadable folder has none; reading the contract reports the reason.
        }
        return files.filter { $0 != name && endings.map { "contract.\($0)" }.contains($0.lowercased()) }.sorted()
    }
}

package enum RecordingName {
    package static func file(service: String, endpoint: String, case name: String) -> String {
        "\(service)/\(endpoint).\(name).har"
    }

    package static func file(service: String, scenario: String) -> String { "\(service)/\(scenario).har" }
}

package struct ExpectedRecording: Sendable {
    package let file: String
    package let pointer: JSONPointer
    package let endpoints: [EndpointContract]
    /// Whether the endpoint is deliberately unbound and therefore not recorded.
    package var isDeliberatelyMissing = false
}

extension Contract {
    package var recordings: [ExpectedRecording] {
        let byName = Dictionary(endpoints.map { ($0.name, $0) }) { first, _ in first }
        return endpoints.flatMap { endpoint in
            endpoint.cases.map {
                ExpectedRecording(
                    file: file(of: $0, endpoint), pointer: $0.pointer, endpoints: senders(of: endpoint),
                    isDeliberatelyMissing: leavesUnbound(endpoint))
            }
        }
            + scenarios.map { scenario in
                ExpectedRecording(
                    file: file(of: scenario), pointer: scenario.pointer,
                    endpoints: scenario.steps.compactMap { byName[$0.endpoint.text] }.flatMap(senders))
            }
    }

    /// Returns the recording file of a case.
    package func file(of testCase: CaseContract, _ endpoint: EndpointContract) -> String {
        RecordingName.file(service: service, endpoint: endpoint.name, case: testCase.name)
    }

    package func file(of scenario: ScenarioContract) -> String {
        RecordingName.file(service: service, scenario: scenario.name)
    }

    package var origins: [String] { [origin] + endpoints.compactMap(\.origin) }

    package func origin(of endpoint: EndpointContract) -> String { endpoint.origin ?? origin }

    package func senders(of endpoint: EndpointContract) -> [EndpointContract] {
        endpoint.request == nil ? endpoints.filter { endpoint.uses.contains($0.name) } : [endpoint]
    }
}
