import ContractChecking
import Testing

/// The properties of an ended session that a screen needs.
private protocol Ended {
    var id: String { get }
    var expiration: String { get }
}

private struct EndedBySignOut: Ended {
    let id: String
    let expiration: String
    /// A static property is not part of the value.
    static let reason = "signed out"
}

@Test("a value behind a protocol") func endedSessionExistential() async {
    await expectNothing(
        of: .model(
            Model("EndedSession") { json -> (any Ended)? in
                guard let session = json["session"] as? [String: Any], let id = session["id"] as? String, !id.isEmpty,
                    let expiration = session["expiration"] as? String
                else { return nil }
                return EndedBySignOut(id: id, expiration: expiration)
            }, in: "on-the-map"))
}
