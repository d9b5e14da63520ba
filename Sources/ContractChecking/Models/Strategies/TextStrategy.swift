import JSONSchema

/// Bodies that are not objects or not JSON, for bindings that take `Data`.
enum TextStrategy {
    static func probes(of instance: JSON) -> [Probe] {
        let text = instance.bytes(.compact)
        let roots: [(String, JSON)] = [
            ("the body is null", .null), ("the body is a string", "text"), ("the body is a number", 7),
            ("the body is an empty array", []), ("the body is an empty object", [:]),
        ]
        let latin1 = Array("{\"name\":\"caf".utf8) + [0xE9] + Array("\"}".utf8)
        let broken: [(String, [UInt8], Probe.Expectation)] = [
            ("the body is empty", [], .refused),
            ("the body is truncated in the middle", Array(text.prefix(text.count / 2)), .refused),
            ("the body is truncated before its last byte", Array(text.dropLast()), .refused),
            ("the body is HTML", Array("<!doctype html><title>502</title>".utf8), .refused),
            // Foundation guesses non-Unicode encodings.
            ("the body is Latin-1", latin1, .either),
            // RFC 8259, section 8.1: a parser may ignore a byte order mark.
            ("the body begins with a byte order mark", [0xEF, 0xBB, 0xBF] + text, .either),
        ]
        // An empty object lacks several members at once.
        return roots.map { Probe(name: $0, kind: $1 == [:] ? .pair : .text, input: .json($1)) }
            + broken.map { Probe(name: $0, kind: .text, input: .bytes($1), expectation: $2) }
    }
}
