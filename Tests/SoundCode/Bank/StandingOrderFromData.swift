import ContractChecking
import Foundation
import Testing

private enum ParseError: Error {
    case notAnObject
    case missing(String)
}

private final class StandingOrder {
    let id: Int
    let payee: String
    let dayOfMonth: Int
    let until: String?

    init(data: Data, dayKey: String = "day_of_month") throws {
        guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any],
            let order = root["order"] as? [String: Any]
        else { throw ParseError.notAnObject }
        func value<T>(_ key: String) throws -> T {
            guard let value = order[key] as? T else { throw ParseError.missing(key) }
            return value
        }
        id = try value("id")
        payee = try value("payee")
        dayOfMonth = try value(dayKey)
        until = order["until"] as? String
    }
}

extension SoundCode {
    /// Twin: reads a key from a draft of the API.
    @Test func standingOrderFromData() async {
        await compare(
            "bank", finds: Fault("model.false-reject", at: "/models/StandingOrder/schema")
        ) {
            Model("StandingOrder", data: { try StandingOrder(data: $0) })
        } twin: {
            Model("StandingOrder", data: { try StandingOrder(data: $0, dayKey: "day") })
        }
    }
}
