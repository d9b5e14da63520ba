import Foundation
import Testing

@testable import ExampleProvider
@testable import LoopbackServer

@Suite struct JSONValueTests {
    private func read(_ body: [UInt8]) -> JSONValue? {
        Request(method: .post, target: "/", path: [], query: [], body: body, isHTTP11: true).object
    }

    @Test func readsAndWritesAnObject() throws {
        let text = #" {"z": 1.50, "a": [ 1 , -0.5e+3 , true , false , null , "" ], "m": "\u00e9\ud83d\ude00\/\n\"\\"} "#
        let value = try #require(read(Array(text.utf8)))
        #expect(
            value.written
                == #"{"a":[1,-500,true,false,null,""],"m":"é😀/\n\"\\","z":1.5}"#)
    }

    @Test(arguments: [
        "", " ", "{", "{a:1}", #"{"a":01}"#, #"{"a":.5}"#, #"{"a":NaN}"#, "[]", "1", #""a""#, "{} 2",
        "{\"a\":\"\u{1}\"}", #"{"a":"\ud800"}"#, #"{"a":"# + String(repeating: "[", count: 100_000),
    ]) func rejectsWhatIsNoObject(text: String) {
        #expect(read(Array(text.utf8)) == nil)
    }

    @Test func rejectsInvalidUTF8() {
        #expect(read(Array(#"{"a":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)) == nil)
    }
}
