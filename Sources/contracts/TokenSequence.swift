import JSONSchema

/// The two tokens of a local provider session: its identifier and its XSRF token. They repeat, so that recording again
/// changes no file. They protect only made-up data on loopback.
final class TokenSequence: Sendable {
    private let isSecond = Locked(false)

    func next() -> String {
        isSecond.withLock { isSecond in
            defer { isSecond.toggle() }
            return isSecond ? "00000000000000000000000000005e55" : "10ca1000000000000000000000005e55"
        }
    }
}
