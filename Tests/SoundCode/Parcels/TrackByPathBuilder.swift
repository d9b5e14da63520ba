import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@resultBuilder
private enum PathBuilder {
    static func buildExpression(_ segment: String) -> [String] { [segment] }

    static func buildExpression(_ index: Int) -> [String] { ["\(index)"] }

    static func buildBlock(_ segments: [String]...) -> [String] { segments.flatMap(\.self) }
}

extension URL {
    fileprivate init(parcels: String, @PathBuilder _ path: () -> [String]) throws {
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        let segments = path().map { $0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }
        guard let url = URL(string: "\(parcels)/\(segments.joined(separator: "/"))") else { throw URLError(.badURL) }
        self = url
    }
}

private func track(_ number: String, event: Int) throws -> URL {
    try URL(parcels: "https://parcels.example") {
        "parcels"
        number
        "events"
        event
    }
}

extension SoundCode {
    /// Twin: counts events from one.
    @Test func trackByPathBuilder() async {
        await compare("parcels", finds: Fault("request.path", at: "/endpoints/track/request/path")) {
            Endpoint("track") { URLRequest(url: try track($0["number"], event: $0["event"])) }
        } twin: {
            Endpoint("track") { arguments in
                let event: Int = try arguments["event"]
                return URLRequest(url: try track(arguments["number"], event: event == .max ? event : event + 1))
            }
        }
    }
}
