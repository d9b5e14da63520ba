import Foundation
import Testing

@testable import ExampleClients

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("AZaz09-._~", "AZaz09-._~"),
        ("", ""),
        ("swift programming", "swift%20programming"),
        ("a&b=c+d#e?f/g%h;i", "a%26b%3Dc%2Bd%23e%3Ff%2Fg%25h%3Bi"),
        ("\"'\\", "%22%27%5C"),
        ("\r\n\u{0}", "%0D%0A%00"),
        ("%20", "%2520"),
        ("🎉", "%F0%9F%8E%89"),
        ("e\u{301}", "e%CC%81"),
        ("\u{E9}", "%C3%A9"),
        (" a ", "%20a%20"),
        ("{env:KEY}", "%7Benv%3AKEY%7D"),
    ])
    func encodesEverythingExceptUnreservedCharacters(text: String, encoded: String) {
        #expect(text.percentEncoded == encoded)
    }

    @Test func preservesCodePointsInARoundTrip() throws {
        let text = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))
        let decoded = try #require(text.percentEncoded.removingPercentEncoding)
        #expect(Array(decoded.utf8) == Array(text.utf8))
    }
}
