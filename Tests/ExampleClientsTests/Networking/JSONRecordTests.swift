import Foundation
import Testing

@testable import ExampleClients

@Suite struct JSONRecordTests {
    /// Parses with JSONSerialization, whose values the models read.
    private func record(_ text: String) throws -> JSONRecord {
        JSONRecord(try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]))
    }

    @Test func distinguishesBooleansFromNumbers() throws {
        let record = try record(#"{"true": true, "false": false, "one": 1, "zero": 0, "whole": 1.0}"#)
        for name in ["true", "false"] {
            #expect(throws: JSONMismatch.self) { try record[name].integer() }
            #expect(throws: JSONMismatch.self) { try record[name].number() }
        }
        for name in ["one", "zero", "whole"] {
            #expect(throws: JSONMismatch.self) { try record[name].boolean() }
        }
        #expect(try record["true"].boolean())
        #expect(try !record["false"].boolean())
    }

    @Test func readsSwiftValuesLikeFoundationValues() throws {
        let record = JSONRecord(["bool": true, "int": 7, "double": 1.5, "whole": 2.0])
        #expect(try record["bool"].boolean())
        #expect(try record["int"].integer() == 7)
        #expect(try record["double"].number() == 1.5)
        #expect(try record["whole"].integer() == 2)
        #expect(throws: JSONMismatch.self) { try record["bool"].integer() }
        #expect(throws: JSONMismatch.self) { try record["int"].boolean() }
    }

    @Test(arguments: [
        ("1", 1), ("1.0", 1), ("-0", 0), ("1e3", 1000), ("9007199254740991", 9_007_199_254_740_991),
        ("-9007199254740991", -9_007_199_254_740_991),
    ])
    func readsWholeNumbersExactly(text: String, integer: Int) throws {
        #expect(try record(#"{"n": \#(text)}"#)["n"].integer() == integer)
    }

    @Test(arguments: [
        "1.5", "9007199254740992", "9007199254740993", "-9007199254740992", "9223372036854775807",
        "18446744073709551615",
        "-9223372036854775809", "1e19", "1e308", "123456789012345678901234567890", #""1""#, "null", "true", "[1]", "{}",
    ])
    func refusesInexactAndNonIntegerValues(text: String) throws {
        #expect(throws: JSONMismatch.self) { try record(#"{"n": \#(text)}"#)["n"].integer() }
    }

    @Test func includesTheBoundsOfARange() throws {
        let record = try record(#"{"low": -90, "high": 90.0, "under": -90.000001, "over": 91}"#)
        #expect(try record["low"].number(in: -90...90) == -90)
        #expect(try record["high"].number(in: -90...90) == 90)
        #expect(throws: JSONMismatch.self) { try record["under"].number(in: -90...90) }
        #expect(throws: JSONMismatch.self) { try record["over"].number(in: -90...90) }
    }

    @Test func treatsNullAsAbsentButNotAWrongType() throws {
        let record = try record(#"{"null": null, "wrong": 1}"#)
        #expect(record["absent"].ifPresent == nil)
        #expect(record["null"].ifPresent == nil)
        #expect(throws: JSONMismatch.self) { try record["wrong"].ifPresent?.string() }
    }

    @Test func refusesAnArrayWithOneBadElement() throws {
        let record = try record(#"{"good": [2, 8, 1], "bad": [2, true, 1], "empty": []}"#)
        func integers(_ name: String) throws -> [Int] {
            try record[name].array { element throws(JSONMismatch) in try element.integer() }
        }
        #expect(try integers("good") == [2, 8, 1])
        #expect(try integers("empty") == [])
        #expect(throws: JSONMismatch.self) { try integers("bad") }
    }

    @Test func readsMillisecondsSince1970() throws {
        let record = try record(
            #"{"ms": 1526904000123, "whole": 1526904000123.0, "half": 1.5, "ever": 253402300800000}"#)
        #expect(try record["ms"].epochMilliseconds() == Date(timeIntervalSince1970: 1_526_904_000.123))
        #expect(try record["whole"].epochMilliseconds() == Date(timeIntervalSince1970: 1_526_904_000.123))
        #expect(throws: JSONMismatch.self) { try record["half"].epochMilliseconds() }
        #expect(throws: JSONMismatch.self) { try record["ever"].epochMilliseconds() }
    }

    @Test(arguments: [
        ("application/json", true), ("Application/JSON; charset=utf-8", true), ("application/problem+json", true),
        ("text/html", false), ("application/jsonp", false), ("", false), (";", false),
    ])
    func recognizesJSONMediaTypes(header: String, isJSON: Bool) {
        #expect(MediaType(header).isJSON == isJSON)
    }

    @Test func readsTheCharset() {
        #expect(MediaType("text/html; level=1; Charset=\"ISO-8859-1\"").charset == "iso-8859-1")
        #expect(MediaType("text/html").charset == nil)
    }
}
