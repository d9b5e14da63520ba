import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures how many requests per second a recording with 1,000 entries answers.
enum ReplayBenchmarks {
    private static let entries = 1_000
    private static let requests = 100_000

    static func run() async throws {
        print("replay: \(requests) requests over \(entries) entries, median of 5")
        let recording = try Recording(parsing: self.recording.serialized(), file: "replay.har")
        let sent = try (0..<entries).map(request)
        try await measure("one after another", recording) { try await perform(sent, on: $0, in: 0..<requests) }
        try await measure("four at once", recording) { replay in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for part in 0..<4 {
                    group.addTask {
                        try await perform(sent, on: replay, in: part * requests / 4..<(part + 1) * requests / 4)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private static func measure(
        _ name: String, _ recording: Recording, _ body: (ReplayTransport) async throws -> Void
    ) async throws {
        var rates: [Double] = []
        for _ in 0..<5 {
            let replay = ReplayTransport(recording, playback: .repeating)
            let start = ContinuousClock.now
            try await body(replay)
            rates.append(Double(requests) / (start.duration(to: .now) / .seconds(1)))
            let unplayed = replay.unplayed
            guard unplayed.isEmpty else {
                throw BenchmarkError(description: "\(unplayed.count) of \(entries) entries were never played")
            }
        }
        print("  \(name): \(Int(rates.sorted()[2])) requests/s (aim: 100,000)")
    }

    private static func perform(_ sent: [URLRequest], on replay: ReplayTransport, in range: Range<Int>) async throws {
        for index in range {
            let number = index % entries
            let (data, response) = try await replay.send(sent[number])
            guard response.statusCode == 200, data.count == length(number) else {
                throw BenchmarkError(description: "request \(number) was answered by another entry")
            }
        }
    }

    /// Returns a request. Every second one has a JSON body, as in a typical API.
    private static func request(_ number: Int) throws -> URLRequest {
        guard let url = URL(string: url(number)) else { throw BenchmarkError(description: "\(url(number)) is no URL") }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if number % 2 == 1 {
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(#"{"number": \#(number), "note": "x"}"#.utf8)
        }
        return request
    }

    private static var recording: Recording {
        Recording(
            entries: (0..<entries).map { number in
                let isPost = number % 2 == 1
                return HTTPExchange(
                    request: RecordedRequest(
                        method: isPost ? "POST" : "GET", url: url(number),
                        headers: isPost ? ["Content-Type": "application/json"] : [:],
                        body: isPost ? Array(#"{"note":"x","number":\#(number)}"#.utf8) : nil),
                    response: RecordedResponse(
                        status: 200, headers: ["Content-Type": "application/json"], body: Array(body(number).utf8)))
            })
    }

    private static func url(_ number: Int) -> String {
        "https://api.example.com/v1/items/\(number)?page=\(number % 10)&limit=20"
    }

    /// Returns a body of about a kilobyte whose length identifies the entry.
    private static func body(_ number: Int) -> String {
        #"{"text":"\#(String(repeating: "x", count: length(number) - 11))"}"#
    }

    private static func length(_ number: Int) -> Int { 511 + number }
}
