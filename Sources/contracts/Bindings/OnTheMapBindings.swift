import ContractCommand
import ExampleClients

let onTheMapService = Service("on-the-map") {
    Model("Session", Session.init(json:))
    Model("EndedSession", EndedSession.init(json:))
    Model("User", User.init(json:))
    Model("StudentLocation", StudentLocation.init(json:))
    Model("PostedLocation", PostedLocation.init(json:))
    Model("ChangedLocation", ChangedLocation.init(json:))

    Endpoint("signIn") { arguments in
        try OnTheMapAPI.signIn(
            username: arguments["username"], password: arguments["password"], configuration: arguments.configuration)
    } call: { arguments, transport in
        try await arguments.client(transport).signIn(username: arguments["username"], password: arguments["password"])
    }

    Endpoint("signOut") { arguments in
        try OnTheMapAPI.signOut(token: arguments["token"], configuration: arguments.configuration)
    } call: { arguments, transport in
        try await arguments.client(transport).signOut(token: arguments["token"])
    }

    Endpoint("user") { arguments in
        try OnTheMapAPI.user(key: arguments["key"], configuration: arguments.configuration)
    } call: { arguments, transport in
        try await arguments.client(transport).user(key: arguments["key"])
    }

    Endpoint("locations") { arguments in
        try OnTheMapAPI.locations(
            limit: arguments["limit"], skip: arguments["skip"], uniqueKey: arguments["uniqueKey"],
            configuration: arguments.configuration)
    } call: { arguments, transport in
        try await arguments.client(transport)
            .locations(limit: arguments["limit"], skip: arguments["skip"], uniqueKey: arguments["uniqueKey"])
    }

    Endpoint("postLocation") { arguments in
        try OnTheMapAPI.postLocation(arguments.draft, configuration: arguments.configuration)
    } call: { arguments, transport in
        try await arguments.client(transport).postLocation(arguments.draft)
    }

    Endpoint("changeLocation") { arguments in
        try OnTheMapAPI.changeLocation(
            objectID: arguments["objectID"], to: arguments.draft, configuration: arguments.configuration)
    } call: { arguments, transport in
        try await arguments.client(transport).changeLocation(objectID: arguments["objectID"], to: arguments.draft)
    }
}

extension Arguments {
    fileprivate var configuration: OnTheMapConfiguration {
        get throws {
            try OnTheMapConfiguration(applicationID: self["applicationID"], restAPIKey: self["restAPIKey"])
        }
    }

    fileprivate var draft: LocationDraft {
        get throws {
            try LocationDraft(
                uniqueKey: self["uniqueKey"], firstName: self["firstName"], lastName: self["lastName"],
                mapString: self["mapString"], mediaURL: self["mediaURL"], latitude: self["latitude"],
                longitude: self["longitude"])
        }
    }

    fileprivate func client(_ transport: any Transport) throws -> OnTheMapClient {
        try OnTheMapClient(configuration: configuration, transport: transport.send)
    }
}
