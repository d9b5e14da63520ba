import Testing

@testable import JSONSchema

struct JSONCursorTests {
    private final class Collected: CollectingReading {
        let source = SourceFile(path: "a.json", bytes: JSONCursorTests.json.bytes(.compact))
        var faults: [SourceFault] = []
    }

    private final class Stopped: StoppingReading {
        func failure(_ fault: JSONFault) -> Told { Told("\(fault.pointer): \(fault.message)") }
    }

    private struct Told: Error, Equatable {
        let text: String

        init(_ text: String) { self.text = text }
    }

    private static let json: JSON = [
        "name": "x", "naem": 1, "a/b": [true, ["deep": 1.5]], "count": 3,
    ]

    @Test func collectsEveryFaultAndContinues() {
        let reading = Collected()
        let root = JSONCursor(Self.json, reading)
        #expect(root.object(required: ["name", "size"], known: ["name", "size", "a/b", "count"]) == nil)
        #expect(root["name"]?.string() == "x")
        #expect(root["name"]?.bool() == nil)
        #expect(root["a/b"]?.elements().map { $0.bool() } == [true, nil])
        #expect(root["count"]?.members().isEmpty == true)
        #expect(root["none"]?.string() == nil)
        #expect(
            reading.faults.map { "\($0.place.pointer): \($0.message)" } == [
                "/naem: unknown key 'naem'; did you mean 'name'?", ": the key 'size' is missing",
                "/name: expected true or false, found string", "/a~1b/1: expected true or false, found object",
                "/count: expected an object, found integer",
            ])
    }

    @Test func stopsAtTheFirstFault() throws {
        let root = JSONCursor(Self.json, at: "/outer", Stopped())
        #expect(try root.member("count").int() == 3)
        #expect(try root.member("a/b").elements()[1].member("deep").double() == 1.5)
        #expect(throws: Told("/outer/a~1b/1: the key 'deeper' is missing")) {
            try root.member("a/b").elements()[1].member("deeper")
        }
        #expect(throws: Told("/outer/name: expected an object, found string")) {
            try root.member("name").member("first")
        }
        #expect(throws: Told("/outer/name: expected a whole number, found string")) { try root.member("name").int() }
        #expect(throws: Told("/outer: unknown key 'naem'; did you mean 'name'?")) {
            try root.allow(["name", "count", "a/b"])
        }
    }
}

struct SourceFileTests {
    private let file = SourceFile(path: "f.json", bytes: Array("{\n  \"a\": {\"b\": [1,\n 2]}\n}".utf8))

    @Test func findsTheValueAndItsKey() {
        #expect(file.place(of: "/a/b/1") == Place(file: "f.json", line: 3, column: 2, pointer: "/a/b/1"))
        #expect(file.keyPlace(of: "/a/b") == Place(file: "f.json", line: 2, column: 9, pointer: "/a/b"))
        #expect(file.keyPlace(of: "/a/b/1").description == "f.json:3:2")
    }

    @Test func usesTheNearestAncestorOfAMissingValue() {
        #expect(file.place(of: "/a/b/7/x") == Place(file: "f.json", line: 2, column: 14, pointer: "/a/b/7/x"))
        #expect(file.place(of: "/c") == Place(file: "f.json", line: 1, column: 1, pointer: "/c"))
        #expect(SourceFile(path: "g", bytes: []).place(of: "/c") == Place(file: "g", pointer: "/c"))
    }
}
