import Foundation
import JSONSchema
import Testing

@testable import HTTPRecording

/// Members with credential-like names, and the placeholders that replace them.
@Suite struct CredentialTests {
    @Test(arguments: [
        "access_token", "accessToken", "Access-Token", "PASSWORD", "client_secret", "api-key", "jwt", "sessionId",
    ])
    func recognizesCredentialNames(_ name: String) { #expect(CredentialNames.contains(name)) }

    @Test(arguments: [
        "token_type", "tokens", "passwordless", "secretary", "session_count", "next_page_token", "key", "id", "user",
        "",
    ])
    func leavesOtherNamesAlone(_ name: String) { #expect(!CredentialNames.contains(name)) }

    @Test func listsSortedUniqueNames() {
        #expect(CredentialNames.all == Set(CredentialNames.all).sorted())
    }

    @Test(arguments: [
        ("hunter2", "redactr"), ("A1b2C3z4", "redacted"), ("correct horse battery st", "redactedtokenredactedtok"),
        ("1234567890", "1010101010"), ("DEADBEEF01", "0BAD0BAD0B"), ("deadbeef", "redacted"),
        ("3d813cbb-47fb-32ba-91df-831e1593ac29", "0bad0bad-0bad-40ba-80ba-0bad0bad0bad"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "eyJhbGciOiJub25lIn0.e30.redacted"), ("x", "r"),
        ("{env:TOKEN}", "{env:TOKEN}"), ("", ""),
    ])
    func createsAPlaceholderOfTheSameShape(_ value: String, _ expected: String) {
        let standIn = CredentialStandIn.texts(for: value, named: "token")[0]
        #expect(standIn == expected)
        #expect(CredentialStandIn.texts(for: standIn, named: "other")[0] == standIn)
    }

    @Test func usesOnePlaceholderForTokensOfSimilarLength() {
        func standIn(_ count: Int) -> String {
            CredentialStandIn.texts(for: String(repeating: "aB3-", count: 20).prefix(count).description, named: "t")[0]
        }
        #expect(standIn(43) == standIn(40))
        #expect(standIn(47).count == 40)
    }

    private func replaced(_ body: String, _ type: String = "application/json", names: [String] = []) -> String {
        let exchange = HTTPExchange(
            request: RecordedRequest(url: "http://h/"),
            response: RecordedResponse(status: 200, headers: ["Content-Type": type], body: bytes(body)))
        let redaction = Redaction(secrets: [], credentials: CredentialMembers(names: names, published: ["public-1"]))
        return text(redaction.redacted([exchange])[0].response.body)
    }

    /// Returns the redacted body and the reported suspicions for a schema that accepts only one token.
    private func redactionOutcome(_ body: String, isListed: Bool) -> (body: String, suspicions: [String]) {
        let members = CredentialMembers { _, body in
            body["token"] == "k7-Xq9" ? [] : [CredentialMembers.SchemaViolation(pointer: "/token", isListed: isListed)]
        }
        let exchange = HTTPExchange(
            request: RecordedRequest(url: "http://h/"),
            response: RecordedResponse(
                status: 200, headers: ["Content-Type": "application/json"], body: bytes(body)))
        let redacted = Redaction(secrets: [], credentials: members).redacted(
            Recording(entries: [exchange, exchange]))
        return (text(redacted.recording.entries[1].response.body), redacted.suspicions.map(\.description))
    }

    @Test func reportsACredentialWithoutAValidStandIn() {
        let redactionOutcome = redactionOutcome(#"{"token":"k7-Xq9","password":"hunter22"}"#, isListed: false)
        #expect(redactionOutcome.body == #"{"token":"k7-Xq9","password":"redacted"}"#)
        #expect(
            redactionOutcome.suspicions
                == [0, 1].map {
                    "a credential for which no stand-in meets the schema at /log/entries/\($0)/response/content/text, "
                        + "member /token"
                })
    }

    @Test func ignoresAValueListedInTheSchema() {
        let redactionOutcome = redactionOutcome(#"{"token":"k7-Xq9"}"#, isListed: true)
        #expect(redactionOutcome.body == #"{"token":"k7-Xq9"}"#)
        #expect(redactionOutcome.suspicions == [])
    }

    @Test func preservesTheRestOfABody() {
        let body =
            "  {\n \"a\" : [ {\"token\"\t: \"xyz\\u0041def9\" , \"n\":1.50}, null ],\n\"password\":{\"hint\":\"x\"}}\n"
        #expect(
            replaced(body)
                == "  {\n \"a\" : [ {\"token\"\t: \"redacted\" , \"n\":1.50}, null ],\n\"password\":{\"hint\":\"x\"}}\n"
        )
        #expect(
            replaced(")]}',\n{\"tokens\":[\"a\"],\"token\":[\"Qw4rty\",\"x1x1x1\"]}")
                == ")]}',\n{\"tokens\":[\"a\"],\"token\":[\"redact\",\"redact\"]}")
        #expect(
            replaced(#"{"token":"public-1","secret":true,"session":null,"jwt":""}"#)
                == #"{"token":"public-1","secret":true,"session":null,"jwt":""}"#)
        #expect(
            replaced("token=abc1234&x=1&client_secret=a%20b%2Bc1", "application/x-www-form-urlencoded")
                == "token=redactr&x=1&client_secret=redact")
        let form = "application/x-www-form-urlencoded"
        #expect(replaced("password={s3cr3t&x={other", form) == "password=redactr&x={other")
        #expect(replaced("token={\"v\":\"A1\"}&x={\"v\": 1}", form) == "token=redactedto&x={\"v\": 1}")
        #expect(replaced("q=[{\"token\":\"hunter2\"}]", form) == "q=%5B%7B%22token%22%3A%22redactr%22%7D%5D")
        #expect(replaced("not { json, \"token\": \"abc\"", "text/plain") == "not { json, \"token\": \"abc\"")
    }

    @Test func replacesCredentialsInPartsAndElements() {
        func body(_ password: String, _ key: String) -> String {
            "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(password)\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n"
                + "{\"api_key\": \"\(key)\"}\r\n--b--\r\n"
        }
        #expect(
            replaced(body("hunter2", "A1b2C3z4"), "multipart/form-data; boundary=b") == body("redactr", "redacted"))
        #expect(
            replaced(
                "<a token='hunter2'><x>1</x><p:password xmlns:p='u'>A1b2<![CDATA[C3z4]]></p:password></a>", "text/xml")
                == "<a token='redactr'><x>1</x><p:password xmlns:p='u'>redacted</p:password></a>")
        #expect(
            replaced(#"{"query": "query A { a }", "variables": {"password": "hunter2"}}"#)
                == #"{"query": "query A { a }", "variables": {"password": "redactr"}}"#)
        // An unparseable body is kept unchanged but still searched by value.
        #expect(replaced("<a token='hunter2'>", "text/xml") == "<a token='hunter2'>")
    }

    @Test func replacesValuesInBracesThatAreNoPlaceholders() {
        #expect(
            replaced(#"{"session_id":"{6F9619FF-8B86-D011-B42D-00CF4FC964FF}","credentials":"{\"key\":\"s3cr3t\"}"}"#)
                == #"{"session_id":"REDACTEDSESSIONIDREDACTEDSESSION","credentials":"redactedcredenti"}"#)
        let placeholders = #"{"token":"{env:TOKEN}","pin":"{cookie:XSRF-TOKEN#2}","jwt":"{sign_in#2}","otp":"{otp}"}"#
        #expect(replaced(placeholders) == placeholders)
    }

    @Test func learnsACookieOfJSON() {
        let exchange = HTTPExchange(
            request: RecordedRequest(url: "http://h/", headers: ["Cookie": #"prefs={"id":1234567}"#]),
            response: RecordedResponse(status: 200, headers: ["X-Was": #"{"id":1234567}"#]))
        #expect(Redaction().redacted([exchange])[0].response.headers["X-Was"] == "{cookie:prefs}")
    }

    @Test func replacesCredentialsInEachEventOfAStream() {
        #expect(
            replaced(
                "event: auth\r\ndata: {\"access_token\":\"s3cr3t-A1\"}\r\n\r\nevent: done\ndata:{\"pin\":\"77\"}\n\n: token\n",
                "text/event-stream")
                == "event: auth\r\ndata: {\"access_token\":\"redacteda\"}\r\n\r\nevent: done\ndata:{\"pin\":\"10\"}\n\n: token\n"
        )
        #expect(
            replaced(
                "{\"token\":\"A1b2C3z4xx\"}\n{\"token\":\"B1b2C3z4xx\"}\n{\"token\":\"A1b2C3z4xx\"}",
                "application/x-ndjson")
                == "{\"token\":\"redactedto\"}\n{\"token\":\"redactedbt\"}\n{\"token\":\"redactedto\"}")
        #expect(
            replaced("data: token=1\n\ndata: [DONE]\n\n", "text/event-stream") == "data: token=1\n\ndata: [DONE]\n\n")
        // The data of one event may have several lines (HTML, 9.2.6), and the last event may lack its empty line.
        let lines =
            "event: a\ndata: {\r\ndata:  \"password\":\nid: 7\ndata: \"hunter2hunter2\"}\n\ndata: {\"pin\":\ndata: \"1234\"}"
        #expect(
            replaced(lines, "text/event-stream")
                == lines.replacing("hunter2hunter2", with: "redactedpasswo").replacing("1234", with: "1010"))
    }

    @Test func replacesCredentialsInEveryURL() {
        let exchange = HTTPExchange(
            request: RecordedRequest(
                url: "http://h/cb?q=1#access_token=A1b2C3z4xx&state=A1b2C3z4xx",
                headers: ["Referer": "http://h/?pin=1234#top"]),
            response: RecordedResponse(
                status: 302,
                headers: [
                    "Location": "https://app/cb?id_token=B1b2C3z4xx", "Content-Location": "/users/7?page=2#token",
                    "Refresh": "0; url=/next?token=C1b2C3z4xx",
                ]))
        let redacted = Redaction(secrets: [], credentials: CredentialMembers()).redacted([exchange])[0]
        #expect(redacted.request.url == "http://h/cb?q=1#access_token=redactedac&state=redactedac")
        #expect(redacted.request.headers["Referer"] == "http://h/?pin=1010#top")
        #expect(
            redacted.response.headers.fields.map(\.value) == [
                "https://app/cb?id_token=redactedid", "/users/7?page=2#token", "0; url=/next?token=redactedto",
            ])
    }

    @Test(arguments: [
        ("user=bob&password=hunter2", "user=bob&password=redactr"),
        (#"{"user":"a=b","password":"hunter2"}"#, #"{"user":"a=b","password":"redactr"}"#),
        ("user: password", "user: password"), ("<a x='1&token'>1=2</a>", "<a x='1&token'>1=2</a>"),
    ])
    func readsARequestBodyWithoutAMediaTypeAsAForm(_ body: String, _ expected: String) {
        let exchange = HTTPExchange(
            request: RecordedRequest(method: "POST", url: "http://h/", body: bytes(body)),
            response: RecordedResponse(status: 200))
        let redacted = Redaction(secrets: [], credentials: CredentialMembers()).redacted([exchange])[0]
        #expect(redacted.request.body.map { text($0) } == expected)
    }

    /// The replacement leaves the other characters and the encoding unchanged.
    @Test(arguments: [
        (#"{"name":"José","token":"hunter2"}"#, #"{"name":"José","token":"redactr"}"#, "application/json"),
        ("<a>é<pin>1234</pin></a>", "<a>é<pin>1010</pin></a>", "text/xml"),
        ("[\"token=é\"]", "[\"token=é\"]", ""), ("token: é", "token: é", "text/plain"),
    ])
    func replacesCredentialsInTextThatIsNotUTF8(_ body: String, _ expected: String, _ type: String) throws {
        let encodings: [String.Encoding] = [.isoLatin1, .utf16, .utf16LittleEndian, .utf16BigEndian]
        for encoding in encodings
        where encoding != .utf16LittleEndian && encoding != .utf16BigEndian || type != "text/xml" {
            let exchange = HTTPExchange(
                request: RecordedRequest(url: "http://h/"),
                response: RecordedResponse(
                    status: 200, headers: ["Content-Type": type], body: Array(try #require(body.data(using: encoding))))
            )
            let redacted = Redaction(secrets: [], credentials: CredentialMembers()).redacted([exchange])[0]
            #expect(redacted.response.body == Array(try #require(expected.data(using: encoding))), "\(encoding)")
        }
    }

    @Test(arguments: [
        (
            "--b\nContent-Disposition: form-data; name=\"password\"\n\nhunter2\n--b--\n",
            "multipart/form-data; boundary=b"
        ),
        ("--b\r\nContent-Type: application/json\r\n\r\n{\"token\":\"hunter2\"}\r\n--b", "multipart/mixed; boundary=b"),
        ("<!DOCTYPE a><a><password>hunter2</password></a>", "application/xml"),
        (#"{"token":"hunter2",}"#, "application/json"),
    ])
    func reportsACredentialInABodyThatCannotBeParsed(_ body: String, _ type: String) {
        func suspicions(_ body: String) -> [String] {
            let exchange = HTTPExchange(
                request: RecordedRequest(
                    method: "POST", url: "http://h/", headers: ["Content-Type": type], body: bytes(body)),
                response: RecordedResponse(status: 200))
            return Redaction(secrets: [], credentials: CredentialMembers()).redacted(Recording(entries: [exchange]))
                .suspicions.map(\.description)
        }
        #expect(
            suspicions(body) == [
                "a credential in a body that cannot be parsed at /log/entries/0/request/postData/text"
            ])
        #expect(suspicions(body.replacing("password", with: "name").replacing("token", with: "name")) == [])
    }

    @Test func replacesCredentialsInPartsOfEveryMultipart() {
        #expect(
            replaced(
                "--b\r\nContent-Type: application/json\r\n\r\n{\"token\":\"hunter2\"}\r\n--b--",
                "multipart/mixed; boundary=b")
                == "--b\r\nContent-Type: application/json\r\n\r\n{\"token\":\"redactr\"}\r\n--b--")
    }

    @Test func numbersNumericCredentialsAndRedactsTheirEchoes() {
        #expect(
            replaced(
                #"[{"token":8493021147,"echo":"8493021147"},{"token":8493021999,"n":-8493021147},{"token":8493021147}]"#
            )
                == #"[{"token":1111111111,"echo":"1111111111"},{"token":1111111102,"n":1111111111},{"token":1111111111}]"#
        )
        #expect(
            replaced(#"[{"pin":1234567.25,"n":1234567.25},{"pin":"77665544","token":77665544}]"#)
                == #"[{"pin":1111111.11,"n":1111111.11},{"pin":"10101010","token":11111111}]"#)
        // A small number is not treated as an echo.
        #expect(replaced(#"{"pin":1234,"year":1234,"text":"1234"}"#) == #"{"pin":1111,"year":1234,"text":"1234"}"#)
    }

    @Test func redactsEchoedCredentials() {
        let exchange = HTTPExchange(
            request: RecordedRequest(
                url: "http://h/x?api_key=K3y-of-mine&q=1", headers: ["X-Auth-Token": "T0ken-A1b2"]),
            response: RecordedResponse(
                status: 200, headers: ["Content-Type": "application/json", "X-Was": "T0ken-A1b2, K3Y-OF-MINE"],
                body: bytes(#"{"session":"active","is":"active","n":"SzN5LW9mLW1pbmU="}"#)))
        let redacted = Redaction(secrets: [], credentials: CredentialMembers()).redacted([exchange])[0]
        #expect(redacted.request.url == "http://h/x?api_key=redactedapi&q=1")
        #expect(redacted.request.headers["X-Auth-Token"] == "redactedau")
        #expect(redacted.response.headers["X-Was"] == "redactedau, redactedapi")
        // A common word is not treated as an echo.
        #expect(text(redacted.response.body) == #"{"session":"redact","is":"active","n":"cmVkYWN0ZWRhcGk="}"#)
    }
}
