import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a state is in lower case") func stateLowercased() async {
    await expect(
        ["request.query": ["request/query/state"]],
        of: .builder("representatives/representatives") { arguments in
            let state: String = try arguments["state"]
            _ = try RepresentativesAPI.representatives(state: state)
            return try URLRequest(
                text:
                    "https://whoismyrepresentative.com/getall_reps_bystate.php?output=json&state=\(state.lowercased())")
        })
}
