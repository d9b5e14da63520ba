/// What an app keeps after signing in.
public struct SignIn: Sendable, Hashable {
    /// The session that was opened.
    public let session: Session
    /// What proves, when signing out, that the app itself asks for it: the value of the cookie `XSRF-TOKEN`.
    public let token: String
}
