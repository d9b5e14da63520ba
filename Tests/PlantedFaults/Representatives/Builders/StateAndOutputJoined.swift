import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a question mark stands where an ampersand belongs") func stateAndOutputJoined() async {
    await expect(
        ["request.query": ["request/query/state", "request/query/output"]],
        of: .builder("representatives/representatives") { arguments in
            _ = try RepresentativesAPI.representatives(state: arguments["state"])
            return try URLRequest(
                text:
                    "https://whoismyrepresentative.com/getall_reps_bystate.php?state=\(arguments["state"] as String)?output=json"
            )
        })
}
