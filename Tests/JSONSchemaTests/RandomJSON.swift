import JSONSchema

/// A seeded generator, so that failures can be reproduced.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Generates arbitrary JSON values: unusual numbers, control, astral and combining characters, keys equal under
/// normalization.
struct RandomJSON {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func value(depth: Int) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2, 3: return number()
        case 4: return .string(string())
        case 5:
            return .array((0..<Int.random(in: 0..<6, using: &generator)).map { _ in value(depth: depth - 1) })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0..<14, using: &generator) { object[string()] = value(depth: depth - 1) }
            return .object(object)
        }
    }

    mutating func string() -> String {
        let pool: [Unicode.Scalar] = [
            "a", "b", "é", "e", "\u{301}", "\u{0}", "\u{1F}", "\"", "\\", "/", "\n", "\u{7F}", "\u{FFFD}", "\u{FEFF}",
            "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{1D11E}", "\u{10FFFF}", "~", "1", " ",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<20, using: &generator) {
            text.append(pool[Int.random(in: 0..<pool.count, using: &generator)])
        }
        return String(text)
    }

    mutating func number() -> JSON {
        var text = Bool.random(using: &generator) ? "-" : ""
        let digits = Int.random(in: 1..<40, using: &generator)
        text += String(Int.random(in: 1...9, using: &generator))
        for _ in 1..<digits { text += String(Int.random(in: 0...9, using: &generator)) }
        if Bool.random(using: &generator) { text += ".\(Int.random(in: 0...1000, using: &generator))" }
        if Bool.random(using: &generator) { text += "e\(Int.random(in: -400...400, using: &generator))" }
        return JSONNumber(text: text).map(JSON.number) ?? .null
    }
}
