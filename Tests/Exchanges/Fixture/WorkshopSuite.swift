import ContractChecking
import Foundation
import HTTPRecording

/// The contract suite of the workshop.
package enum Workshop {
    /// The folder with the contract and the recordings.
    package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// - Parameters:
    ///   - flaw: The flaw of the client.
    ///   - folder: The folder with the contract and the recordings.
    package static func suite(_ flaw: ClientFlaw? = nil, in folder: URL = folder) -> ContractSuite {
        @Sendable func client(_ transport: any Transport) -> WorkshopClient {
            WorkshopClient(send: transport.send, stream: { try await transport.stream($0) }, flaw: flaw)
        }
        return ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("workshop") {
                Model("Course", decoding: Course.self)
                Model("Account", decoding: Account.self)
                Model("Ticket", decoding: Ticket.self)
                Model("Photo", decoding: Photo.self)
                Model("Progress", decoding: Progress.self)
                Model("Entry", decoding: Entry.self)
                Model("News", News.init(json:))
                Endpoint("courses") {
                    try WorkshopClient.courses(page: $0["page"])
                } call: { arguments, transport in
                    try await client(transport).courses(page: arguments["page"])
                }
                Endpoint("allCourses") { _, transport in try await client(transport).allCourses() }
                Endpoint("catalogue") { _ in
                    try WorkshopClient.catalogue()
                } call: { _, transport in
                    let client = client(transport)
                    _ = try await client.catalogue()
                    return try await client.catalogue()
                }
                Endpoint("account") {
                    try WorkshopClient.account(token: $0["token"])
                } call: { arguments, transport in
                    try await client(transport).account(token: arguments["token"])
                }
                Endpoint("refresh") { try WorkshopClient.refresh(token: $0["refreshToken"]) }
                Endpoint("freshAccount") { arguments, transport in
                    try await client(transport).account(
                        token: arguments["token"], refreshingWith: arguments["refreshToken"])
                }
                Endpoint("ticket") {
                    try WorkshopClient.ticket(id: $0["id"])
                } call: { arguments, transport in
                    try await client(transport).ticket(id: arguments["id"])
                }
                Endpoint("photo") {
                    try WorkshopClient.photo(
                        of: $0["course"], caption: $0["caption"], name: $0["name"], try image($0["photo"]))
                } call: { arguments, transport in
                    try await client(transport).photo(
                        of: arguments["course"], caption: arguments["caption"], name: arguments["name"],
                        try image(arguments["photo"]))
                }
                Endpoint("progress") {
                    try WorkshopClient.progress(id: $0["id"])
                } call: { arguments, transport in
                    try await client(transport).progress(id: arguments["id"])
                }
                Endpoint("log") { _ in
                    try WorkshopClient.log()
                } call: { _, transport in
                    try await client(transport).log()
                }
                Endpoint("feed") { _ in
                    try WorkshopClient.feed()
                } call: { _, transport in
                    try await client(transport).feed()
                }
                Endpoint("ping") { _ in
                    try WorkshopClient.ping()
                } call: { _, transport in
                    try await client(transport).ping()
                }
            }
        }
    }

    private static func image(_ base64: String) throws -> Data {
        guard let data = Data(base64Encoded: base64) else { throw WorkshopError.unreadable }
        return data
    }

    /// Returns options for runs against a local server.
    package static func options(_ mode: Mode, over origin: String) -> Options {
        var options = Options(mode: mode)
        options.environment = WorkshopServer.environment
        options.servers.origins = ["https://workshop.example.com": origin]
        options.recording.provider = .local
        options.recording.allowsCI = true
        options.allowsUnsafeMethods = true
        return options
    }
}
