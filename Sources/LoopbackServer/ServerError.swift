import Foundation

/// An error that keeps a server from starting.
package enum ServerError: Error, Hashable, Sendable {
    /// The port is not between 0 and 65535.
    case invalidPort(Int)
    /// Another process, or another server, listens on the port.
    case portInUse(Int)
    /// The system does not let this user listen on the port, as is usual below 1024.
    case portNotPermitted(Int)
    /// This server runs already, on this port.
    case alreadyRunning(port: Int)
    /// A system call failed for another reason; `code` is its `errno`.
    case system(call: String, code: Int32)
}

extension ServerError: LocalizedError, CustomStringConvertible {
    /// The fault and what to do about it, in one sentence.
    package var description: String {
        switch self {
        case .invalidPort(let port): "port \(port) does not exist: choose one from 1 to 65535, or 0 for any free one"
        case .portInUse(let port):
            "port \(port) of 127.0.0.1 is in use: stop the program that holds it, or choose another port "
                + "(0 takes any free one)"
        case .portNotPermitted(let port):
            "port \(port) needs more rights than this user has: choose one from 1024 to 65535, or 0 for any free one"
        case .alreadyRunning(let port): "the server runs already, on port \(port): stop it before it is started again"
        case .system(let call, let code):
            "the system refused \(call)(): \(String(cString: strerror(code))) (errno \(code))"
        }
    }

    /// The same text as `description`.
    package var errorDescription: String? { description }
}
