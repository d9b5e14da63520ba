import JSONSchema
import Testing

@testable import ContractChecking

/// What may be a date or a time of day is known in every usual notation, and ordinary texts and numbers are none.
struct TimeSearchTests {
    @Test(arguments: [
        #""2026-01-31""#, #""2026-01-31T23:30:00Z""#, #""31.1.26""#, #""1/31/2026""#, #""20260131""#, #""2026年1月31日""#,
        #""Saturday, the 31st of January in the year 2026""#,
        #""January 2026""#, #""31 Jan 26""#, #""9:05 pm""#, #""Sat, 31 Jan 2026 12:00:00 GMT""#, #""1769900000""#,
        #""2026-W05""#,
        "1769900000", "1769900000000", "-110000000.5", #"{"a":[{"b":"closes at 18:00"}]}"#,
    ])
    func mayBeTime(json: String) throws {
        #expect(try JSON(parsing: json).mayHoldTime)
    }

    @Test(arguments: [
        "null", "true", "12.011", "99999999", #""""#, #""Milk""#, #""page 7""#, #""+1 555 867""#, #""room 512""#,
        #""9999""#,
        #""202-225-2435""#, #""before 2000 BC, so they say""#, #""https://a.example:8080/x?y=%C3%A9""#,
        #"{"2026-01-31":"a key is a name"}"#, #"[[],{},"ar01"]"#,
    ])
    func isNoTime(json: String) throws {
        #expect(try !JSON(parsing: json).mayHoldTime)
    }

    @Test func looksAtNoLongText() throws {
        let long = String(repeating: "on 2026-01-31, ", count: 7)
        #expect(!JSON.string(long).mayHoldTime)
        #expect(JSON.string(String(long.prefix(100))).mayHoldTime)
    }
}
