extension JSONNumber {
    package func isMultiple(of divisor: JSONNumber) -> Bool {
        let left = decimal
        let right = divisor.decimal
        if left.digits.isEmpty { return true }
        // Without trailing zeros, a smaller exponent means a digit below the divisor's last one.
        if left.exponent < right.exponent { return false }
        return DecimalDivision.divides(right.digits, left.digits, timesTenTo: left.exponent - right.exponent)
    }
}

/// Division of numbers as base-10^9 limbs, least significant first, without leading zeros.
enum DecimalDivision {
    /// Whether `divisor` divides `dividend * 10^power`. Digits are 0 to 9, most significant first.
    static func divides(_ divisor: [UInt8], _ dividend: [UInt8], timesTenTo power: Int) -> Bool {
        // A divisor of n digits has fewer than 4n factors of 2 or of 5, so more zeros make no difference.
        let dividend = dividend + repeatElement(0, count: min(power, 4 * divisor.count))
        let divisor = limbs(divisor)
        // Scaled so that the divisor's top limb is at least half the radix: quotient guesses are at most two too high.
        let scale = radix / (divisor[divisor.count - 1] + 1)
        return remainder(product(limbs(dividend), scale), product(divisor, scale)).isEmpty
    }

    private static let radix = 1_000_000_000

    private static func limbs(_ digits: [UInt8]) -> [Int] {
        var result: [Int] = []
        var end = digits.count
        while end > 0 {
            let start = max(0, end - 9)
            result.append(digits[start..<end].reduce(0) { $0 * 10 + Int($1) })
            end = start
        }
        return trimmed(result)
    }

    private static func trimmed(_ limbs: [Int]) -> [Int] {
        Array(limbs[..<((limbs.lastIndex { $0 != 0 } ?? -1) + 1)])
    }

    private static func product(_ limbs: [Int], _ factor: Int) -> [Int] {
        var carry = 0
        let product = limbs.map { limb in
            let sum = limb * factor + carry
            carry = sum / radix
            return sum % radix
        }
        return trimmed(product + [carry])
    }

    /// Returns the remainder of long division (Knuth, algorithm D).
    private static func remainder(_ dividend: [Int], _ divisor: [Int]) -> [Int] {
        let size = divisor.count
        if dividend.count < size { return dividend }
        if size == 1 {
            return trimmed([dividend.reversed().reduce(0) { ($0 * radix + $1) % divisor[0] }])
        }
        var rest = dividend + [0]
        for offset in stride(from: dividend.count - size, through: 0, by: -1) {
            let head = rest[offset + size] * radix + rest[offset + size - 1]
            var guess = min(head / divisor[size - 1], radix - 1)
            while guess > 0 {
                let error = head - guess * divisor[size - 1]
                if error >= radix || guess * divisor[size - 2] <= error * radix + rest[offset + size - 2] { break }
                guess -= 1
            }
            add(divisor, times: -guess, to: &rest, at: offset)
            if rest[offset + size] < 0 { add(divisor, times: 1, to: &rest, at: offset) }
        }
        return trimmed(rest)
    }

    /// Adds a multiple of the divisor. If the sum is negative, so is the limb above the divisor's.
    private static func add(_ divisor: [Int], times factor: Int, to rest: inout [Int], at offset: Int) {
        var carry = 0
        for (index, limb) in divisor.enumerated() {
            let sum = rest[offset + index] + limb * factor + carry
            carry = sum / radix - (sum % radix < 0 ? 1 : 0)
            rest[offset + index] = sum - carry * radix
        }
        rest[offset + divisor.count] += carry
    }
}
