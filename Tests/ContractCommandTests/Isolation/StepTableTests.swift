import Foundation
import Testing

@testable import ContractCommand

/// A thread's mark says which step a trap on this thread belongs to.
struct StepTableTests {
    @Test func marksOnlyStepsThatStayOnTheirThread() throws {
        let table = try StepTable(["model", "request"])
        defer {
            TrapNote.mark = nil
            table.remove()
        }
        table.begin("model", step: 1, staysOnThread: true)
        #expect(TrapNote.mark != nil)
        // The thread now runs a builder, which may suspend and leave the thread to another check.
        table.begin("request", step: 1, staysOnThread: false)
        #expect(TrapNote.mark == nil)
        table.begin("model", step: 2, staysOnThread: true)
        TrapNote.mark?.storeBytes(of: true, as: Bool.self)
        #expect(table.running.filter(\.hasTrapped).map(\.task) == ["model"])
        table.end("model")
        #expect(TrapNote.mark == nil)
        #expect(table.running.map(\.task) == ["request"])
    }
}
