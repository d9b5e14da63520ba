extension JSONNumber {
    package func isMultiple(of divisor: JSONNumber) -> Bool {
        if case .small(let left, let leftExponent) = storage,
            case .small(let right, let rightExponent) = divisor.storage
        {
            let left = Self.normalised(left, Int(leftExponent))
            let right = Self.normalised(right, Int(rightExponent))
            if left.significand == 0 { return true }
            // With trailing zeros removed, a smaller exponent means a digit below the divisor's last one.
            if left.exponent < right.exponent { return false }
            let modulus = right.significand.magnitude
            let power = Self.powerOfTen(left.exponent - right.exponent, modulo: modulus)
            return Self.multiply(left.significand.magnitude % modulus, power, modulo: modulus) == 0
        }
        let left = decimal
        let right = divisor.decimal
        if left.digits.isEmpty { return true }
        if left.exponent < right.exponent { return false }
        return DecimalDivision.divides(right.digits, left.digits, timesTenTo: left.exponent - right.exponent)
    }

    private static func powerOfTen(_ exponent: Int, modulo modulus: UInt64) -> UInt64 {
        var result = 1 % modulus
        var base = 10 % modulus
        var rest = exponent
        while rest > 0 {
            if rest & 1 == 1 { result = multiply(result, base, modulo: modulus) }
            base = multiply(base, base, modulo: modulus)
            rest >>= 1
        }
        return result
    }

    private static func multiply(_ left: UInt64, _ right: UInt64, modulo modulus: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return modulus.dividingFullWidth((product.high % modulus, product.low)).remainder
    }
}

enum DecimalDivision {
    /// Whether `divisor` divides `dividend * 10^power`. Digits are 0 to 9, most significant first.
    ///
    /// Each step keeps a remainder of the divisor's length. Powers of ten are computed by squaring, so the cost is
    /// logarithmic in the exponent.
    static func divides(_ divisor: [UInt8], _ dividend: [UInt8], timesTenTo power: Int) -> Bool {
        let plain = limbs(divisor)
        // Scaled so that the divisor's top limb is at least half the radix: quotient guesses are at most two too high.
        let scale = [radix / (plain[plain.count - 1] + 1)]
        let modulus = product(plain, scale)
        var result = remainder(product(limbs(dividend), scale), modulus)
        var base = remainder([10], modulus)
        var rest = power
        while rest > 0 {
            if rest & 1 == 1 { result = remainder(product(result, base), modulus) }
            base = remainder(product(base, base), modulus)
            rest >>= 1
        }
        return result.isEmpty
    }

    private static let radix = 1_000_000_000

    /// Returns base-10^9 limbs, least significant first, without leading zeros.
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

    private static func product(_ left: [Int], _ right: [Int]) -> [Int] {
        var result = [Int](repeating: 0, count: left.count + right.count)
        for (offset, factor) in left.enumerated() {
            var carry = 0
            for (index, other) in right.enumerated() {
                let sum = result[offset + index] + factor * other + carry
                result[offset + index] = sum % radix
                carry = sum / radix
            }
            result[offset + right.count] += carry
        }
        return trimmed(result)
    }

    /// Returns the remainder of long division (Knuth, algorithm D).
    private static func remainder(_ dividend: [Int], _ divisor: [Int]) -> [Int] {
        let size = divisor.count
        if dividend.count < size { return dividend }
        if size == 1 {
            let rest = dividend.reversed().reduce(0) { ($0 * radix + $1) % divisor[0] }
            return rest == 0 ? [] : [rest]
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
