import JSONSchema
import Testing

@Suite struct SourceMapTests {
    private let text = "{\n  \"a\": [1, {\"é\": \"x\", \"k\": 2}],\n  \"a~/b\" : true,\r\n\"d\": 1, \"d\": {}\n}"

    private func place(_ pointer: String) -> String? {
        JSONSourceMap(text).position(of: JSONPointer(stringLiteral: pointer)).map { "\($0.line):\($0.column)" }
    }

    private func keyPlace(_ pointer: String) -> String? {
        JSONSourceMap(text).keyPosition(of: JSONPointer(stringLiteral: pointer)).map { "\($0.line):\($0.column)" }
    }

    @Test func findsValuesAndKeys() {
        #expect(place("") == "1:1" && keyPlace("") == nil)
        #expect(place("/a") == "2:8" && keyPlace("/a") == "2:3")
        #expect(place("/a/0") == "2:9" && keyPlace("/a/0") == nil)
        #expect(place("/a/1/é") == "2:18" && keyPlace("/a/1/é") == "2:13")
        #expect(place("/a/1/k") == "2:28")
        #expect(place("/a~0~1b") == "3:12" && keyPlace("/a~0~1b") == "3:3")
        #expect(place("/d") == "4:14")
        #expect(place("/a/2") == nil && place("/a/x") == nil && place("/none") == nil && place("/a/0/0") == nil)
    }

    @Test func hasNoLocationsInInvalidJSON() {
        #expect(JSONSourceMap("{\"a\": 1").position(of: "/a") == nil)
        #expect(JSONSourceMap("").position(of: "") == nil)
    }

    @Test func locatesManyValuesInOneLongLine() throws {
        let elements = (0..<100_000).map { "{\"name\":\"ä\($0)\"}" }.joined(separator: ",")
        let map = JSONSourceMap("[\(elements)]")
        for index in stride(from: 0, to: 100_000, by: 7) {
            #expect(map.position(of: JSONPointer(tokens: [String(index), "name"])) != nil)
        }
        // "[" and ten elements of 13 scalars, each with a comma, then `{"name":`.
        #expect(map.position(of: "/10/name")?.column == 1 + 10 * 14 + 9)
    }
}
