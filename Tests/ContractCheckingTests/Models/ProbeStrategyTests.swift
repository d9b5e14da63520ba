import ContractFormat
import JSONSchema
import Testing

@testable import ContractChecking

/// Probes that each strategy derives from one valid instance: their names and inputs.
struct ProbeStrategyTests {
    /// Returns the probes of a kind for the member `a` of an instance, as `NAME: INPUT`.
    private func probes(
        _ kind: Probe.Kind, of value: JSON, _ schema: JSON, takesData: Bool = false
    ) throws -> [String] {
        let root: JSON = ["type": "object", "properties": ["a": schema]]
        let model = try #require(
            try contract(
                #""models": {"Thing": {"schema": \#(root.text(.compact)), "properties": {"a": "/a"}, "examples": [{"a": \#(value.text(.compact))}]}}"#
            ).model("Thing"))
        return ProbeGenerator.changeProbes(of: model, good: [["a": value]], takesData: takesData).filter {
            $0.kind == kind
        }.map { probe in
            switch probe.input {
            case .json(let json): "\(probe.name): \(json.text(.compact))"
            case .bytes(let bytes):
                "\(probe.name): \(String(decoding: bytes, as: UTF8.self)) \(probe.mayBeRefused ? "either" : "refused")"
            }
        }
    }

    @Test func missingRemovesAMemberAndNullReplacesIt() throws {
        #expect(try probes(.missing, of: 1, ["type": "integer"]) == ["/a is missing: {}"])
        #expect(try probes(.null, of: 1, ["type": "integer"]) == [#"/a is null: {"a":null}"#])
        #expect(try probes(.null, of: .null, [:]) == [])
    }

    @Test func typeGivesAValueOfEachOtherType() throws {
        #expect(
            try probes(.type, of: "x", ["type": "string"]) == [
                #"/a is true: {"a":true}"#, #"/a is an integer: {"a":7}"#, #"/a is 1: {"a":1}"#,
                #"/a is a fraction: {"a":1.5}"#, #"/a is an array: {"a":[]}"#, #"/a is an object: {"a":{}}"#,
            ])
    }

    /// Foundation bridges booleans to numbers, and 0 and 1 to booleans. It bridges no other change.
    @Test func typeMarksBridgedValues() throws {
        func bridged(_ value: JSON) throws -> [String] {
            let model = try #require(
                try contract(
                    #""models": {"Thing": {"schema": {"type": "object", "properties": {"a": {}}}, "properties": {"a": "/a"}, "examples": [{"a": 1}]}}"#
                ).model("Thing"))
            return ProbeGenerator.changeProbes(of: model, good: [["a": value]], takesData: false).filter(\.isBridged)
                .map(\.name)
        }
        #expect(try bridged(5) == ["/a is true"])
        #expect(try bridged(true) == ["/a is 1"])
        #expect(try bridged("x") == [])
    }

    @Test func numberProbesValuesAroundEachBound() throws {
        let made = try probes(.number, of: 20, ["type": "integer", "minimum": 2, "multipleOf": 10])
        #expect(
            made.prefix(6) == [
                #"/a is 2: {"a":2}"#, #"/a is 1: {"a":1}"#, #"/a is 3: {"a":3}"#, #"/a is 2.5: {"a":2.5}"#,
                #"/a is 10: {"a":10}"#, #"/a is 15: {"a":15}"#,
            ])
        #expect(made.contains(#"/a is 9223372036854775808: {"a":9223372036854775808}"#))
        #expect(made.contains(#"/a is 100: {"a":100}"#))
        #expect(Set(made).count == made.count)
        #expect(try probes(.number, of: "5", ["type": "string"]) == [])
    }

    /// With `anyOf`, a value may match the alternative without a bound.
    @Test(arguments: [
        (#"{"allOf": [{"type": "integer"}, {"maximum": 18446744073709551615}]}"#, true),
        (#"{"anyOf": [{"type": "integer", "maximum": 18446744073709551615}, {"type": "integer"}]}"#, false),
    ])
    func promisesALargeNumberOnlyIfEveryAlternativeDoes(schema: String, isPromised: Bool) throws {
        let model = try #require(
            try contract(
                #""models": {"Thing": {"schema": {"properties": {"a": \#(schema)}}, "examples": [{"a": 1}]}}"#
            ).model("Thing"))
        let probes = ProbeGenerator.changeProbes(of: model, good: [["a": 1]], takesData: false)
        let large = try #require(probes.first { $0.name == "/a is 9223372036854775808" })
        #expect(large.mayBeRefused != isPromised)
    }

    @Test func stringProbesLengthsPatternAndFormat() throws {
        let made = try probes(
            .string, of: "2024-01-01", ["type": "string", "minLength": 2, "pattern": "^2", "format": "date"])
        for probe in [
            #"/a is empty: {"a":""}"#, #"/a has 1 letters: {"a":"x"}"#, #"/a has 3 emoji: {"a":"😀😀😀"}"#,
            #"/a has a trailing newline: {"a":"2024-01-01\n"}"#, #"/a is "2024-02-29": {"a":"2024-02-29"}"#,
            #"/a is "2023-02-29": {"a":"2023-02-29"}"#, #"/a has both letter cases: {"a":"aB Cd"}"#,
        ] {
            #expect(made.contains(probe), "\(probe)")
        }
    }

    @Test func stringProbesLetterCasesOfAPattern() throws {
        let made = try probes(.string, of: "Ab-1c", ["type": "string", "pattern": "^[A-Z][a-z]-[0-9][a-z]$"])
        for probe in [
            #"/a is in uppercase: {"a":"AB-1C"}"#, #"/a is in lowercase: {"a":"ab-1c"}"#,
            #"/a has its last letter in the other case: {"a":"Ab-1C"}"#,
            #"/a has every letter in the other case: {"a":"aB-1C"}"#,
        ] {
            #expect(made.contains(probe), "\(probe)")
        }
    }

    @Test func probesOneInstanceOfEachAlternative() throws {
        let schema: JSON = [
            "oneOf": [
                ["required": ["k", "a"], "properties": ["k": ["const": "x"], "a": ["type": "string"]]],
                [
                    "required": ["k", "a"],
                    "properties": ["k": ["const": "y"], "a": ["type": "string", "minLength": 3]],
                ],
            ]
        ]
        let good: [JSON] = [["k": "x", "a": "one"], ["k": "x", "a": "two"], ["k": "y", "a": "three"]]
        let model = try #require(
            try contract(#""models": {"Thing": {"schema": \#(schema.text(.compact))}}"#).model("Thing"))
        func instances(_ good: [JSON], _ place: String) -> [String] {
            ProbeGenerator.changeProbes(of: model, good: good, takesData: false).compactMap { probe in
                guard probe.name.hasSuffix("\(place) is missing"), case .json(let json) = probe.input else {
                    return nil
                }
                return json.text(.compact)
            }
        }
        #expect(instances(good, "/a") == [#"{"k":"x"}"#, #"{"k":"y"}"#])
    }

    @Test func choiceProbesEveryValueAndInvalidOnes() throws {
        #expect(
            try probes(.choice, of: "on", ["enum": ["on", "off"]]) == [
                #"/a is "off": {"a":"off"}"#, #"/a is an unlisted value: {"a":"none of them"}"#,
                #"/a is almost a listed value: "o": {"a":"o"}"#, #"/a is almost a listed value: "on2": {"a":"on2"}"#,
                #"/a is almost a listed value: "2on": {"a":"2on"}"#, #"/a is almost a listed value: "of": {"a":"of"}"#,
                #"/a is almost a listed value: "off2": {"a":"off2"}"#,
                #"/a is almost a listed value: "2off": {"a":"2off"}"#,
                #"/a is in the wrong letter case: {"a":"ON"}"#, #"/a has spaces around it: {"a":" on "}"#,
            ])
        #expect(
            try probes(.choice, of: 1, ["const": 1]) == [#"/a is an unlisted value: {"a":-987654}"#])
    }

    @Test func arrayProbesLengthsAndInvalidElements() throws {
        let made = try probes(.array, of: [1], ["type": "array", "maxItems": 2])
        #expect(
            made.dropLast() == [
                #"/a is empty: {"a":[]}"#, #"/a has 2 elements: {"a":[1,1]}"#, #"/a has 3 elements: {"a":[1,1,1]}"#,
                #"/a has null after its elements: {"a":[1,null]}"#,
                #"/a has null before its elements: {"a":[null,1]}"#,
                #"/a has an object after its elements: {"a":[1,{}]}"#,
                #"/a has an object before its elements: {"a":[{},1]}"#,
                #"/a has a string after its elements: {"a":[1,"text"]}"#,
                #"/a has a string before its elements: {"a":["text",1]}"#,
                #"/a has an array after its elements: {"a":[1,[]]}"#,
                #"/a has an array before its elements: {"a":[[],1]}"#,
            ])
        #expect(made.last?.hasPrefix("/a has 200 elements: ") == true)
        #expect(try probes(.array, of: [], ["type": "array"]) == [])
    }

    @Test func unknownPropertyIsAddedToEveryObject() throws {
        #expect(
            try probes(.unknown, of: ["b": 1], ["type": "object"]) == [
                #"the whole has an unknown property: {"a":{"b":1},"x-unknown-property":{"b":7}}"#,
                #"/a has an unknown property: {"a":{"b":1,"x-unknown-property":7}}"#,
            ])
        #expect(
            try probes(.unknown, of: ["b": 1, "c": "text"], ["type": "object"]).last
                == #"/a has an unknown property: {"a":{"b":1,"c":"text","x-unknown-property":[{"nested":1}]}}"#)
    }

    @Test func pairOmitsOptionalMembersAndZeroesAllNumbers() throws {
        #expect(
            try probes(.pair, of: ["b": 1, "c": 2, "d": 3, "e": 4], ["type": "object", "required": ["e"]]) == [
                #"/a lacks 'b' and 'c': {"a":{"d":3,"e":4}}"#, #"/a lacks 'b' and 'd': {"a":{"c":2,"e":4}}"#,
                #"/a lacks 'c' and 'd': {"a":{"b":1,"e":4}}"#,
                #"/a lacks every optional member: {"a":{"e":4}}"#,
                #"/a has 0 in every number: {"a":{"b":0,"c":0,"d":0,"e":0}}"#,
            ])
    }

    @Test func pairEqualsTextsOfOneForm() throws {
        let time: JSON = ["type": "string", "pattern": "^[0-9]{2}:[0-9]{2}$"]
        let schema: JSON = [
            "type": "object", "required": ["name", "opens", "closes", "note"],
            "properties": ["opens": time, "closes": time, "note": ["enum": ["a"]]],
        ]
        let made = try probes(.pair, of: ["name": "Bo", "opens": "08:00", "closes": "17:30", "note": "a"], schema)
        #expect(
            made == [
                #"/a has "08:00" in every string: {"a":{"name":"08:00","opens":"08:00","closes":"08:00","note":"a"}}"#
            ])
    }

    @Test func pairEqualsObjectsOfOneForm() throws {
        let stop: JSON = ["type": "object", "required": ["id"], "properties": ["id": ["type": "integer"]]]
        let schema: JSON = ["type": "object", "required": ["from", "to"], "properties": ["from": stop, "to": stop]]
        #expect(
            try probes(.pair, of: ["from": ["id": 1], "to": ["id": 2]], schema) == [
                #"/a has {"id":1} in every object: {"a":{"from":{"id":1},"to":{"id":1}}}"#
            ])
    }

    @Test func unknownRenamesKeysOfADictionary() throws {
        func keys(_ value: JSON) throws -> [String] {
            try probes(.unknown, of: value, ["type": "object", "additionalProperties": ["type": "integer"]])
                .filter { $0.contains("key") }.map { String($0.prefix { $0 != ":" }) }
        }
        #expect(
            try keys(["oslo": 1]) == [
                "/a has the key 'Oslo'", "/a has the key 'oslo_of_two'", "/a has the key 'oslo \u{2764}\u{FE0F}'",
                "/a has 61 keys",
            ])
        #expect(try keys(["👍": 1]).suffix(2) == ["/a has the key '👍 \u{2764}\u{FE0F}'", "/a has 61 keys"])
        // Code may parse such keys.
        #expect(try keys(["2026-11-30": 1]) == [])
    }

    @Test func textProbesOnlyBindingsThatTakeBytes() throws {
        #expect(try probes(.text, of: 1, [:]) == [])
        let made = try probes(.text, of: 1, [:], takesData: true)
        #expect(
            made.prefix(7) == [
                "the body is null: null", #"the body is a string: "text""#, "the body is a number: 7",
                "the body is an empty array: []", "the body is empty:  refused",
                #"the body is truncated in the middle: {"a refused"#,
                #"the body is truncated before its last byte: {"a":1 refused"#,
            ])
        #expect(made.count == 10)
        #expect(try probes(.pair, of: 1, [:], takesData: true).contains("the body is an empty object: {}"))
        #expect(made.last?.hasSuffix(#"{"a":1} either"#) == true)
    }
}
