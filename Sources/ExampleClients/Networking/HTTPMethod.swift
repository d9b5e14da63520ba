/// The request methods the services understand (RFC 9110, section 9, and RFC 5789 for PATCH).
public enum HTTPMethod: String, Sendable, CaseIterable {
    /// Reads a resource.
    case get = "GET"
    /// Replaces a resource.
    case put = "PUT"
    /// Hands data to a resource.
    case post = "POST"
    /// Changes a part of a resource.
    case patch = "PATCH"
    /// Removes a resource.
    case delete = "DELETE"
}
