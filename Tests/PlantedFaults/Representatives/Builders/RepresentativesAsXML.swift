import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("nobody asks for JSON") func representativesAsXML() async {
    await expect(
        ["request.query": ["request/query/output"]],
        of: .builder("representatives/representatives") { arguments in
            let request = try RepresentativesAPI.representatives(state: arguments["state"])
            return try URLRequest(
                text: "https://whoismyrepresentative.com/getall_reps_bystate.php?state=\(arguments["state"] as String)",
                timeout: request.timeoutInterval)
        })
}
