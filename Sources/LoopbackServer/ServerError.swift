import Foundation

package enum ServerError: Error, Hashable, Sendable {
    case invalidPort(Int)
    case portInUse(Int)
    /// The user lacks the right to listen on the port, as is usual below 1024.
    case portNotPermitted(Int)
    case alreadyRunning(port: Int)
    /// Another system call failure. `code` is its `errno`.
    case system(call: String, code: Int32)
}

extension ServerError: LocalizedError, CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidPort(let port): "port \(port) does not exist: choose one from 1 to 65535, or 0 for any free one"
        case .portInUse(let port):
            "port \(port) of 127.0.0.1 is in use: stop the program that uses it, or choose another port "
                + "(0 selects any free port)"
        case .portNotPermitted(let port):
            "port \(port) needs more rights than this user has: choose one from 1024 to 65535, or 0 for any free one"
        case .alreadyRunning(let port):
            "the server is already running on port \(port): stop it before you start it again"
        case .system(let call, let code):
            "the system refused \(call)(): \(String(cString: strerror(code))) (errno \(code))"
        }
    }

    package var errorDescription: String? { description }
}
