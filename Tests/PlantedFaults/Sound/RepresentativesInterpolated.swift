import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a state stands in the URL as it is, once it was looked at") func representativesInterpolated() async {
    await expectNothing(
        of: .builder("representatives/representatives") { arguments in
            let state: String = try arguments["state"]
            guard state.count == 2, state.allSatisfy({ ("A"..."Z").contains($0) && $0.isASCII }), state.utf8.count == 2
            else {
                throw RepresentativesError.invalidState
            }
            return try URLRequest(
                text: "https://whoismyrepresentative.com/getall_reps_bystate.php?output=json&state=\(state)")
        })
}
