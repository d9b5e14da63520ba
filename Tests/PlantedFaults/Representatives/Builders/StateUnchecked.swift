import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("any text passes for a state") func stateUnchecked() async {
    await expect(
        ["rejects.built": ["rejects/0", "rejects/1", "rejects/2", "rejects/3"]],
        of: .builder("representatives/representatives") { arguments in
            let state: String = try arguments["state"]
            return try URLRequest(
                text:
                    "https://whoismyrepresentative.com/getall_reps_bystate.php?output=json&state=\(state.percentEncoded)"
            )
        })
}
