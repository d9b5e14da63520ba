import ContractChecking
import ContractHealth
import Foundation
import HTTPRecording

/// Everything that goes between a supervisor and its workers: a line of JSON each.
enum Message: Sendable, Codable {
    /// The version of these types. Both ends are the same executable, unless it was built anew in between.
    static let version = 5

    // From the supervisor.
    case order(WorkerOrder)
    case answer(Int, LiveAnswer)

    // From a worker.
    case suite(SuiteOutline)
    case evaluated(Check, Evaluation)
    case observed(EndpointObservation)
    /// A question with a number of its own, by which the answer is known.
    case question(Int, LiveQuestion)
    /// A question whose answer nobody waits for any more.
    case withdrawal(Int)
    /// All work is done; a process that merely exits does not send it.
    case end

    /// The message as a line, behind what every line of its sender begins with.
    func line(nonce: String = "") throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return Array(nonce.utf8) + (try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// Reads a message from a line without its end; `nil` for a line that another program wrote.
    init?(_ line: [UInt8], nonce: String = "") {
        guard line.starts(with: nonce.utf8) else { return nil }
        do { self = try JSONDecoder().decode(Message.self, from: Data(line.dropFirst(nonce.utf8.count))) } catch {
            return nil
        }
    }
}

struct WorkerOrder: Sendable, Codable {
    enum Work: Sendable, Codable {
        /// Builds the suite and describes it.
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

        /// Returns the part of the work whose names are given.
        ///
        /// - Parameter isAlone: whether one piece runs at a time, so that the last one begun is known.
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
    /// The folders; `nil` for those that the suite names.
    var contracts: URL?
    var recordings: URL?
    /// Whether the work is done only to see whether it ends the worker.
    var isTrial = false
    var fatal: [FatalStep] = []
    /// The exchanges of earlier workers' calls, which are not made again.
    var exchanged: [WireExchange] = []
    /// The prefix of every line from the worker, which code under test cannot guess.
    var nonce = ""
    var table = ""

    /// The names of all that may be running, by its slot in the table of steps.
    var tasks: [String] { work.tasks + [SuiteBuild.task] }
}

struct HealthRoundPlan: Sendable, Codable {
    var targets: [String]
    var options: HealthOptions
    let environment: [String: String]
}

enum LiveQuestion: Sendable, Codable {
    /// Performs one hop of a request, for the case or scenario of a recording where that is known.
    case hop(WireRequest, of: String?)
    /// Asks for the seconds for which requests were held back so far.
    case held
    case propose(WireProposal)
    case settle(file: String, RecordingDecision)
}

enum LiveAnswer: Sendable, Codable {
    case response(WireResponse)
    /// The seconds for which requests were held back so far.
    case held(Double)
    case proposal(RecordingProposal)
    case done
    case failed(WireError)
}

/// A call to be recorded, whose exchanges the supervisor has itself.
struct WireProposal: Sendable, Codable {
    let file: String
    let exchanges: [String]
    let secrets: [Secret]
}
