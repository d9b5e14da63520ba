import ContractChecking
import ContractReporting
import JSONSchema

final class ServiceProgress: Sendable {
    static let erasure = "\r\u{1B}[J"

    private struct Service {
        let name: String
        let total: Int
        var done = 0
        var failed = 0
        var latest = ""
    }

    private struct State {
        var services: [Service]
        var drawn: ContinuousClock.Instant?
    }

    private static let shownServices = 10
    private static let barWidth = 24
    private let terminal: Terminal
    private let state: Locked<State>

    init?(_ terminal: Terminal, checks: [Check]) {
        guard terminal.isErrTerminal, terminal.environment["TERM"] != "dumb" else { return nil }
        self.terminal = terminal
        let services = checks.grouped(by: \.service).map { Service(name: $0.key, total: $0.elements.count) }
        state = Locked(State(services: services))
    }

    @Sendable func note(_ result: CheckResult) {
        update(result.check.service) { service in
            service.done += 1
            service.latest = result.check.id
            if result.outcome != .passed { service.failed += 1 }
        }
    }

    @Sendable func note(_ check: Check, step: Int) {
        update(check.service) { $0.latest = "\(check.id), step \(step)" }
    }

    private func update(_ service: String, _ change: (inout Service) -> Void) {
        state.withLock { state in
            guard let index = state.services.firstIndex(where: { $0.name == service }) else { return }
            change(&state.services[index])
            // Redraw at most ten times a second; thousands of checks may end in that time.
            let now = ContinuousClock.now
            if let drawn = state.drawn, now - drawn < .milliseconds(100) { return }
            state.drawn = now
            terminal.err(.rendered(drawing(of: state.services)))
        }
    }

    func clear() { terminal.err(.rendered(Self.erasure)) }

    private func drawing(of services: [Service]) -> String {
        let shown =
            services.count <= Self.shownServices
            ? services[...] : services.filter { $0.done > 0 && $0.done < $0.total }.prefix(Self.shownServices)
        let column = shown.map(\.name.displayWidth).max() ?? 0
        var lines = shown.map { line(for: $0, column) }
        if shown.count < services.count {
            let done = services.count { $0.done == $0.total }
            lines.append("\(done) of \(services.count) services done")
        }
        let up = lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : ""
        return Self.erasure + lines.joined(separator: "\n") + up + "\r"
    }

    private func line(for service: Service, _ column: Int) -> String {
        let isDone = service.done == service.total
        let mark = service.failed > 0 ? "✗" : isDone ? "✓" : "·"
        let filled = service.total == 0 ? Self.barWidth : service.done * Self.barWidth / service.total
        let bar = String(repeating: "━", count: filled) + String(repeating: "─", count: Self.barWidth - filled)
        let name = service.name.visible().padding(to: column)
        let failed = service.failed > 0 ? ", \(service.failed) not passed" : ""
        let text =
            "\(mark) \(name) \(bar) \(service.done)/\(service.total)\(failed)"
            + (isDone ? "" : "  \(service.latest.visible())")
        return String(text.prefix(columns: max(20, (terminal.width ?? 80) - 1)))
    }
}
