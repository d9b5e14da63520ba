/// Why a request cannot be built from what it was given.
enum RequestFault: Error {
    /// A path segment is empty, `.` or `..`.
    case segment
    /// The fixed part of the URL is none.
    case origin
    /// A header's value is empty, or holds something else than visible ASCII.
    case header
}
