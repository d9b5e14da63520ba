import JSONSchema
import Testing

@Suite struct NumberTests {
    private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text: text)) }

    @Test(arguments: [
        ("1", "1.0"), ("1", "1e0"), ("100", "1e2"), ("0", "-0.0"), ("0", "0e99"),
        ("12345678901234567890", "12345678901234567890.0"),
        ("0.1", "1e-1"), ("1e30", "1000000000000000000000000000000"), ("9223372036854775807", "9223372036854775807.0"),
        ("123456789012345678901234567890.5", "1234567890123456789012345678905e-1"),
    ])
    func comparesNumbersByValue(left: String, right: String) throws {
        #expect(try number(left) == number(right))
        #expect(try number(left).hashValue == number(right).hashValue)
    }

    @Test(arguments: [
        ("0.1", "0.1000000000000000055"), ("9007199254740992", "9007199254740993"), ("1e400", "1e401"), ("1", "-1"),
        ("123456789012345678901234567890", "123456789012345678901234567891"),
    ])
    func distinguishesCloseNumbers(left: String, right: String) throws {
        #expect(try number(left) != number(right))
    }

    @Test func ordersExactly() throws {
        let ascending = [
            "-1e400", "-123456789012345678901", "-12.5", "-12.4999999999999999999999", "-0.1", "0", "1e-400", "0.1",
            "0.1000000000000000055", "1", "9223372036854775807", "9223372036854775808", "1e19", "1e400",
            "1e99999999999",
        ]
        for left in ascending.indices {
            for right in ascending.indices {
                #expect(try (number(ascending[left]) < number(ascending[right])) == (left < right))
            }
        }
    }

    @Test(arguments: [
        ("1.0", "1"), ("-0", "0"), ("1.50", "1.5"), ("1000000", "1000000"), ("1e2", "100"), ("1e21", "1e21"),
        ("1e20", "100000000000000000000"),
        ("0.000001", "0.000001"), ("0.0000001", "1e-7"), ("123e-10", "1.23e-8"), ("12.5E+3", "12500"),
        ("123456789012345678901234567890", "123456789012345678901234567890"), ("1.5e400", "1.5e400"),
    ])
    func writesTheShortestText(text: String, shortest: String) throws {
        #expect(try number(text).text == shortest)
    }

    @Test func makesTheShortestDecimalOfADouble() {
        #expect(JSONNumber(0.1)?.text == "0.1")
        #expect(JSONNumber(1e23)?.text == "1e23")
        #expect(JSONNumber(Double.leastNonzeroMagnitude)?.text == "5e-324")
        #expect(JSONNumber(.infinity) == nil && JSONNumber(.nan) == nil)
    }

    @Test func recognizesIntegers() throws {
        #expect(
            try number("1.0").intValue == 1 && number("1e3").intValue == 1000
                && number("-9223372036854775808").intValue == .min)
        #expect(try number("1.5").intValue == nil && number("9223372036854775808").intValue == nil)
        #expect(try number("1e400").isInteger && !number("1.5").isInteger && number("15e-1").isInteger == false)
        #expect(try number("1e400").intValue == nil && number("150e-1").isInteger)
    }

    @Test func roundsToTheNearestDouble() throws {
        for text in [
            "0.1", "316.817", "1.7976931348623157e308", "4.9e-324", "9007199254740993", "123456789012345678", "1e22",
            "1e23",
        ] {
            #expect(try number(text).doubleValue == Double(text))
        }
        #expect(try number("1e400").doubleValue == .infinity && number("-1e-400").doubleValue == 0)
    }

    @Test(arguments: ["", "+1", ".5", "1.", "1e", "0x1", "01", "1 ", "Infinity", "1e99999999999999999999"])
    func rejectsAnInvalidNumber(text: String) {
        #expect(JSONNumber(text: text) == nil)
    }
}
