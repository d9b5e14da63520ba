import JSONSchema

/// The two tokens of every session of the local provider, its identifier and its XSRF token: the same every time, so that
/// recording the same answers again writes nothing. They guard nothing but made-up data on loopback.
final class TokenSequence: Sendable {
    private let isSecond = Locked(false)

    func next() -> String {
        isSecond.withLock { isSecond in
            defer { isSecond.toggle() }
            return isSecond ? "00000000000000000000000000005e55" : "10ca1000000000000000000000005e55"
        }
    }
}
