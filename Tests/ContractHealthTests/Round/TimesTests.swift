import Foundation
import Testing

@testable import ContractHealth

struct TimesTests {
    @Test(arguments: [("30s", 30.0), ("5m", 300), ("4h", 14_400), ("2d", 172_800), ("0005m", 300)])
    func parsesATimeSpan(text: String, seconds: Double) {
        #expect(TimeSpan(text)?.seconds == seconds)
    }

    @Test(arguments: ["", "5", "m", "0s", "-5m", "5 m", "1.5h", "5M", "1e3s", "400d", "nan", "٥m", "999999999999m"])
    func rejectsInvalidTimeSpans(text: String) {
        #expect(TimeSpan(text) == nil)
    }

    /// A round starts at most a tenth of the interval late. Missed rounds are skipped.
    @Test func startsRoundsAtEvenIntervals() {
        var schedule = Schedule(first: 1000, interval: 300)
        #expect(schedule.wait(at: 1010, chance: 0) == 290)
        #expect(schedule.wait(at: 1310, chance: 1) == 320)
        // This round took until 2350, so the rounds at 1900 and 2200 are skipped.
        #expect(schedule.wait(at: 2350, chance: 0.5) == 0)
        #expect(schedule.wait(at: 2360, chance: 0) == 140)
    }

    @Test(arguments: [
        ("https://hc.example.com/ping/abc", "https://hc.example.com/ping/abc/fail"),
        ("https://hc.example.com/ping/abc/", "https://hc.example.com/ping/abc/fail"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/fail"),
        ("https://hc.example.com/a%2Fb?rid=1&x=%20#top", "https://hc.example.com/a%2Fb/fail?rid=1&x=%20"),
    ])
    func appendsFailToThePingPath(address: String, failure: String) throws {
        let ping = try #require(PingAddress(address))
        #expect(ping.url(isWell: true).absoluteString == address)
        #expect(ping.url(isWell: false).absoluteString == failure)
        #expect(!"\(ping)".contains("example"))
    }

    @Test(arguments: ["", "ftp://example.com/x", "example.com/x", "https://", "mailto:a@b.c"])
    func rejectsInvalidPingAddresses(text: String) {
        #expect(PingAddress(text) == nil)
    }
}
