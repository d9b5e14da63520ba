import CommandTestSupport
import ContractChecking
import ExchangesFixture
import Foundation
import TestSupport
import Testing

/// The detection of a fault of the client or the server in each kind of exchange, by rule and location.
@Suite struct PlantedExchangeTests {
    /// Returns `RULE POINTER` of every finding in replay, with pointers relative to the endpoint.
    private func findings(_ flaw: ClientFlaw?, only: String, in folder: URL = Workshop.folder) async -> Set<String> {
        let report = await Workshop.suite(flaw, in: folder).verify(Options(mode: .replay, only: [only]))
        return Set(
            report.findings.map { finding in
                let place = finding.contract.pointer.tokens.dropFirst(2).map { "/\($0)" }.joined()
                return "\(finding.rule) \(place)"
            })
    }

    @Test(
        arguments: [
            (.stopsAtTheFirstPage, "allCourses", "client.returns /cases/0/returns/minItems"),
            (.resolvesNoRelativeLink, "allCourses", "replay.no-match /cases/0"),
            (.keepsNoCopy, "catalogue", "client.returns /cases/0/returns/minItems"),
            (.refreshesNothing, "freshAccount", "client.threw /cases/0"),
            (.neverWaits, "ticket", "client.threw /cases/0"),
            (.takesAPieceForAnEvent, "progress", "client.threw /cases/0/returns"),
            (.namesNoFile, "photo", "replay.no-match /cases/0"),
            (.dropsTheLastLine, "log", "client.returns /cases/0"),
            (.readsNoPrefix, "feed", "client.returns /cases/0"),
        ] as [(ClientFlaw, String, String)])
    func findsAFaultOfTheClient(flaw: ClientFlaw, endpoint: String, expected: String) async throws {
        let found = await findings(flaw, only: "workshop/client/\(endpoint)/*")
        #expect(found.contains(expected), "\(found)")
        #expect(await findings(nil, only: "workshop/client/\(endpoint)/*") == [])
        guard FittedSample.takes("\(flaw)") else { return }
        let fitted = try await FittedSample.folder("workshop", of: Workshop.folder) { Workshop.suite(flaw, in: $0) }
        guard let (folder, changes) = fitted else { return }
        let left = await findings(flaw, only: "workshop/client/\(endpoint)/*", in: folder.url)
        #expect(left.contains(expected), "\(left) \(changes)")
    }

    @Test(
        arguments: [
            (
                .repeatsWithTheOldToken, "freshAccount",
                "the call sends {env:WORKSHOP_EXPIRED_TOKEN} in the header 'Authorization' to 'account', expected the token "
                    + "of 'refresh'"
            ),
            (
                .sendsNoTag, "catalogue",
                "the call sends no header 'If-None-Match' to 'catalogue', expected the Etag of 'catalogue' (response 1)"
            ),
            (
                .sendsAnotherTag, "catalogue",
                "the call sends another value in the header 'If-None-Match' to 'catalogue', expected the Etag of 'catalogue' "
                    + "(response 1)"
            ),
            (
                .dropsTheQuotes, "catalogue",
                "the call sends the Etag of 'catalogue' (response 1) without its quotes in the header 'If-None-Match' to "
                    + "'catalogue', expected the Etag of 'catalogue' (response 1)"
            ),
            (
                .takesAPieceForAnEvent, "progress",
                "the call throws WorkshopError.unreadable, but must return; this does not happen if each piece of the stream "
                    + "is an event"
            ),
        ] as [(ClientFlaw, String, String)])
    func tellsTheCauseOfAFault(flaw: ClientFlaw, endpoint: String, message: String) async {
        let only = "workshop/client/\(endpoint)/*"
        let report = await Workshop.suite(flaw).verify(Options(mode: .replay, only: [only]))
        #expect(report.findings.map(\.message) == [message])
        #expect(await findings(nil, only: only) == [])
    }

    @Test func findsAnUnusedRenewedTokenLive() async throws {
        let server = WorkshopServer()
        let origin = try server.start()
        defer { server.stop() }
        var options = Workshop.options(.live, over: origin)
        options.only = ["workshop/client/freshAccount/*"]
        let report = await Workshop.suite(.repeatsWithTheOldToken).verify(options)
        #expect(report.findings.map(\.rule) == ["client.threw", "client.flow"])
    }

    /// Returns a copy in which a string of a recording is replaced, as if the service had responded so.
    private func changed(_ file: String, _ old: String, _ new: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["Contracts", "Recordings"] {
            try FileManager.default.copyItem(
                at: Workshop.folder.appendingPathComponent(name), to: folder.url.appendingPathComponent(name))
        }
        let path = "Recordings/workshop/\(file).har"
        let text = try folder.text(of: path)
        #expect(text.contains(old), "\(text)")
        try folder.write(text.replacingOccurrences(of: old, with: new), to: path)
        return folder
    }

    @Test(
        arguments: [
            (
                "courses.first page", "rel=first", "rel=start", "courses",
                "response.link /responses/200/headers/Link/relations/first"
            ),
            (
                "courses.first page", "</v1/courses?page=2>", "</v2/courses?page=2>", "courses",
                "response.link /responses/200/headers/Link/relations/next"
            ),
            (
                "courses.last page", #""name": "X-Total-Count""#, #""name": "X-Deprecated""#, "courses",
                "response.header /responses/200/headers/X-Deprecated"
            ),
            (
                "catalogue.asked twice", #"\"v12\""#, "v12", "catalogue",
                "response.header /responses/304/headers/ETag"
            ),
            (
                "ticket.told to wait", #""value": "0""#, #""value": "soon""#, "ticket",
                "response.header /responses/429/headers/Retry-After"
            ),
            (
                "progress.three steps", #"{\"step\":2,"#, #"{\"step\":-,"#, "progress",
                "response.event /responses/200/events"
            ),
            (
                "progress.three steps", #"{\"step\":3,"#, #"{\"step\":4,"#, "progress",
                "response.schema /responses/200/events/byName/done/properties/step/const"
            ),
            (
                "feed.one piece of news", "id=\\\"n1\\\"", "id=\\\"x1\\\"", "feed",
                "response.schema /schema/properties/@id/pattern"
            ),
            (
                "feed.one piece of news", "<a:title>Workshop</a:title>", "<a:title>Workshop</title>", "feed",
                "response.body /responses/200/xml"
            ),
            (
                "log.three lines", #"\"id\":3"#, #"\"id\":[]"#, "log",
                "response.schema /schema/properties/id/type"
            ),
            (
                "freshAccount.expired token", #"\"name\":\"Ada\""#, #"\"name\":null"#, "freshAccount",
                "response.schema /schema/properties/name/type"
            ),
        ] as [(String, String, String, String, String)])
    func findsAFaultOfTheService(
        file: String, old: String, new: String, endpoint: String, expected: String
    ) async throws {
        let folder = try changed(file, old, new)
        let found = await findings(nil, only: "workshop/response/\(endpoint)/*", in: folder.url)
        #expect(found.contains(expected), "\(found)")
    }
}
