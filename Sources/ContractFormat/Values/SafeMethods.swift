/// The methods that only read (RFC 9110, 9.2.1).
package enum SafeMethods {
    package static func contains(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}
