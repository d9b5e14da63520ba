import Foundation
import Testing

@testable import JSONSchema

struct JSONPartCacheTests {
    private let base: JSON = ["a": ["n": "é\n", "l": [1, 2, ["k": true]]], "b": [["x": 1], ["x": 2]], "c": []]
    private let cache = JSONPartCache()

    init() { cache.add(base) }

    @Test func findsSharedPartsOfACopy() {
        let changed = base.replacing("/b/1/x", with: 3)
        #expect(cache.contains(base))
        #expect(!cache.contains(changed))
        #expect(changed["a"].map(cache.contains) == true)
        #expect(changed[pointer: "/b/0"].map(cache.contains) == true)
        #expect(changed["b"].map(cache.contains) == false)
        #expect(changed["c"].map(cache.contains) == false)
    }

    @Test func writesACopyUnchanged() {
        #expect(String(decoding: cache.bytes(of: base), as: UTF8.self) == base.text())
        for _ in 0..<2 {
            let changed = base.replacing("/b/1/x", with: 3)
            cache.beginExamining(changed)
            #expect(
                String(decoding: cache.bytes(of: changed), as: UTF8.self)
                    == #"{"a":{"n":"é\n","l":[1,2,{"k":true}]},"b":[{"x":1},{"x":3}],"c":[]}"#)
        }
    }

    @Test func convertsACopyUnchanged() throws {
        let changed = base.replacing("/b/1/x", with: 3)
        for json in [base, changed, changed] {
            cache.beginExamining(json)
            #expect(try JSON(foundation: cache.foundation(of: json)) == json)
        }
    }

    @Test func validatesChangedParts() throws {
        let schema = try Schema([
            "properties": [
                "a": ["properties": ["n": ["type": "string"]]],
                "b": ["items": ["properties": ["x": ["enum": [1, 2]]]]],
            ]
        ])
        let strict = try Schema(["properties": ["b": ["items": ["properties": ["x": ["const": 1]]]]]])
        for _ in 0..<2 {
            #expect(schema.accepts(base, cache: cache))
            #expect(!strict.accepts(base, cache: cache))
            for (pointer, value, isGood) in [("/b/1/x", 1, true), ("/b/1/x", 3, false), ("/a/n", 1, false)] {
                let changed = base.replacing(JSONPointer(stringLiteral: pointer), with: .number(JSONNumber(value)))
                cache.beginExamining(changed)
                #expect(schema.accepts(changed, cache: cache) == isGood)
                #expect(schema.violations(of: changed, cache: cache) == schema.violations(of: changed))
            }
            #expect(strict.accepts(base.replacing("/b/1/x", with: 1), cache: cache))
        }
    }
}
