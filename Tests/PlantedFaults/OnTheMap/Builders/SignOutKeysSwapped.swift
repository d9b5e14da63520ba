import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Two headers have each other's value.
let signOutKeysSwapped = Plant(
    "two headers have each other's value", in: "on-the-map", builder: "signOut",
    finds: [
        "request.header": ["request/headers/X-Parse-Application-Id", "request/headers/X-Parse-REST-API-Key"]
    ]
) { arguments in
    try OnTheMapAPI.signOut(
        token: arguments["token"],
        configuration: OnTheMapConfiguration(
            applicationID: arguments["restAPIKey"], restAPIKey: arguments["applicationID"]))
}
