import Foundation
import LoopbackServer

struct Services: Sendable {
    var onTheMap: OnTheMap
    var elements = Elements()
    var meetupEvents: MeetupEvents

    init(
        credentials: [String: String], now: @escaping @Sendable () -> Date,
        makeToken: @escaping @Sendable () -> String
    ) {
        onTheMap = OnTheMap(credentials: credentials, now: now, makeToken: makeToken)
        meetupEvents = MeetupEvents(credentials: credentials)
    }

    mutating func answer(_ request: Request) -> Answer {
        for route in Self.routes {
            guard let parameters = route.parameters(in: request.path) else { continue }
            guard let handler = route.handlers[request.method == .head ? .get : request.method] else {
                var answer = Answer.page(405)
                answer.response.headers.append(("Allow", route.allow))
                return answer
            }
            return handler(&self, request, parameters)
        }
        return Self.notFound(request)
    }

    private static let routes: [Route] = [
        Route("getall_reps_bystate.php", [.get: { _, request, _ in Representatives.list(request) }]),
        Route(
            "v1/session",
            [
                .post: { services, request, _ in services.onTheMap.signIn(request) },
                .delete: { services, request, _ in services.onTheMap.signOut(request) },
            ]),
        Route("v1/users/*", [.get: { services, _, parameters in services.onTheMap.user(parameters[0]) }]),
        Route(
            "v1/StudentLocation",
            [
                .get: { services, request, _ in services.onTheMap.locations(request) },
                .post: { services, request, _ in services.onTheMap.addLocation(request) },
            ]),
        Route(
            "v1/StudentLocation/*",
            [.put: { services, request, parameters in services.onTheMap.changeLocation(request, id: parameters[0]) }]),
        Route("api/v1/elements", [.get: { services, _, _ in services.elements.firstHundred }]),
        Route("api/v1/elements_remaining", [.get: { services, _, _ in services.elements.remaining }]),
        Route(
            "api/v1/favorites",
            [
                .get: { services, _, _ in services.elements.listFavorites() },
                .post: { services, request, _ in services.elements.addFavorite(request) },
            ]),
        Route("periodictable/Tiles/*/s7.JPG", [.get: { _, _, parameters in Images.thumbnail(tile: parameters[0]) }]),
        Route("*.jpg", [.get: { _, _, parameters in Images.fullSize(name: parameters[0]) }]),
        Route("find/events", [.get: { services, request, _ in services.meetupEvents.find(request) }]),
        Route("tarot-deck.ssp", [.get: { _, request, _ in TarotCards.card(request) }]),
    ]

    /// Returns the service's own "not found" response.
    private static func notFound(_ request: Request) -> Answer {
        if request.path.starts(with: ["api", "v1"]) { return .json("Not found", status: 404) }
        if request.path.first == "v1" { return OnTheMap.failure(404, "There is nothing at this address.") }
        return .page(404)
    }
}

/// A path pattern, with `*` for text within a segment, and its handlers.
struct Route: Sendable {
    typealias Handler = @Sendable (inout Services, Request, _ parameters: [String]) -> Answer

    let handlers: [Method: Handler]
    private let pattern: [String]

    init(_ pattern: String, _ handlers: [Method: Handler]) {
        self.pattern = pattern.split(separator: "/").map(String.init)
        self.handlers = handlers
    }

    /// The value of the `Allow` header field. HEAD is allowed wherever GET is.
    var allow: String {
        Method.allCases.filter { handlers[$0 == .head ? .get : $0] != nil }.map(\.rawValue).joined(separator: ", ")
    }

    /// Returns the values of the stars, or `nil` if the path does not match.
    func parameters(in path: [String]) -> [String]? {
        guard path.count == pattern.count else { return nil }
        var parameters: [String] = []
        for (segment, expected) in zip(path, pattern) {
            guard let star = expected.firstIndex(of: "*") else {
                guard segment == expected else { return nil }
                continue
            }
            let (before, after) = (expected[..<star], expected[expected.index(after: star)...])
            guard segment.hasPrefix(before), segment.hasSuffix(after), segment.count > before.count + after.count
            else { return nil }
            parameters.append(String(segment.dropFirst(before.count).dropLast(after.count)))
        }
        return parameters
    }
}
