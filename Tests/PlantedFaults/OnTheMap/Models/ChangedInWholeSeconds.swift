import ContractChecking

@testable import ExampleClients

/// The fraction of a second is cut off.
private struct ChangedInWholeSeconds {
    let updatedAt: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            updatedAt = String(try record["updatedAt"].string().prefix { $0 != "." })
        } catch {
            return nil
        }
    }
}

let changedInWholeSeconds = Plant(
    "the fraction of a second is cut off", in: "on-the-map",
    Model("ChangedLocation", ChangedInWholeSeconds.init(json:)),
    finds: [
        "model.wrong-value": ["properties/updatedAt"]
    ])
