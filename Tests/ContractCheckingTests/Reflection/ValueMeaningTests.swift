import Foundation
import JSONSchema
import Testing

@testable import ContractChecking

/// Equality of Swift values and JSON: for each type, JSON that equals a value and similar JSON that differs.
struct ValueMeaningTests {
    private struct Holder<Value> { let a: Value }

    private func holds<Value>(_ value: Value, _ json: JSON?, as conversion: String? = nil) throws -> Bool {
        let words = conversion.map { #""properties":{"a":{"pointer":"/a","as":\#($0)}},"# } ?? ""
        let model = try #require(
            try contract(
                #""models":{"Thing":{"schema":{"type":"object","properties":{"a":{}}},\#(words)"examples":[{}]}}"#
            ).model("Thing"))
        let object: JSON = json.map { ["a": $0] } ?? [:]
        return ValueMap(model, ValueSources(nil, nil)).differences(Holder(a: value), object, isWhole: false).isEmpty
    }

    private func expect<Value>(
        _ value: Value, is equal: [JSON], not unequal: [JSON], as conversion: String? = nil,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        for json in equal { #expect(try holds(value, json, as: conversion), "\(json)", sourceLocation: location) }
        for json in unequal + [.null] {
            #expect(try !holds(value, json, as: conversion), "\(json)", sourceLocation: location)
        }
    }

    @Test func comparesStringsExactly() throws {
        try expect("é", is: ["é"], not: ["e\u{301}", "E", 7])
        try expect(Substring("ab"), is: ["ab"], not: ["a"])
        try expect(Character("a"), is: ["a"], not: ["b"])
        try expect("7", is: ["7", 7], not: [8], as: "\"number\"")
    }

    @Test func comparesIntegersExactly() throws {
        try expect(7, is: [7, 7.0, "7"], not: [8, 7.5, "8", true])
        try expect(Int64.max, is: [.number(JSONNumber(Int.max))], not: [.number(JSONNumber(Int.max - 1))])
        let most = try JSON(parsing: Array("18446744073709551615".utf8))
        let less = try JSON(parsing: Array("18446744073709551614".utf8))
        try expect(UInt64.max, is: [most], not: [less])
        try expect(Int8(-1), is: [-1], not: [1, 255])
    }

    @Test func comparesFractionsAtThePrecisionOfTheirType() throws {
        try expect(0.1, is: [0.1, "0.1"], not: [0.2])
        try expect(Float(0.1), is: [0.1], not: [0.100_001, 0.2])
        try expect(Double(Float(0.1)), is: [], not: [0.1])
        try expect(CGFloat(1.5), is: [1.5], not: [1.25])
        let decimal = try #require(Decimal(string: "0.1"))
        try expect(decimal, is: [0.1, "0.1"], not: [try JSON(parsing: Array("0.10000000000000001".utf8))])
    }

    @Test func comparesAMeasurementWithANumberAfterAnObject() throws {
        let model = try #require(
            try contract(#""models":{"Thing":{"schema":{"properties":{"a":{}}},"examples":[{}]}}"#).model("Thing"))
        let map = ValueMap(model, ValueSources(nil, nil))
        let holder = Holder(a: Measurement(value: 5, unit: UnitMass.grams))
        _ = map.differences(holder, ["a": ["value": 5]], isWhole: false)
        #expect(map.differences(holder, ["a": 5], isWhole: false).isEmpty)
    }

    @Test func allowsLeadingZerosInNumericStrings() throws {
        try expect(7, is: ["7", "007", "+7"], not: ["70", "-7", ""], as: "\"number\"")
        try expect(-0.5, is: ["-0.5", "-00.50"], not: ["0.5", "-.5"], as: "\"number\"")
        try expect(try #require(Decimal(string: "0.1")), is: ["0.1", "+00.1"], not: ["0.01"], as: "\"number\"")
        // Leading zeros of an identifier are significant.
        try expect(7, is: ["7"], not: ["007", "+7"])
    }

    @Test func comparesDateComponentsWithStrings() throws {
        try expect(
            DateComponents(year: 2024, month: 2, day: 3), is: ["2024-02-03", "2024-02-03T10:00:00Z"],
            not: ["2024-03-02", "2024-02-04", "2024-02", 20_240_203])
        try expect(DateComponents(hour: 10, minute: 30), is: ["10:30", "10:30:59"], not: ["10:31", "11:30", "1030"])
    }

    @Test func comparesPlatformTypesByTheirCoding() throws {
        try expect(SIMD2(1.5, 2), is: [[1.5, 2]], not: [[2, 1.5], [1.5], "1.5,2"])
        try expect(CGPoint(x: 1.5, y: 2), is: [[1.5, 2]], not: [[2, 1.5], [1.5]])
        try expect(CGRect(x: 1, y: 2, width: 3, height: 4), is: [[[1, 2], [3, 4]]], not: [[[1, 2], [4, 3]]])
        try expect(1...3, is: [[1, 3]], not: [[1, 4], [3, 1]])
        let address = try #require(URLComponents(string: "https://a.example/b?c=d"))
        try expect(address, is: ["https://a.example/b?c=d"], not: ["https://a.example/b", "https://b.example/b?c=d"])
    }

    @Test func comparesBooleansWithOneAndZero() throws {
        try expect(true, is: [true, 1], not: [false, 0, "true"])
        try expect(false, is: [false, 0], not: [true, 1])
        try expect(true, is: [true, 1, "true", "yes", "1"], not: [false, 0, "false", "no"], as: "\"boolean\"")
        try expect(1, is: [1, true], not: [0, false], as: "\"boolean\"")
    }

    @Test func comparesUUIDsURLsDataAndTimeZonesWithStrings() throws {
        let uuid = try #require(UUID(uuidString: "123E4567-E89B-12D3-A456-426614174000"))
        try expect(
            uuid, is: ["123E4567-E89B-12D3-A456-426614174000", "123e4567-e89b-12d3-a456-426614174000"],
            not: ["123E4567-E89B-12D3-A456-426614174001", 7])
        let url = try #require(URL(string: "https://example.com/a?b=c"))
        try expect(url, is: ["https://example.com/a?b=c"], not: ["https://example.com/a", "https://example.com/a?b=d"])
        try expect(
            "https://example.com/a", is: ["https://example.com/a"], not: ["https://example.com/b"], as: "\"url\"")
        try expect(Data([1, 2, 3]), is: ["AQID"], not: ["AQIE", "AQI="])
        let zone = try #require(TimeZone(identifier: "Europe/Oslo"))
        try expect(zone, is: ["Europe/Oslo"], not: ["Europe/Paris"])
    }

    @Test func comparesDatesToTheMillisecond() throws {
        try expect(
            Date(timeIntervalSince1970: 1_700_000_000.123),
            is: ["2023-11-14T22:13:20.123Z", "2023-11-14T23:13:20.123+01:00"],
            not: ["2023-11-14T22:13:20.122Z", "2023-11-14T22:13:20.124Z", "2023-11-14T22:13:20Z"])
        try expect(Date(timeIntervalSince1970: 1.5), is: [1500], not: [1501, 1.5], as: "\"epoch-milliseconds\"")
        try expect(Date(timeIntervalSince1970: 1.5), is: [1.5, "1.5"], not: [1, 1500], as: "\"epoch-seconds\"")
        try expect(
            Date(timeIntervalSince1970: 1_709_164_800), is: ["2024-02-29"], not: ["2024-02-28", "2024-03-01"],
            as: "\"date\"")
        try expect(
            Date(timeIntervalSince1970: 1_709_204_400), is: ["29.02.2024 12:00"],
            not: ["29.02.2024 11:00", "29.02.2024 13:00"],
            as: #"{"date":"dd.MM.yyyy HH:mm","zone":"Europe/Oslo"}"#)
    }

    @Test func durationsAreSecondsUnlessTheContractSaysMilliseconds() throws {
        try expect(Duration.milliseconds(1500), is: [1.5], not: [1500, 1.501])
        try expect(Duration.milliseconds(1500), is: [1500], not: [1.5, 1501], as: "\"milliseconds\"")
        try expect(1.5, is: [1500], not: [1.5], as: "\"milliseconds\"")
        try expect(1.5, is: [1.5], not: [1500], as: "\"seconds\"")
    }

    private enum Suit: String { case cups, swords }
    private enum Level: Int { case low = 1, high = 2 }
    private enum Plain { case firstClass, second }
    private struct Name { let text: String }

    @Test func comparesEnumerationsAndWrappersByTheirValues() throws {
        try expect(Suit.cups, is: ["cups"], not: ["swords", "Cups"])
        try expect(Level.high, is: [2], not: [1, "high"])
        try expect(Plain.firstClass, is: ["firstClass", "first_class", "FIRST-CLASS"], not: ["second"])
        try expect(Plain.second, is: [["second": [:]]], not: [["firstClass": [:]], ["second": 1]])
        try expect(Name(text: "a"), is: ["a"], not: ["b", ["a"]])
        try expect(AnyHashable("a"), is: ["a"], not: ["b", 7])
        try expect(AnyHashable(7), is: [7], not: [8])
    }

    @Test func comparesCollectionsByTheirElements() throws {
        try expect([1, 2], is: [[1, 2]], not: [[2, 1], [1], [1, 2, 3], ["a": 1]])
        try expect(["a", "b"], is: [["a", "b"]], not: [["b", "a"], ["a", "b", "b"]])
        try expect([1], is: [[1], 1], not: [[2], 2, [1, 1], ["a": 1]])
        try expect([[0.5], []], is: [[[0.5], []]], not: [[[0.5]], [[], [0.5]]])
        try expect(Set([1, 2]), is: [[1, 2], [2, 1], [1, 2, 2]], not: [[1], [1, 3], [1, 2, 3]])
        try expect(["a": 1, "b": 2], is: [["b": 2, "a": 1]], not: [["a": 1], ["a": 1, "b": 3], ["a": 1, "c": 2]])
        try expect([1: "x"], is: [["1": "x"]], not: [["2": "x"], ["1": "y"]])
    }

    @Test func nilIsNullOrMissing() throws {
        #expect(try holds(Int?.none, .null))
        #expect(try holds(Int?.none, nil))
        #expect(try !holds(Int?.none, 7))
        #expect(try holds(Int??.some(.some(7)), 7))
        #expect(try !holds(Int??.some(.some(7)), nil))
        #expect(try holds(NSNull(), .null))
        #expect(try !holds(NSNull(), 7))
    }

    @Test func comparesFoundationObjectsByTheirBridgedValues() throws {
        try expect(NSNumber(value: 7), is: [7], not: [8])
        try expect(NSString(string: "a"), is: ["a"], not: ["b"])
        try expect(
            ["a": 1, "b": "x", "c": [true]] as [String: Any], is: [["a": 1, "b": "x", "c": [true]]],
            not: [["a": 1, "b": "y", "c": [true]], ["a": 1, "b": "x", "c": [false]]])
    }
}
