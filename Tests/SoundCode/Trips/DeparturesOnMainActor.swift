import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Screen: Sendable {
    var titles: [String] = []
    var message: String?
}

@MainActor
private final class DeparturesViewModel {
    private(set) var screen = Screen()
    private let load: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    private let saysWhy: Bool

    init(saysWhy: Bool = true, _ load: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)) {
        self.saysWhy = saysWhy
        self.load = load
    }

    func refresh() async {
        guard let url = URL(string: "https://api.trips.example/v3/departures") else { return }
        do {
            let (data, _) = try await load(URLRequest(url: url))
            screen.titles = try JSONDecoder().decode([String].self, from: data)
            screen.message = nil
        } catch is URLError where saysWhy {
            screen.message = "You are offline."
        } catch {
            screen.message = "Something went wrong."
        }
    }
}

extension SoundCode {
    /// Twin: shows the same message for every error.
    @Test func departuresOnMainActor() async {
        await compare(
            "trips",
            finds: Fault(
                "faults.returned",
                at: "/endpoints/departures/faults/unreachable/returns/properties/message/const")
        ) {
            Endpoint("departures") { _, transport in
                let model = await DeparturesViewModel { try await transport.send($0) }
                await model.refresh()
                return await model.screen
            }
        } twin: {
            Endpoint("departures") { _, transport in
                let model = await DeparturesViewModel(saysWhy: false) { try await transport.send($0) }
                await model.refresh()
                return await model.screen
            }
        }
    }
}
