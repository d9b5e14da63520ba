import Foundation
import Testing

@testable import HTTPRecording

/// Bodies that hold an image beside JSON. A secret is found in both, despite escaping.
@Suite struct BinaryPartRedactionTests {
    private let secret = Secret(value: #"p+a/s=s%4w"or\d"#, placeholder: "{env:PW}")

    private func request(_ text: String) -> RecordedRequest {
        let head = "--b\r\nContent-Disposition: form-data; name="
        let body =
            Array("\(head)\"about\"\r\nContent-Type: application/json\r\n\r\n\(text)\r\n".utf8)
            + Array("\(head)\"file\"; filename=\"a\"\r\n\r\n".utf8) + [0xFF, 0xD8, 0, 0x25, 0x5C, 0x0A, 1]
            + Array("\(text)".utf8) + [0, 0xD9] + Array("\r\n--b--\r\n".utf8)
        return RecordedRequest(
            method: "POST", url: "http://h/", headers: ["Content-Type": "multipart/form-data; boundary=b"], body: body)
    }

    private func leaks(_ request: RecordedRequest) -> [Leak] {
        let exchange = HTTPExchange(request: request, response: RecordedResponse(status: 200))
        return Redaction(secrets: [secret]).leaks(in: Recording(entries: [exchange]).serialized())
    }

    @Test(
        arguments: [
            (#"{"k":"p+a/s=s%4w\"or\\d"}"#, #"{"k":"{env:PW}"}"#),
            ("k=p%2Ba%2Fs%3Ds%254w%22or%5Cd", "k=%7Benv%3APW%7D"),
            ("<k>p+a/s=s%4w&quot;or\\d</k>", nil), ("<k>&#112;+a/s=s%4w&#34;or\\d</k>", nil),
            ("k: cCthL3M9cyU0dyJvclxk", "k: e2VudjpQV30="),
        ] as [(String, String?)])
    func redactsBothPartsAndKeepsTheImage(_ text: String, _ expected: String?) {
        let redacted = Redaction(secrets: [secret]).redacted(request(text))
        #expect(leaks(request(text)).isEmpty == false)
        #expect(leaks(redacted) == [])
        let body = redacted.body ?? []
        #expect(Data(body).range(of: Data([0xFF, 0xD8, 0, 0x25, 0x5C, 0x0A, 1])) != nil)
        #expect(Data(body).range(of: Data([0, 0xD9, 0x0D, 0x0A])) != nil)
        if let expected { #expect(redacted.body == request(expected).body) }
    }

    @Test func leavesRandomBytesAlone() {
        var random = SplitMix(state: 7)
        let body = (0..<50_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let request = RecordedRequest(
            method: "POST", url: "http://h/", headers: ["Content-Type": "image/png"], body: body)
        #expect(Redaction(secrets: [secret]).redacted(request).body == body)
        #expect(leaks(request) == [])
    }
}
