import Foundation
import LoopbackServer
import Testing

@Suite struct TimestampTests {
    /// Computed with `date -u`.
    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400.0, "2000-02-29T00:00:00.000Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_709_164_799.999, "2024-02-28T23:59:59.999Z", "Wed, 28 Feb 2024 23:59:59 GMT"),
        (4_107_542_400.0, "2100-03-01T00:00:00.000Z", "Mon, 01 Mar 2100 00:00:00 GMT"),
        (-1.0, "1969-12-31T23:59:59.000Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
    ]) func formatsTimestamps(_ known: (seconds: Double, rfc3339: String, http: String)) {
        let timestamp = CalendarTime(Date(timeIntervalSince1970: known.seconds))
        #expect(timestamp.rfc3339 == known.rfc3339)
        #expect(timestamp.httpDate == known.http)
    }
}
