import Foundation
import HTTPRecording
import JSONSchema

/// A process that performs requests: the caller's side, and the code that runs in the process.
final class NetworkProcess: Sendable {
    /// The value of `WorkerLink.variable` that makes a process a network process.
    static let role = "network"

    struct Ended: Error {
        /// The process's last output or fatal signal; `nil` if it was killed for exceeding its time.
        let reason: String?

        func error(url: URL?) -> any Error {
            guard let reason else { return URLError(.timedOut, url: url) }
            return URLError(.badServerResponse, url: url, explaining: "\(HTTPClientFault.phrase): \(reason)")
        }
    }

    let child: ChildProcess
    private let descriptor: Int32
    private let writer: ConnectionWriter
    private let errors: Int32
    private let answers = Locked(0)

    var hasAnswered: Bool { answers.withLock { $0 > 0 } }

    init(_ environment: [String: String], _ executable: URL?) throws {
        guard let executable else {
            throw CommandError("the path of the executable is unknown; use --isolation none", code: .notEvaluated)
        }
        var environment = environment
        environment[WorkerLink.variable] = Self.role
        let connected = try ChildProcess.connected(ChildProgram.network.launch(executable, environment))
        child = connected.process
        descriptor = connected.descriptor
        writer = ConnectionWriter(descriptor)
        errors = connected.output
    }

    deinit {
        child.end()
        writer.close()
        close(errors)
    }

    /// Performs a request; cancelling the task kills the process.
    ///
    /// - Parameter grace: the seconds that the process has beyond the timeout of the request.
    /// - Throws: `Ended` if the process ended before it answered, or the error that it answered with.
    func answer(to request: URLRequest, grace: Double) async throws -> (Data, HTTPURLResponse) {
        let seconds = request.boundedTimeout + grace
        let line = try JSONEncoder().encode(WireRequest(request)) + [UInt8(ascii: "\n")]
        // The reader reports a failed write.
        writer.send([UInt8](line))
        let answer = try await withTaskCancellationHandler {
            try await onOwnThread { [self] in try nextAnswer(within: seconds) }
        } onCancel: {
            child.kill()
        }
        return try answer.received()
    }

    private func nextAnswer(within seconds: Double) throws -> LiveAnswer {
        let isLate = Locked(false)
        let timer = DispatchWorkItem { [weak self] in
            isLate.withLock { $0 = true }
            self?.child.kill()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: timer)
        defer { timer.cancel() }
        var lines = LineReader(descriptor)
        guard let line = lines.next() else { throw isLate.withLock { $0 } ? Ended(reason: nil) : ended() }
        answers.withLock { $0 += 1 }
        return try JSONDecoder().decode(LiveAnswer.self, from: Data(line))
    }

    private func ended() -> Ended {
        let ending = child.end()
        var words: [UInt8] = []
        while Descriptors.readable([errors], within: 0)[0] {
            let bytes = Descriptors.read(errors)
            if bytes.isEmpty || words.count > 1 << 16 { break }
            words += bytes
        }
        return Ended(reason: HTTPClientFault.reason(ending, String(decoding: words, as: UTF8.self)))
    }

    // MARK: - In the process

    static var isNetworkProcess: Bool { ProcessInfo.processInfo.environment[WorkerLink.variable] == role }

    /// Performs requests until the caller closes the connection. No code under test runs here.
    static func serve(over transport: LiveTransport) async -> Never {
        signal(SIGINT, SIG_IGN)
        SignalWatch.ignoreBrokenPipes()
        // The caller may exit during a request.
        Thread.detachNewThread {
            Descriptors.waitForEnd(of: STDIN_FILENO)
            _exit(0)
        }
        // Blocking this thread is harmless: there is one request at a time.
        var lines = LineReader(STDIN_FILENO)
        while let line = lines.next() {
            // Only this program sends requests, so a malformed line is fatal.
            guard let wire = try? JSONDecoder().decode(WireRequest.self, from: Data(line)),
                let request = wire.urlRequest
            else { _exit(2) }
            let answer: LiveAnswer
            do {
                let (data, response) = try await transport.hop(request)
                answer = .response(WireResponse(data, response))
            } catch {
                answer = .failed(WireError(error))
            }
            do {
                let line = try JSONEncoder().encode(answer) + [UInt8(ascii: "\n")]
                try SystemFiles.write([UInt8](line), to: STDIN_FILENO, "the network")
            } catch { _exit(0) }
        }
        _exit(0)
    }
}

enum HTTPClientFault {
    static let phrase = "the platform's HTTP client crashes on this response"

    /// Derives the fault from the client's last output (FoundationNetworking 6.3, by experiment).
    static func reason(_ ending: ChildProcess.End, _ words: String) -> String {
        guard let message = WorkerErrors.trapMessage(in: words)?.prefix(200) else {
            switch ending {
            case .exit(let status): return "exit code \(status)"
            // Arithmetic on the announced length overflows without a message.
            case .signal(SIGILL), .signal(SIGTRAP): return "a Content-Length that is out of range"
            case .signal(let number): return "signal \(number)"
            }
        }
        // Text after a chunked body is parsed as a second head, which never ends.
        return message.contains("there's no response") ? "a chunked trailer, or an unterminated head" : String(message)
    }
}
