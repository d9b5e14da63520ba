/// `1 check`, `2 checks`.
package func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// A number of seconds as plain decimals: no exponent, no locale; what is negative or not finite is zero.
package func decimal(_ seconds: Double, places: Int = 3) -> String {
    var scale: UInt64 = 1
    for _ in 0..<places { scale *= 10 }
    let sane = seconds.isFinite ? min(max(seconds, 0), 1e9) : 0
    let units = UInt64((sane * Double(scale)).rounded())
    guard places > 0 else { return "\(units)" }
    let fraction = String(units % scale)
    return "\(units / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
}

/// A duration as a person says it: `0.21 s`, `12.4 s`, `3 min 20 s`.
package func duration(_ seconds: Double) -> String {
    if seconds.isFinite, seconds >= 99.95 {
        let whole = Int(min(seconds, 1e9).rounded())
        return "\(whole / 60) min \(whole % 60) s"
    }
    return decimal(seconds, places: seconds < 9.995 ? 2 : 1) + " s"
}
