import Foundation
import JSONSchema
import Testing

@Suite struct ValueTests {
    @Test func comparesStringsByCodePoint() {
        let composed: JSON = "\u{E9}"
        let decomposed: JSON = "e\u{301}"
        #expect(composed != decomposed)
        let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
        #expect(object.count == 2 && object["\u{E9}"] == 1 && object["e\u{301}"] == 2)
    }

    @Test func comparesObjectsWithoutOrder() {
        let left: JSON = ["a": 1, "b": [2.0]]
        let right: JSON = ["b": [2], "a": 1.0]
        #expect(left == right && left.hashValue == right.hashValue)
        #expect(left != ["a": 1, "c": [2]] && left != ["a": 1])
        #expect(JSON.bool(true) != 1 && JSON.string("1") != 1)
    }

    @Test func changesObjectsInPlace() {
        var object: JSONObject = ["a": 1, "b": 2, "c": 3]
        let copy = object
        object["b"] = 5
        object["d"] = 4
        object["a"] = nil
        object["missing"] = nil
        #expect(object.keys == ["b", "c", "d"] && object.values == [5, 3, 4])
        #expect(copy.keys == ["a", "b", "c"] && copy["b"] == 2 && copy["d"] == nil)
        for number in 0..<100 { object["k\(number)"] = JSON.number(JSONNumber(number)) }
        #expect(object["k99"] == 99 && object["k0"] == 0 && object.count == 103)
    }

    @Test func resolvesThePointersOfRFC6901() throws {
        let json = try JSON(
            parsing: #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#)
        let expected: [(String, JSON)] = [
            ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3), ("/g|h", 4),
            ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8), ("", json),
        ]
        for (text, value) in expected {
            let pointer = try JSONPointer(text)
            #expect(json[pointer: pointer] == value)
            #expect(pointer.description == text)
        }
        for text in ["/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/nothing", "/foo/bar", "//x"] {
            let pointer = try JSONPointer(text)
            #expect(json[pointer: pointer] == nil)
            #expect(json.replacing(pointer, with: true) == json)
        }
        for text in ["a", "/~2", "/~"] {
            #expect(throws: JSONPointer.SyntaxError.self) { try JSONPointer(text) }
        }
    }

    @Test func matchesEveryElementWithAnAsterisk() {
        let json: JSON = ["results": [["id": 1], ["id": 2], 3], "by": ["x": ["id": 4], "*": 0]]
        let found = JSONPointer("/results/*/id").matches(in: json)
        #expect(found.map(\.pointer.description) == ["/results/0/id", "/results/1/id"])
        #expect(found.map(\.value) == [1, 2])
        #expect(JSONPointer("/by/*").matches(in: json).map(\.pointer.description) == ["/by/x", "/by/*"])
        #expect(JSONPointer("").matches(in: json).map(\.value) == [json])
        #expect(JSONPointer("/none/*").matches(in: json).isEmpty)
    }

    @Test func bridgesLikeJSONSerialization() throws {
        let text = """
            {"true":true,"false":false,"one":1,"zero":0,"negative":-5,"real":1.0,"half":1.5,"exponent":1e2,"null":null,
             "u64":12345678901234567890,"max":18446744073709551615,"huge":123456789012345678901234567890,"min":-9223372036854775808,
             "long":0.1234567890123456789,"text":"x","list":[1,[]],"object":{"k":{}},"tiny":1e-400,"minus":-0}
            """
        let theirs = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let json = try JSON(parsing: text)
        let ours = try #require(json.foundation as? [String: Any])
        #expect(Set(ours.keys) == Set(theirs.keys))
        for (key, value) in ours {
            let other = try #require(theirs[key])
            #expect(type(of: value) == type(of: other), "\(key)")
            #expect(value as? Bool == other as? Bool && value as? Int == other as? Int, "\(key)")
            #expect(value as? Double == other as? Double && value as? UInt64 == other as? UInt64, "\(key)")
            #expect((value as? NSNumber)?.objCType.pointee == (other as? NSNumber)?.objCType.pointee, "\(key)")
            #expect((value is NSNull) == (other is NSNull) && value as? String == other as? String, "\(key)")
        }
        // Foundation loses digits of -1e-400 and of longer decimals; everything else is equal after the round trip.
        var expected = try #require(json.objectValue)
        expected["tiny"] = 0
        #expect(try JSON(foundation: theirs) == .object(expected))
    }

    @Test func readsSwiftValues() throws {
        let value: [String: Any] = [
            "b": true, "i": 1, "d": 0.1, "f": Float(0.1), "n": Int?.none as Any, "u": UInt8(200), "s": ["x"],
        ]
        #expect(
            try JSON(foundation: value)
                == ["b": true, "i": 1, "d": 0.1, "f": 0.1, "n": .null, "u": 200, "s": ["x"]])
        #expect(throws: JSON.FoundationError.self) { try JSON(foundation: Double.nan) }
        let error = #expect(throws: JSON.FoundationError.self) { try JSON(foundation: ["a": [1, Date()] as [Any]]) }
        #expect(error?.pointer == "/a/1")
    }
}
