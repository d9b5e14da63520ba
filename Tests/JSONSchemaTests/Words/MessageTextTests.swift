import JSONSchema
import Testing

struct MessageTextTests {
    private let pages =
        "https://api.example.com/patients/311/appointments?from=2026-11-01T00:00:00Z&status=booked&page="

    @Test func showsTheFirstDifferenceOfTwoLongValues() {
        let (two, three) = MessageText.contrasted(.quoted(pages + "2"), .quoted(pages + "3"))
        #expect(two.rendered() == #"…"pointments?from=2026-11-01T00:00:00Z&status=booked&page=2""#)
        #expect(three.rendered() == #"…"pointments?from=2026-11-01T00:00:00Z&status=booked&page=3""#)
    }

    @Test func showsTheBeginningIfItDiffers() {
        let (one, other) = MessageText.contrasted(.quoted("a" + pages), .quoted("b" + pages))
        #expect(one.rendered().hasPrefix(#""ahttps://"#))
        #expect(other.rendered().hasPrefix(#""bhttps://"#))
    }

    @Test func writesTheScalarsOfTextsThatLookAlike() {
        let (one, other) = MessageText.contrasted(.quoted("caf\u{E9}"), .quoted("cafe\u{301}"))
        #expect(one.rendered() == #""caf\u{00E9}""#)
        #expect(other.rendered() == #""cafe\u{0301}""#)
        let (same, different) = MessageText.contrasted(.quoted("caf\u{E9}"), .quoted("cafe"))
        #expect([same.rendered(), different.rendered()] == ["\"caf\u{E9}\"", "\"cafe\""])
    }

    @Test func closesTheQuotesOfAShortenedString() {
        let long = JSON.string(pages + pages)
        #expect(MessageText.value(long).rendered().hasSuffix(#""…"#))
        #expect(MessageText.excerpt(long).rendered().hasSuffix(#""… (190 bytes)"#))
        #expect(MessageText.excerpt("short" as JSON).rendered() == #""short""#)
    }

    @Test func redactsBothValuesBeforeItComparesThem() {
        let (one, other) = MessageText.contrasted(.quoted("s3cr3t" + pages + "2"), .quoted("{key}" + pages + "3"))
        let redact = { (text: String) in text.replacing("s3cr3t", with: "{key}") }
        #expect(one.redacted(redact).rendered().hasSuffix(#"page=2""#))
        #expect(other.redacted(redact).rendered().hasSuffix(#"page=3""#))
    }
}
