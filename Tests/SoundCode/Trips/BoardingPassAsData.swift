import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private protocol Downloading: Sendable {
    func download(_ url: URL) async throws -> Data
}

private struct SessionDownloader: Downloading {
    let session: URLSession

    func download(_ url: URL) async throws -> Data { try await session.data(from: url).0 }
}

private struct Wallet<Downloader: Downloading> {
    let downloader: Downloader

    func pass(for reference: String) async throws -> Data {
        guard let url = URL(string: "https://api.trips.example/v3/bookings/\(reference)/pass.pdf") else {
            throw URLError(.badURL)
        }
        return try await downloader.download(url)
    }
}

extension SoundCode {
    /// Twin: passes the bytes through a string, which loses those that are not valid text.
    @Test func boardingPassAsData() async {
        await compare("trips", finds: Fault("client.returns", at: "/endpoints/boardingPass/cases/0/returns/const")) {
            Endpoint("boardingPass") { arguments, session in
                try await Wallet(downloader: SessionDownloader(session: session)).pass(for: arguments["reference"])
            }
        } twin: {
            Endpoint("boardingPass") { arguments, session in
                let wallet = Wallet(downloader: SessionDownloader(session: session))
                return Data(String(decoding: try await wallet.pass(for: arguments["reference"]), as: UTF8.self).utf8)
            }
        }
    }
}
