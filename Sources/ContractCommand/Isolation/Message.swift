import ContractChecking
import ContractHealth
import Foundation
import HTTPRecording

/// A message between a supervisor and its workers, sent as one line of JSON.
enum Message: Sendable, Codable {
    /// The version of the message types. The ends differ if the executable was rebuilt in between.
    static let version = 5

    // From the supervisor.
    case order(WorkerOrder)
    case answer(Int, LiveAnswer)

    // From a worker.
    case suite(SuiteOutline)
    case evaluated(Check, Evaluation)
    case observed(EndpointObservation)
    /// A question and its number, which the answer repeats.
    case question(Int, LiveQuestion)
    case withdrawal(Int)
    /// All work is done. A process that merely exits does not send it.
    case end

    func line(nonce: String = "") throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return Array(nonce.utf8) + (try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// Decodes a line without its terminator; `nil` if it lacks the nonce or is malformed.
    init?(_ line: [UInt8], nonce: String = "") {
        guard line.starts(with: nonce.utf8) else { return nil }
        do { self = try JSONDecoder().decode(Message.self, from: Data(line.dropFirst(nonce.utf8.count))) } catch {
            return nil
        }
    }
}

struct WorkerOrder: Sendable, Codable {
    enum Work: Sendable, Codable {
        case suite
        case checks(Plan)
        case round(HealthRoundPlan)

        var tasks: [String] {
            switch self {
            case .suite: []
            case .checks(let plan): plan.checks.map(\.id)
            case .round(let round): round.targets
            }
        }

        /// - Parameter isAlone: whether tasks run one at a time, so that the last one begun is known.
        func only(_ names: Set<String>, isAlone: Bool = false) -> Work {
            switch self {
            case .suite: return .suite
            case .checks(var plan):
                plan.checks = plan.checks.filter { names.contains($0.id) }
                if isAlone { plan.settings.jobs = 1 }
                return .checks(plan)
            case .round(var round):
                round.targets = round.targets.filter(names.contains)
                if isAlone { round.options.jobs = 1 }
                return .round(round)
            }
        }
    }

    var version = Message.version
    var work: Work
    /// The folders; `nil` for those of the suite.
    var contracts: URL?
    var recordings: URL?
    /// Whether the work runs only to see if it ends the worker.
    var isTrial = false
    var fatal: [FatalStep] = []
    var exchanged: [WireExchange] = []
    /// The prefix of every line from the worker. Code under test cannot guess it.
    var nonce = ""
    var table = ""

    /// The names of all tasks, in the order of their slots in the step table.
    var tasks: [String] { work.tasks + [SuiteBuild.task] }
}

struct HealthRoundPlan: Sendable, Codable {
    var targets: [String]
    var options: HealthOptions
    let environment: [String: String]
}

enum LiveQuestion: Sendable, Codable {
    /// Performs one hop of a request, for the case or scenario of a recording if known.
    case hop(WireRequest, of: String?)
    case held
    case propose(WireProposal)
    case settle(file: String, [RecordingChange.Change]?)
}

enum LiveAnswer: Sendable, Codable {
    case response(WireResponse)
    /// The seconds that requests were held back so far.
    case held(Double)
    case proposal(RecordingProposal)
    case done
    case failed(WireError)

    /// Returns the response that answers a hop.
    func received() throws -> (Data, HTTPURLResponse) {
        switch self {
        case .response(let response): return try response.received()
        case .failed(let error): throw error.error
        case .held, .proposal, .done: throw URLError(.badServerResponse)
        }
    }
}

struct WireProposal: Sendable, Codable {
    let file: String
    let exchanges: [String]
    let secrets: [Secret]
}
