import Foundation
import Testing

@testable import ExampleProvider

@Suite struct TimestampTests {
    /// Moments worked out by `date -u`.
    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400.0, "2000-02-29T00:00:00.000Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_709_164_799.999, "2024-02-28T23:59:59.999Z", "Wed, 28 Feb 2024 23:59:59 GMT"),
        (4_107_542_400.0, "2100-03-01T00:00:00.000Z", "Mon, 01 Mar 2100 00:00:00 GMT"),
        (-1.0, "1969-12-31T23:59:59.000Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
    ]) func writesAMoment(_ known: (seconds: Double, internet: String, http: String)) {
        let timestamp = Timestamp(Date(timeIntervalSince1970: known.seconds))
        #expect(timestamp.internet == known.internet)
        #expect(timestamp.httpDate == known.http)
    }
}

@Suite struct JSONReaderTests {
    @Test(arguments: [
        " [ 1 , -0.5e+3 , true , false , null , \"\" ] ", "{\"a\":{\"b\":[]},\"a\":2}",
        "\"\\u00e9\\ud83d\\ude00\\/\\n\"",
        "1E400", "[[[]]]",
    ]) func readsAndWritesJSON(text: String) throws {
        let value = try #require(JSONReader.value(of: Array(text.utf8)))
        let written = try #require(JSONReader.value(of: value.serialized))
        #expect(written == value)
    }

    @Test func keepsOrderAndDigits() throws {
        let text = "{\"z\":1.50,\"a\":[12345678901234567890,1e2],\"m\":\"a\\\"\\\\\\u0001\"}"
        #expect(JSONReader.value(of: Array(text.utf8)).map { String(decoding: $0.serialized, as: UTF8.self) } == text)
        let escaped = JSONReader.value(of: Array("\"\\u00E9\\uD83D\\uDE00\\t\"".utf8))
        #expect(escaped == .string("é😀\t"))
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "+1", "-", "1e", "NaN", "tru", "\"\u{1}\"", "\"",
        "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "[1 2]", "1 2", "\u{FEFF}1",
        String(repeating: "[", count: 100_000), String(repeating: "[", count: 66) + String(repeating: "]", count: 66),
    ]) func refusesOtherTexts(text: String) {
        #expect(JSONReader.value(of: Array(text.utf8)) == nil)
    }

    @Test func refusesWhatIsNotUTF8() {
        #expect(JSONReader.value(of: [0x22, 0xC3, 0x28, 0x22]) == nil)
    }
}
