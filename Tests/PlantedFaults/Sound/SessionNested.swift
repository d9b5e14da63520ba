import ContractChecking
import Foundation
import Testing

/// A model that descends by its own key paths.
private struct SessionNested {
    let accountKey: String
    let isRegistered: Bool
    let id: String
    let expiration: String

    init?(json: [String: Any]) {
        func find<Value>(_ path: String, as type: Value.Type = Value.self) -> Value? {
            path.split(separator: ".").reduce(json as Any?) { value, key in
                (value as? [String: Any])?[String(key)]
            } as? Value
        }
        // A Boolean has its own NSNumber subclass; a number does not.
        guard let accountKey = find("account.key", as: String.self), let id = find("session.id", as: String.self),
            let registered = find("account.registered", as: NSNumber.self),
            type(of: registered) == type(of: NSNumber(value: true)),
            let expiration = find("session.expiration", as: String.self), !accountKey.isEmpty, !id.isEmpty
        else { return nil }
        self.accountKey = accountKey
        self.id = id
        self.expiration = expiration
        isRegistered = registered.boolValue
    }
}

@Test("values that are found by paths") func sessionNested() async {
    await expectNothing(of: .model(Model("Session", SessionNested.init(json:)), in: "on-the-map"))
}
