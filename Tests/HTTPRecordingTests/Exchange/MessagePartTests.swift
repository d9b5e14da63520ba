import HTTPRecording
import Testing

struct MessagePartTests {
    private func parts(_ body: String, _ headers: HeaderFields = [:]) -> [String] {
        let request = RecordedRequest(
            method: "POST", url: "https://api.example.com/", headers: headers, body: Array(body.utf8))
        return request.parts.filter { if case .body = $0.location { true } else { false } }.map(\.text)
    }

    @Test func readsABodyWithoutATypeAsAForm() {
        #expect(parts("a=1&b=x%20y") == ["1", "x y"])
        #expect(parts("a=1&b=x%20y", ["Content-Type": "application/x-www-form-urlencoded"]) == ["1", "x y"])
        #expect(parts(#"{"a":"1=2&b=3"}"#) == ["1=2&b=3"])
        #expect(parts("a=1", ["Content-Type": "text/plain"]) == [])
    }
}
