import ContractChecking

let postedLocationTuple = Plant(
    "a tuple with labels", in: "on-the-map",
    Model("PostedLocation") { json -> (objectID: String, createdAt: String)? in
        guard let objectID = json["objectId"] as? String, !objectID.isEmpty,
            let createdAt = json["createdAt"] as? String
        else { return nil }
        return (objectID, createdAt)
    }, finds: [:])
