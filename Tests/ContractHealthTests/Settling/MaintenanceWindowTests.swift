import Foundation
import HTTPRecording
import Testing

@testable import ContractHealth

/// 2026-11-21 is a Saturday (`date -d 2026-11-21 +%A`).
struct MaintenanceWindowTests {
    private func isOpen(_ window: String, _ moment: String, for endpoint: String = "notes/list") throws -> Bool {
        let date = try #require(Timestamp("2026-11-\(moment):00Z")).date
        return try MaintenanceWindow(parsing: window).isOpen(for: endpoint, at: date)
    }

    @Test(arguments: [
        ("sat 02:00-04:00", "21T02:00", true), ("sat 02:00-04:00", "21T03:59", true),
        ("sat 02:00-04:00", "21T01:59", false), ("sat 02:00-04:00", "21T04:00", false),
        ("sat 02:00-04:00", "22T03:00", false), ("sat 02:00-04:00", "28T03:00", true),
        // A window past midnight belongs to the day of its start.
        ("sat 23:00-01:00", "21T23:30", true), ("sat 23:00-01:00", "22T00:30", true),
        ("sat 23:00-01:00", "21T00:30", false), ("sun 23:00-01:00", "23T00:59", true),
        ("mon-fri 12:00-13:00", "21T12:30", false), ("mon-fri 12:00-13:00", "20T12:30", true),
        ("fri-mon 12:00-13:00", "22T12:30", true), ("fri-mon 12:00-13:00", "24T12:30", false),
        ("tue,sat 12:00-13:00", "21T12:30", true), ("tue,sat 12:00-13:00", "22T12:30", false),
        ("daily 00:00-24:00", "21T23:59", true), ("DAILY 05:00-05:01", "21T05:00", true),
        ("2026-11-21T02:00Z/2026-11-21T04:00Z", "21T02:00", true),
        ("2026-11-21T02:00Z/2026-11-21T04:00Z", "21T04:00", false),
        ("2026-11-21T02:00Z/2h", "21T03:59", true), ("2026-11-21T02:00:00Z/2h", "21T04:00", false),
        ("2026-11-21T03:00+01:00/30m", "21T02:15", true),
        ("2026-11-21T02:00Z/2h", "28T02:00", false),
    ])
    func isOpenFromItsStartUpToItsEnd(window: String, moment: String, expected: Bool) throws {
        #expect(try isOpen(window, moment) == expected)
    }

    @Test func appliesOnlyToMatchingEndpoints() throws {
        #expect(try isOpen("notes/*=sat 02:00-04:00", "21T02:00"))
        #expect(try !isOpen("notes/*=sat 02:00-04:00", "21T02:00", for: "elements/list"))
    }

    @Test func computesWeekdaysBefore1970() throws {
        // 1969-12-31 was a Wednesday.
        let date = Date(timeIntervalSince1970: -3600)
        #expect(try MaintenanceWindow(parsing: "wed 23:00-23:30").isOpen(for: "", at: date))
        #expect(try !MaintenanceWindow(parsing: "thu 23:00-23:30").isOpen(for: "", at: date))
    }

    @Test(arguments: [
        "", "sat", "sat 2:00-4:00", "sat 02:00-02:00", "sat 24:00-01:00", "sat 02:60-03:00", "someday 02:00-03:00",
        "sat- 02:00-03:00", "sat 02:00-03:00-04:00", "2026-11-21T04:00Z/2026-11-21T02:00Z", "2026-11-21T04:00Z",
        "2026-11-21T04:00Z/0h", "2026-13-21T04:00Z/1h", "=", "sat 02:00 - 04:00", "sát 02:00-03:00", "sat ٠٢:٠٠-٠٣:٠٠",
    ])
    func rejectsInvalidWindows(text: String) {
        #expect(throws: MaintenanceError(text: text)) { try MaintenanceWindow(parsing: text) }
    }
}
