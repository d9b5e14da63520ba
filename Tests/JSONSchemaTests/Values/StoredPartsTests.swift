import Foundation
import Testing

@testable import JSONSchema

/// What shares parts with a known value is written, converted and validated as any other.
struct StoredPartsTests {
    private let base: JSON = ["a": ["n": "é\n", "l": [1, 2, ["k": true]]], "b": [["x": 1], ["x": 2]], "c": []]
    private let parts = StoredParts()

    init() { parts.add(base) }

    @Test func knowsWhatACopyShares() {
        let changed = base.replacing("/b/1/x", with: 3)
        #expect(parts.contains(base))
        #expect(!parts.contains(changed))
        #expect(changed["a"].map(parts.contains) == true)
        #expect(changed[pointer: "/b/0"].map(parts.contains) == true)
        #expect(changed["b"].map(parts.contains) == false)
        #expect(changed["c"].map(parts.contains) == false)
    }

    @Test func writesACopyAsItIs() {
        #expect(String(decoding: parts.bytes(of: base), as: UTF8.self) == base.text())
        for _ in 0..<2 {
            let changed = base.replacing("/b/1/x", with: 3)
            parts.look(at: changed)
            #expect(
                String(decoding: parts.bytes(of: changed), as: UTF8.self)
                    == #"{"a":{"n":"é\n","l":[1,2,{"k":true}]},"b":[{"x":1},{"x":3}],"c":[]}"#)
        }
    }

    @Test func convertsACopyAsItIs() throws {
        let changed = base.replacing("/b/1/x", with: 3)
        for json in [base, changed, changed] {
            parts.look(at: json)
            #expect(try JSON(foundation: parts.foundation(of: json)) == json)
        }
    }

    @Test func validatesWhatChanged() throws {
        let schema = try Schema([
            "properties": [
                "a": ["properties": ["n": ["type": "string"]]],
                "b": ["items": ["properties": ["x": ["enum": [1, 2]]]]],
            ]
        ])
        let strict = try Schema(["properties": ["b": ["items": ["properties": ["x": ["const": 1]]]]]])
        for _ in 0..<2 {
            #expect(schema.accepts(base, knowing: parts))
            #expect(!strict.accepts(base, knowing: parts))
            for (pointer, value, isGood) in [("/b/1/x", 1, true), ("/b/1/x", 3, false), ("/a/n", 1, false)] {
                let changed = base.replacing(JSONPointer(stringLiteral: pointer), with: .number(JSONNumber(value)))
                parts.look(at: changed)
                #expect(schema.accepts(changed, knowing: parts) == isGood)
                #expect(schema.violations(of: changed, knowing: parts) == schema.violations(of: changed))
            }
            #expect(strict.accepts(base.replacing("/b/1/x", with: 1), knowing: parts))
        }
    }
}
