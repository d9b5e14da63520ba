import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("two headers have each other's value") func signOutKeysSwapped() async {
    await expect(
        ["request.header": ["request/headers/X-Parse-Application-Id", "request/headers/X-Parse-REST-API-Key"]],
        of: .builder("on-the-map/signOut") { arguments in
            try OnTheMapAPI.signOut(
                token: arguments["token"],
                configuration: OnTheMapConfiguration(
                    applicationID: arguments["restAPIKey"], restAPIKey: arguments["applicationID"]))
        })
}
