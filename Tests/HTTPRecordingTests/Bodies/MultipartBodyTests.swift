import Testing

@testable import HTTPRecording

@Suite("Multipart bodies")
struct MultipartBodyTests {
    private static let parts = [
        "Content-Disposition: form-data; name=\"title\"\r\n\r\nTea",
        "Content-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\nContent-Type: image/png\r\n\r\n\u{1}\r\n--",
    ]

    private static func body(_ boundary: String, before: String = "", after: String = "\r\n") -> [UInt8] {
        Array((before + parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\(after)").utf8)
    }

    @Test(
        "parts do not depend on the boundary, preamble or epilogue",
        arguments: [
            ("XX", "", "\r\n"), ("Boundary-7F3A", "", ""), ("a b=c", "\r\n", "\r\n"),
            ("q", "a preamble\r\n", "an epilogue"),
        ])
    func sameParts(_ boundary: String, _ before: String, _ after: String) throws {
        let found = try MultipartBody(
            Self.body(boundary, before: before, after: after),
            MediaType("multipart/form-data; charset=utf-8; boundary=\"\(boundary)\""))
        #expect(found == (try MultipartBody(Self.body("XX"), MediaType("multipart/form-data;boundary=XX"))))
        #expect(found.names == ["title", "file"])
        #expect(found.parts.map(\.bytes) == [Array("Tea".utf8), [1, 13, 10, 45, 45]])
        #expect(found.parts.map(\.filename) == [nil, "a.bin"])
        #expect(found.parts.map { $0.content?.essence } == [nil, "image/png"])
    }

    @Test(
        "a quoted parameter may contain any character",
        arguments: [
            (#"multipart/form-data; boundary="a;b"; charset="UTF-8""#, ["boundary": "a;b", "charset": "utf-8"]),
            (#"text/plain; title="a\"b\\";x = "y=z""#, ["title": #"a"b\"#, "x": "y=z"]),
            (#"text/plain; title=a\b; x"#, ["title": #"a\b"#]), (#"text/plain; title="a;b"#, ["title": "a;b"]),
        ])
    func quotes(_ text: String, _ parameters: [String: String]) {
        #expect(MediaType(text).parameters == parameters)
    }

    @Test("a part may be empty or contain the start of a boundary")
    func edges() throws {
        let text =
            "--b\r\nContent-Disposition: form-data; name=e\r\n\r\n\r\n--b  \r\ncontent-disposition: form-data; NAME=\"f\"\r\n\r\n\r\n--bc\r\n--b--"
        let body = try MultipartBody(Array(text.utf8), boundary: "b")
        #expect(body.parts.map(\.name) == ["e", "f"])
        #expect(body.parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["", "\r\n--bc"])
        #expect(try MultipartBody(Array("--b--".utf8), boundary: "b").parts.isEmpty)
        let bare = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n--b--"
        #expect(try MultipartBody(Array(bare.utf8), boundary: "b").parts == [MultipartBody.Part(name: "a", bytes: [])])
    }

    @Test("quotes and line breaks in a name are escaped as by browsers")
    func escapedNames() throws {
        let part = MultipartBody.Part(name: "a\r\nb\"c\r", filename: "d\ne", bytes: [])
        let body = MultipartBody(parts: [part]).bytes(boundary: "x")
        let line = #"Content-Disposition: form-data; name="a%0D%0Ab%22c%0D"; filename="d%0Ae""#
        #expect(String(decoding: body, as: UTF8.self) == "--x\r\n\(line)\r\n\r\n\r\n--x--\r\n")
        #expect(try MultipartBody(body, boundary: "x").parts == [part])
    }

    @Test(
        "names and file names are decoded as clients escape them",
        arguments: [
            (#"name="a\"b"; filename="c;d.txt""#, #"a"b"#, "c;d.txt"), (#"name="a%22b"; filename=x"#, #"a"b"#, "x"),
            ("name=\"ü\"; filename=\"x\"; filename*=UTF-8''%C3%BC.txt", "ü", "ü.txt"),
            (#"filename="C:\d\x"; name=n"#, "n", #"C:\d\x"#),
        ])
    func escapes(_ parameters: String, _ name: String, _ filename: String) throws {
        let text = "--b\r\nContent-Disposition: form-data; \(parameters)\r\n\r\nv\r\n--b--\r\n"
        let part = try #require(try MultipartBody(Array(text.utf8), boundary: "b").parts.first)
        #expect(part.name == name)
        #expect(part.filename == filename)
    }

    @Test(
        "truncated bodies, wrong boundaries and missing headers are reported",
        arguments: [
            (
                "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nte",
                "the body is cut off in part 1: its closing boundary, which ends with '--', is missing"
            ),
            ("--c\r\n\r\nv\r\n--c--", "the body does not contain the boundary that the header 'Content-Type' names"),
            ("", "the body does not contain the boundary that the header 'Content-Type' names"),
            ("--b\r\nvalue\r\n--b--", "part 1 has no empty line between its headers and its content"),
            ("--b\r\nvalue\r\n\r\n--b--", "part 1 has the line 'value', which is not a header"),
            (
                "--b\nContent-Disposition: form-data; name=a\n\nv\n--b--\n",
                "a boundary line begins or ends with LF instead of CR LF"
            ),
            (
                "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nv\n--b--\r\n",
                "a boundary line begins or ends with LF instead of CR LF"
            ),
            (
                "--b\r\nContent-Disposition: form-data; name=a\n\nv\r\n--b--\r\n",
                "a header of part 1 ends with LF instead of CR LF"
            ),
        ])
    func refused(_ text: String, _ message: String) {
        let error = #expect(throws: BodySyntaxError.self) {
            try MultipartBody(Array(text.utf8), boundary: "b")
        }
        #expect(error?.message == message)
    }

    @Test("a missing boundary and a body of more than 64 MiB are reported")
    func limits() {
        let error = #expect(throws: BodySyntaxError.self) {
            try MultipartBody([], MediaType("multipart/form-data"))
        }
        #expect(
            error?.message == "the header 'Content-Type' names no boundary: expected multipart/form-data; boundary=TEXT"
        )
        let large = #expect(throws: BodySyntaxError.self) {
            try MultipartBody([UInt8](repeating: 0, count: 100_000_000), boundary: "b")
        }
        #expect(large?.message == "the body has 100000000 bytes; a multipart body of more than 67108864 is not read")
    }

    @Test("a body truncated anywhere is rejected without a trap")
    func cuts() throws {
        let whole = Self.body("XX", after: "")
        for count in 0..<whole.count {
            #expect(throws: BodySyntaxError.self) {
                try MultipartBody(Array(whole[..<count]), boundary: "XX")
            }
        }
        #expect(try MultipartBody(whole, boundary: "XX").parts.count == 2)
    }
}
