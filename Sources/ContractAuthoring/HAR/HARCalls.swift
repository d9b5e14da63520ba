import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The API calls of a HAR, and the entries left out: pages, scripts, images, other origins.
struct HARCalls {
    private(set) var calls: [(index: Int, call: ObservedCall)] = []
    private(set) var omissions: [Omission] = []

    init(_ recording: Recording, origins: [String]) {
        var candidates: [(index: Int, call: ObservedCall)] = []
        var reasons: [String] = []
        for (index, exchange) in recording.entries.enumerated() {
            do throws(Refusal) { candidates.append((index, try Self.call(of: exchange))) } catch {
                reasons.append(error.text)
            }
        }
        let chosen = Self.chosen(from: candidates.map(\.call.origin), wanted: origins)
        for candidate in candidates where !chosen.contains(candidate.call.origin) {
            reasons.append("calls to another origin: import them with '--origin \(candidate.call.origin)'")
        }
        calls = candidates.filter { chosen.contains($0.call.origin) }
        omissions = reasons.grouped { $0 }.map { reason, all in
            Omission("HAR", "\(counted(all.count, "entry", "entries")) left out (\(reason))")
        }
        let hasCookies = calls.contains { recording.entries[$0.index].request.headers["Cookie"] != nil }
        if hasCookies {
            omissions.add(
                "HAR", "cookies left out: like a browser, URLSession sends the cookies of its store automatically")
        }
    }

    /// Returns the wanted origins that occur, or else the most frequent origin.
    private static func chosen(from origins: [String], wanted: [String]) -> Set<String> {
        let found = Set(wanted).intersection(origins)
        if !found.isEmpty { return found }
        let counts = Dictionary(origins.map { ($0, 1) }, uniquingKeysWith: +)
        guard let most = counts.values.max(), let first = origins.first(where: { counts[$0] == most }) else {
            return []
        }
        return [first]
    }

    private struct Refusal: Error {
        let text: String
    }

    private static func call(of exchange: HTTPExchange) throws(Refusal) -> ObservedCall {
        let request = exchange.request
        let status = exchange.response.status
        guard status > 0 else { throw Refusal(text: "no response") }
        guard !["OPTIONS", "CONNECT", "TRACE"].contains(request.method.uppercased()) else {
            throw Refusal(text: "OPTIONS requests, which browsers send automatically")
        }
        guard !(300..<400).contains(status) else {
            throw Refusal(text: "responses with status 3xx and no body")
        }
        guard let parts = ObservedCall.parts(of: request.url) else { throw Refusal(text: "no http or https URL") }
        guard !parts.segments.contains(where: { $0.contains("/") }) else {
            throw Refusal(text: "an encoded slash in the path, which a template cannot express")
        }
        let response = response(exchange.response)
        var call = ObservedCall(
            method: request.method, origin: parts.origin, segments: parts.segments, query: parts.query,
            headers: request.headers,
            body: ObservedCall.Body(request.body ?? [], contentType: request.headers["Content-Type"] ?? ""),
            response: response)
        // Cookies come from the store of the browser or URLSession, not from builders.
        call.headers["Cookie"] = nil
        guard isInterface(call, response) else {
            let type = response.mediaType.isEmpty ? "which has no type" : "but \(response.mediaType)"
            throw Refusal(text: "no JSON in the response, \(type)")
        }
        return call
    }

    private static func isInterface(_ call: ObservedCall, _ response: ObservedCall.Response) -> Bool {
        switch response.body {
        case .json, .events: true
        case .empty: call.method != "GET" && call.method != "HEAD" || response.status == 204
        case .text, .bytes:
            switch call.body {
            case .json, .graphql, .xml: true
            case .none, .form, .text, .bytes, .multipart, .other: false
            }
        }
    }

    static func response(_ response: RecordedResponse) -> ObservedCall.Response {
        let type = response.headers.mediaType
        var observed = ObservedCall.Response(
            status: response.status, mediaType: type.essence, isLatin1: type.isLatin1, body: .empty)
        guard !response.body.isEmpty else { return observed }
        if let format = EventStream.Format(of: type) {
            let events = EventStream(response.body, format).events.compactMap {
                ObservedCall.Body.json(Array($0.data.utf8), saysJSON: true)
            }
            // Events that are not JSON are dropped, such as the end mark of a stream.
            if !events.isEmpty {
                observed.body = .events(events)
                return observed
            }
        }
        // Some services send Latin-1 without declaring it.
        let isUTF8 = !type.isLatin1 && String(validating: response.body, as: UTF8.self) != nil
        let isLatin1 = !isUTF8 && !type.essence.hasPrefix("image/")
        let utf8 = isLatin1 ? Charset.latin1.utf8(from: response.body) ?? response.body : response.body
        let prefix = prefixes.first { utf8.starts(with: $0.utf8) }
        let content = Array(utf8.dropFirst(prefix?.utf8.count ?? 0))
        if let json = ObservedCall.Body.json(content, saysJSON: type.isJSON) {
            (observed.isLatin1, observed.prefix, observed.body) = (isLatin1, prefix, .json(json))
        } else {
            observed.body = isUTF8 || type.isLatin1 || type.essence.hasPrefix("text/") ? .text : .bytes
        }
        return observed
    }

    /// Prefixes of JSON that keep browsers from running it as a script.
    private static let prefixes = [")]}'\n", ")]}',\n", ")]}'", "while(1);", "for(;;);"]
}
