import ContractChecking
import Testing

@Test("a tuple with labels") func postedLocationTuple() async {
    await expectNothing(
        of: .model(
            Model("PostedLocation") { json -> (objectID: String, createdAt: String)? in
                guard let objectID = json["objectId"] as? String, !objectID.isEmpty,
                    let createdAt = json["createdAt"] as? String
                else { return nil }
                return (objectID, createdAt)
            }, in: "on-the-map"))
}
