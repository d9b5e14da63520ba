import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct RequestURLTests {
    @Test func confinesASegmentToItsPartOfTheURL() throws {
        let url = try URL(origin: "https://a.example/v1", path: ["users", "../x?y#z%2F"])
        #expect(url.absoluteString == "https://a.example/v1/users/..%2Fx%3Fy%23z%252F")
        #expect(url.query == nil)
        #expect(url.fragment == nil)
    }

    @Test(arguments: ["", ".", ".."])
    func refusesEmptyAndDotSegments(segment: String) {
        #expect(throws: RequestFault.segment) { try URL(origin: "https://a.example", path: ["users", segment]) }
    }

    @Test func keepsTheOrderOfQueryPairs() throws {
        let url = try URL(origin: "https://a.example", path: ["x"], query: [("b", "1 +"), ("a", ""), ("b", "&")])
        #expect(url.absoluteString == "https://a.example/x?b=1%20%2B&a=&b=%26")
    }

    @Test(arguments: ["", " ", "a b", "a\r\nX-Admin: 1", "a\n", "a\u{0}", "é", "🎉", "\t"])
    func refusesHeaderValuesThatAreNotVisibleASCII(value: String) throws {
        var request = URLRequest(.get, try URL(origin: "https://a.example", path: []))
        #expect(throws: RequestFault.header) { try request.setHeader("X-Key", to: value) }
        #expect(request.allHTTPHeaderFields?.isEmpty ?? true)
    }

    @Test(arguments: [
        "http://a", "https://a.b-c.example/x.jpg", "http://localhost:8080/a/b?c=d&e=/?", "http://a?b",
        "http://a/%C3%a9",
        "https://a/~!$&'()*+,;=:@_-.",
    ])
    func readsWebAddresses(text: String) {
        #expect(URL(webAddress: text)?.absoluteString == text)
    }

    @Test(arguments: [
        "", "aa", "www.linkedin.com/in/x", "http://", "http:///x", "ftp://a/x", "HTTP://a", " http://a", "http://a ",
        "http://a b", "http://a/é", "http://u@a/", "http://a:/", "http://a:123456/", "http://a:x", "http://a/%",
        "http://a/%4",
        "http://a/%4g", "http://a#b", "http://a/#b", "http://a/\"", "http://a/\n", "javascript:alert(1)",
        "http://a\u{0}",
    ])
    func refusesAnInvalidWebAddress(text: String) {
        #expect(URL(webAddress: text) == nil)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (98, "98"), (22.989769282, "22.989769282"), (-73.84, "-73.84"), (0.1, "0.1"),
        (0.00001, "0.00001"), (0.0000015, "0.0000015"), (1e-7, "1e-7"), (-1.5e-9, "-1.5e-9"),
        (1e16, "10000000000000000"),
        (1.2345e20, "123450000000000000000"), (1e21, "1e21"), (1.7976931348623157e308, "1.7976931348623157e308"),
        (9007199254740992, "9007199254740992"),
    ])
    func writesNumbersAsTheShortestText(number: Double, text: String) {
        #expect(number.queryText == text)
    }
}
