extension Double {
    /// The shortest decimal text that reads back as this number, digits as far as 21 places: `40`, `0.00001`, `1e-7`.
    ///
    /// Locales have no part in it: a comma for a point would make another number of it.
    var queryText: String {
        let scientific = magnitude.description.split(separator: "e")
        let digits = scientific[0].split(separator: ".")
        let whole = digits[0]
        let fraction = digits.count == 2 && digits[1] != "0" ? digits[1] : ""
        let sign = self < 0 ? "-" : ""
        guard scientific.count == 2, let exponent = Int(scientific[1]) else {
            return sign + whole + (fraction.isEmpty ? "" : "." + fraction)
        }
        // Swift turns to exponents below 1e-4 and from 2^53 on; other languages keep to digits for longer.
        switch exponent {
        case -6..<0:
            return sign + "0." + String(repeating: "0", count: -exponent - 1) + whole + fraction
        case 0..<21:
            return sign + whole + fraction + String(repeating: "0", count: exponent - fraction.count)
        default:
            return sign + whole + (fraction.isEmpty ? "" : "." + fraction) + "e\(exponent)"
        }
    }
}
