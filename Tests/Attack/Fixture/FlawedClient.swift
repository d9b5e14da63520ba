import ContractChecking
import Foundation
import HTTPRecording

/// A client of a small service, sound or with one flaw. The command line `trapping` binds the one that the environment
/// variable `FLAW` names, such as `clinic.takesTheLastProblem`.
package protocol FlawedClient: RawRepresentable<String>, CaseIterable, Sendable {
    static var service: String { get }
    static var contract: String { get }
    /// The exchanges of the cases, keyed by recording name.
    static var exchanges: [String: [HTTPExchange]] { get }
    /// A part of the only finding's message, and its rule, or `nil` for the sound client.
    var finding: (message: String, rule: String)? { get }
    /// Whether only a worker shows the flaw, which survives a trap and has a time zone of its own.
    var needsWorker: Bool { get }

    func suite(in folder: URL) -> ContractSuite
}

extension FlawedClient {
    package var needsWorker: Bool { false }

    /// The name as in `FLAW`.
    package var name: String { "\(Self.service).\(rawValue)" }

    static var all: [any FlawedClient] { Array(allCases) }

    static var origin: String { "https://\(service).example.com" }

    static func url(_ target: String) throws -> URL {
        guard let url = URL(string: origin + target) else { throw URLError(.badURL) }
        return url
    }

    static func exchange(
        _ target: String, method: String = "GET", send body: String? = nil, status: Int = 200, _ json: String = ""
    ) -> HTTPExchange {
        let headers: HeaderFields = ["Content-Type": "application/json"]
        return HTTPExchange(
            request: RecordedRequest(
                method: method, url: origin + target, headers: body == nil ? [:] : headers,
                body: body.map { Array($0.utf8) }),
            response: RecordedResponse(
                status: status, headers: json.isEmpty ? [:] : headers, body: Array(json.utf8)))
    }
}

/// The flawed clients that have at most one finding each, and the suites of these clients.
package enum FlawedClients {
    package static let all =
        Clinic.all + Depot.all + Errands.all + Gallery.all + Harbour.all + Kiosk.all + Lodge.all + Postbox.all
        + Stall.all
        + Tides.all

    package static func suite(_ name: String, in folder: URL) -> ContractSuite? {
        all.first { $0.name == name }?.suite(in: folder)
    }
}
