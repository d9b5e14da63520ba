import Foundation
import JSONSchema

package actor HealthMonitor {
    package struct Dependencies: Sendable {
        package var now: @Sendable () -> Date = { Date() }
        /// A monotonic clock in seconds.
        package var uptime: @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }
        package var observe: @Sendable () async throws -> [EndpointObservation]
        package var notify: (@Sendable (HealthNotification) async throws -> Void)?
        package var ping: (@Sendable (_ isWell: Bool) async throws -> Void)?

        package init(observe: @escaping @Sendable () async throws -> [EndpointObservation]) { self.observe = observe }
    }

    /// The seconds for notifications in one round; the rest are sent in the next.
    static let deliverySeconds = 60.0

    private let thresholds: [String: Thresholds]
    private let options: HealthOptions
    private let dependencies: Dependencies
    private let file: StateFile?
    private let history: HistoryFile?
    private var state: HealthState
    private var notices: [String]
    /// Whether the state and the history of the round are in their files.
    private var isSaved = true

    package init(
        _ options: HealthOptions, thresholds: [String: Thresholds], file: StateFile? = nil,
        history: HistoryFile? = nil, dependencies: Dependencies
    ) throws {
        self.options = options
        self.thresholds = thresholds
        self.dependencies = dependencies
        self.file = file
        self.history = history
        let loaded = try file?.load()
        state = loaded?.state ?? HealthState()
        notices = loaded?.notice.map { [$0] } ?? []
    }

    /// Runs one round. A round cancelled during observation changes no state.
    package func round() async throws -> (round: HealthRound, isSaved: Bool) {
        isSaved = true
        let started = dependencies.now()
        let clock = dependencies.uptime()
        let observations = try await observe()
        let seconds = max(0, ((dependencies.uptime() - clock) * 1000).rounded() / 1000)
        let endpoints = observations.map { observation in
            state.note(
                observation, at: started,
                isInMaintenance: options.maintenance.contains { $0.isOpen(for: observation.id, at: started) },
                thresholds: thresholds[observation.id] ?? Thresholds(), reminder: options.reminder,
                notifies: dependencies.notify != nil)
        }
        state.removeStaleEndpoints(at: started)
        let lost = state.trimOutbox()
        if lost > 0 {
            notices.append(
                "\(counted(lost, "old notification")) \(lost == 1 ? "was" : "were") discarded, because too many are pending"
            )
        }
        // Save notifications before sending them: a killed run then repeats a notification instead of losing it.
        save { try file?.save(state) }
        await deliver()
        var round = HealthRound(started: started, seconds: seconds, endpoints: endpoints)
        save { try history?.append(round) }
        await ping(isWell: isSaved && round.verdict == .healthy)
        defer { notices = [] }
        round.notices = notices
        return (round, isSaved)
    }

    private func observe() async throws -> [EndpointObservation] {
        do {
            let observations = try await dependencies.observe()
            try Task.checkCancellation()
            return observations
        } catch {
            if !(error is CancellationError) { await ping(isWell: false) }
            throw error
        }
    }

    private func save(_ write: () throws -> Void) {
        do { try write() } catch {
            notices.append("\(error)")
            isSaved = false
        }
    }

    private func deliver() async {
        guard let notify = dependencies.notify else { return }
        let end = dependencies.uptime() + Self.deliverySeconds
        while let next = state.outbox.first, dependencies.uptime() < end, !Task.isCancelled {
            do { try await notify(next) } catch {
                let count = state.outbox.count
                notices.append(
                    "\(count == 1 ? "a notification" : "\(count) notifications") could not be delivered, "
                        + "and will be retried in the next round: \(error)")
                return
            }
            state.outbox.removeFirst()
            save { try file?.save(state) }
        }
    }

    private func ping(isWell: Bool) async {
        do { try await dependencies.ping?(isWell) } catch {
            notices.append("the dead man's switch was not reached: \(error)")
        }
    }
}

/// The start times of rounds: regular intervals with random jitter, so that monitors do not call in unison.
package struct Schedule: Sendable {
    static let jitter = 0.1

    private let first: Double
    private let interval: Double
    private var count = 0.0

    /// - Parameter first: the start of the first round on a monotonic clock in seconds.
    package init(first: Double, interval: Double) {
        self.first = first
        self.interval = interval
    }

    package mutating func wait(at now: Double, chance: Double) -> Double {
        count = max(count + 1, ((now - first) / interval).rounded(.down))
        let start = first + count * interval + chance * Self.jitter * interval
        return max(0, start - now)
    }
}
